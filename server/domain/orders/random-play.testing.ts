import type { Random } from '../../demo/crm/values/random.ts';
import { codeOf, type OrderCompany } from './order-company.testing.ts';
import type { ScheduleRunner } from './refund-driver.testing.ts';

/** Something somebody does, allowed or not. */
export type Step = { readonly by: string; readonly path: string; readonly body: Readonly<Record<string, unknown>> };

/** What came of the actions: how often each was done, and what went wrong. */
export type Tally = { readonly done: Map<string, number>; readonly wrong: string[] };

/** A run of random actions of a company. */
export type Play<Company extends OrderCompany = OrderCompany> = {
  readonly company: Company;
  readonly schedules: ScheduleRunner;
  readonly random: Random;
  readonly tally: Tally;
};

/** One of a list; undefined of none. */
export function pickOne<Item>(list: readonly Item[], random: Random): Item | undefined {
  return list[random.int(0, list.length - 1)];
}

/** Notes that something was done. */
export function note({ done }: Tally, what: string): void {
  done.set(what, (done.get(what) ?? 0) + 1);
}

/** Does something; what takes a second person gets one. */
export async function act({ by, path, body }: Step, play: Play): Promise<void> {
  const { company, tally } = play;
  const answer = await company.act(by, path, body);
  if (codeOf(answer) === 'E_SERVER') tally.wrong.push(`${by} ${path}: ${JSON.stringify(answer)}`);
  if (answer.code !== '0') return;
  note(tally, path);
  const asked = Object(answer.data.asked).id;
  if (asked !== undefined) await act({ by: 'manager', path: '/v1/second/confirm', body: { id: asked } }, play);
}

/** The same, now and then twice at once. */
export async function actOnceOrTwice(step: Step, play: Play): Promise<void> {
  await Promise.all([act(step, play), ...(play.random.chance(0.2) ? [act(step, play)] : [])]);
}
