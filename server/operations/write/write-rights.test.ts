import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BulkAnswer } from '../../../engine/model/wire/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { claimIn, doors, type Id, next, office, other, plain, startClaimOffice } from './claim-doors.testing.ts';

startClaimOffice();

const mine = () => office.caller({ grants: new Set(['claim:*', 'claim_item:*', 'budget:*']) });
const openIn: Readonly<Record<string, (key: string) => boolean>> = {
  draft: () => true,
  approved: (key) => key === 'remark',
  paid: () => false,
};
const snapshot = async (id: string) => ({
  claim: await office.database.rows('select * from claim where id = $1', [id]),
  items: await office.database.rows('select * from claim_item where claim_id = $1 and deleted_at is null order by id', [
    id,
  ]),
});
/** Ways that need no claim beside the one at hand. */
const ownDoors = Object.keys(doors).filter((name) => !name.startsWith('lineMoved') && name !== 'lineRestored');
const steps = fc.array(fc.constantFrom(...ownDoors, 'approve', 'pay'), { minLength: 4, maxLength: 10 });

describe('what a state leaves open', () => {
  for (const [state, isOpen] of Object.entries(openIn))
    it.each(Object.entries(doors))(`in ${state}, by the way of %s`, async (name, { key, go }) => {
      const made = await claimIn(state);
      const before = await snapshot(made.id);
      const refused = await go(made).then(
        () => undefined,
        (error: { readonly code?: string }) => error,
      );
      if (isOpen(key)) {
        expect(refused).toBeUndefined();
        return;
      }
      expect(refused).toMatchObject({ code: 'E_NOT_EDITABLE' });
      if (name !== 'lineRestored') expect(await snapshot(made.id)).toEqual(before);
    });

  it('names the state, the fields and their places', async () => {
    const { id } = await claimIn('approved');
    const refusal = await office.refusal(
      '/v1/claim/modify',
      { id, version: 1, amount: next(), name: '改', remark: `补 ${next()}` },
      plain(),
    );
    expect(refusal.message).toBe('“已通过”的报销单不能修改事由、金额');
    expect(refusal.detail.faults).toMatchObject([{ pointer: '/name' }, { pointer: '/amount' }]);
  });

  it('takes a form sent whole where nothing closed has changed', async () => {
    const { id } = await claimIn('approved');
    await office.run('/v1/claim/modify', { id, version: 1, name: '差旅', amount: 1000, remark: '补' }, plain());
    expect(await office.records.findOne('claim', { id })).toMatchObject({ remark: '补', version: 2 });
  });

  it('asks the state at the moment of writing: of an edit and an approval at once, the edit never comes after', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = await claimIn('draft');
      const approver = plain({ staffId: other });
      const [edit] = await Promise.allSettled([
        office.run('/v1/claim/modify', { id, version: 1, amount: 9_999, was: { amount: 1000 } }, plain()),
        office.run('/v1/claim/approve', { id }, approver),
      ]);
      const row = await office.records.findOne('claim', { id });
      const logged = await office.records.find('operation_log', { entityId: id });
      const order = logged.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ action }) => action);
      expect(row).toMatchObject({ state: 'approved', amount: edit.status === 'fulfilled' ? 9_999 : 1000 });
      if (edit.status === 'fulfilled')
        expect(order.indexOf('claim.modify')).toBeLessThan(order.indexOf('claim.approve'));
    }
  });
});

describe('who may write', () => {
  it.each(Object.entries(doors))('somebody else may not, by the way of %s', async (name, { go }) => {
    const made = await claimIn('draft');
    await office.database.rows('update claim set created_by = $1 where id = $2', [other, made.id]);
    const refused = name === 'lineMovedHere' || name === 'lineMovedAway' || name === 'lineRestored';
    const before = await snapshot(made.id);
    await expect(go(made)).rejects.toMatchObject({ code: 'E_WHO' });
    if (!refused) expect(await snapshot(made.id)).toEqual(before);
  });

  it('whoever holds the key may, and so may whom the condition holds for', async () => {
    const { id } = await claimIn('draft');
    const grants = new Set([...plain().grants, 'claim:edit_all']);
    await office.run('/v1/claim/modify', { id, version: 1, amount: 7 }, plain({ staffId: other, grants }));
    await office.run('/v1/claim/modify', { id, version: 2, amount: 8 }, plain());
  });

  it('asks of a single field, in a new record as in a change, and of child rows too', async () => {
    const body = { name: '减', discount: 5 };
    const refusal = await office.refusal('/v1/claim/create', body, plain());
    expect(refusal).toMatchObject({
      code: 'E_WHO',
      message: '只有主管可以减免',
      detail: { faults: [{ pointer: '/discount' }] },
    });
    const { id } = await office.run<Id>('/v1/claim/create', body, mine());
    expect(await office.refusal('/v1/claim/modify', { id, version: 1, discount: 6 }, plain())).toMatchObject({
      code: 'E_WHO',
    });
    await office.run('/v1/claim/modify', { id, version: 1, name: '照旧', discount: 5 }, plain());
  });

  it('asks before a transition, a deletion; one after another of many', async () => {
    const { id } = await claimIn('draft');
    expect(await office.refusal('/v1/claim/approve', { id }, plain())).toMatchObject({
      code: 'E_WHO',
      message: '不能通过自己的报销单',
    });
    const many = await office.run<BulkAnswer>('/v1/claim/approve', { ids: [id] }, plain());
    expect(many).toMatchObject({ failed: 1, results: [{ code: 'E_WHO' }] });
    await office.run('/v1/claim/approve', { id }, plain({ staffId: other }));
    expect(await office.refusal('/v1/claim/delete', { id }, plain())).toMatchObject({ code: 'E_WHO' });
    expect(await office.run<BulkAnswer>('/v1/claim/delete', { ids: [id] }, plain())).toMatchObject({ failed: 1 });
    expect(await office.records.findOne('claim', { id })).toBeDefined();
  });

  it('bounds what is given by what is stored, and begins with it where nothing is', async () => {
    const amount = 50_000;
    const pay = async (body: Values) => {
      const { id } = await claimIn('approved');
      await office.database.rows('update claim set amount = $1 where id = $2', [amount, id]);
      return { id, run: () => office.run('/v1/claim/pay', { id, ...body }, plain()) };
    };
    for (const [paid, got] of [
      [amount + 1, '500.01'],
      [0, '0.00'],
    ] as const) {
      const over = await pay({ paid });
      const { id } = over;
      const refusal = await office.refusal('/v1/claim/pay', { id, paid }, plain());
      expect(refusal.detail.faults).toMatchObject([
        { code: 'E_INPUT_RANGE', pointer: '/paid', expected: '0.01 到 500.00', got },
      ]);
      expect(await office.records.findOne('claim', { id })).toMatchObject({ state: 'approved' });
    }
    const whole = await pay({});
    await whole.run();
    expect(await office.records.findOne('claim', { id: whole.id })).toMatchObject({ remark: '付给测试员' });
    const told = await pay({ paid: 1, note: null });
    await told.run();
    expect(await office.records.findOne('claim', { id: told.id })).toMatchObject({ remark: null });
  });

  it('needs a value where what it would begin with is none', async () => {
    const { id } = await claimIn('approved');
    await office.database.rows('update claim set amount = null where id = $1', [id]);
    const refusal = await office.refusal('/v1/claim/pay', { id }, plain());
    expect(refusal.detail.faults).toMatchObject([{ code: 'E_INPUT_REQUIRED', pointer: '/paid' }]);
  });

  it('names every guard that does not hold', async () => {
    const { id } = await office.run<Id>('/v1/claim/create', { name: '空' }, plain());
    const refusal = await office.refusal('/v1/claim/approve', { id }, plain({ staffId: other }));
    expect(refusal).toMatchObject({ code: 'E_GUARD', message: '请先填写金额；金额须大于零' });
  });
});

it('holds over any sequence of ways and transitions', async () => {
  const runs = process.env.TEST_DEPTH === 'deep' ? 1000 : 30;
  await fc.assert(
    fc.asyncProperty(steps, async (names) => {
      const made = await claimIn('draft');
      for (const name of names) {
        const state = String((await office.records.findOne('claim', { id: made.id }))?.state);
        const [line] = await office.records.find('claim_item', { claimId: made.id });
        const door = doors[name];
        const act = () =>
          door === undefined
            ? office.run(`/v1/claim/${name}`, { id: made.id }, plain({ staffId: other }))
            : door.go({ ...made, line: line?.id ?? made.line });
        const isDone = await act().then(
          () => true,
          () => false,
        );
        if (isDone && door !== undefined) expect(openIn[state]?.(door.key), `${name} in ${state}`).toBe(true);
      }
    }),
    { numRuns: runs, seed: 20261123 },
  );
}, 600_000);
