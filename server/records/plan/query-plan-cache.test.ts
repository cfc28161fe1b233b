import { expect, it } from 'vitest';
import { entityModel } from '../../../engine/model/entity/index.ts';
import { weekdaysOnly, workCalendar } from '../../../engine/model/time/index.ts';
import { systemCaller } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { QueryPlanCache } from './query-plan-cache.ts';

const entity = entityModel({
  $schema: '',
  schemaVersion: 2,
  name: 'guest',
  title: '客人',
  label: 'name',
  operations: ['view'],
  fields: [{ key: 'name', title: '姓名', type: 'string' }],
});
const documents = {};

/** A call of which a plan may read the caller and the time; nothing else is looked at here. */
const call = (caller = systemCaller) =>
  ({ caller, documents, calendar: weekdaysOnly, page: undefined, now: 'now' }) as CallContext;

function counted(read: (context: CallContext) => unknown) {
  const plans = new QueryPlanCache<number>();
  let made = 0;
  return (asked: Readonly<Record<string, unknown>>, context: CallContext) =>
    plans.of(entity, asked, context, async (planning) => {
      read(planning);
      made += 1;
      return made;
    });
}

it('makes a plan once for a caller and what he asks', async () => {
  const plan = counted(({ caller }) => caller.staffId);
  expect(await plan({ fields: ['name'] }, call())).toBe(1);
  expect(await plan({ fields: ['name'] }, call())).toBe(1);
  expect(await plan({ fields: [] }, call())).toBe(2);
});

it('gives what may be different next time all the same', async () => {
  const plans = new QueryPlanCache<string>();
  expect(await plans.of(entity, {}, call(), async ({ now }) => now)).toBe('now');
});

it('makes another for a caller of whom anything else is told, and for other days worked', async () => {
  const plan = counted(() => undefined);
  expect(await plan({}, call())).toBe(1);
  expect(await plan({}, call({ ...systemCaller }))).toBe(2);
  expect(await plan({}, { ...call(), documents: { ...call().documents } })).toBe(3);
  expect(await plan({}, { ...call(), calendar: workCalendar([]) })).toBe(4);
});

it('keeps none that read what may be different next time', async () => {
  const byTime = counted(({ now }) => now);
  const byCopy = counted((context) => ({ ...context }));
  // What this call has not, the next may have.
  const byStep = counted(({ step }) => step);
  for (const plan of [byTime, byCopy, byStep]) {
    expect(await plan({}, call())).toBe(1);
    expect(await plan({}, call())).toBe(2);
  }
});
