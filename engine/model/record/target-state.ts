import type { Scope } from '../expression/evaluate.ts';
import { textHolds } from '../expression/text-condition.ts';
import type { Transition, TransitionBranch } from '../generated/documents.ts';

/** The states a transition may lead to from `from`: several where it branches, none when it is not possible from there. */
export function targetStates({ from: starts, to }: Transition, from: unknown): readonly string[] {
  if (typeof from !== 'string' || !starts.includes(from)) return [];
  if (typeof to === 'string') return [to];
  if (Array.isArray(to)) return [...new Set(to.map(({ state }) => state))];
  const state = Object.hasOwn(to, from) ? to[from] : undefined;
  return state === undefined ? [] : [state];
}

/** The state a transition leads to; undefined when it is not possible from `from`. Of branches the first that holds. */
export function targetState(transition: Transition, from: unknown, scope: Scope): string | undefined {
  const [first, ...others] = targetStates(transition, from);
  if (first === undefined || others.length === 0) return first;
  return branchesOf(transition).find(({ when }) => when === undefined || textHolds(when, scope))?.state;
}

/** The branches of a transition; none where it leads to one state. */
export function branchesOf({ to }: Pick<Transition, 'to'>): readonly TransitionBranch[] {
  return Array.isArray(to) ? to : [];
}

/**
 * Whether what takes a transition back leads to where it began, whichever way it went. Where it has branches one of them
 * does: which is taken the record says, as it is by then.
 */
export function leadsBack(done: Transition, back: Transition, from: unknown): boolean {
  const reached = targetStates(done, from);
  return reached.length > 0 && reached.every((to) => targetStates(back, to).some((state) => state === from));
}
