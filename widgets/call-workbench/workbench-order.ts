import type { WorkbenchPerson } from './workbench-calls.ts';

/** Those to be called in the order of the day: whoever was passed over comes again at the end. */
export function workbenchOrder(
  people: readonly WorkbenchPerson[],
  passed: readonly string[],
): readonly WorkbenchPerson[] {
  const later = passed.flatMap((id) => people.find((person) => person.id === id) ?? []);
  return [...people.filter(({ id }) => !passed.includes(id)), ...later];
}

/** Passes somebody over: he is the last of all for now. */
export function withPassed(passed: readonly string[], id: string): readonly string[] {
  return [...passed.filter((one) => one !== id), id];
}

/** Who is one place on (1) or back (-1) in the order; the same one at its ends. */
export function besideOf(order: readonly WorkbenchPerson[], id: string, step: -1 | 1): string {
  const place = order.findIndex((person) => person.id === id) + step;
  return order[place]?.id ?? id;
}

/** Those who follow somebody in the order, nearest first. */
export function afterHim(order: readonly WorkbenchPerson[], id: string): readonly string[] {
  const ids = order.map((person) => person.id);
  return ids.slice(ids.indexOf(id) + 1);
}
