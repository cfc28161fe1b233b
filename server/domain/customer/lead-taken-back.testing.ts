import { expect, it } from 'vitest';
import type { PageBundle } from '../../../engine/model/documents/index.ts';
import { transitionsOf } from '../../../engine/model/entity/index.ts';
import { company, create, customer, lead, leadOf, nextSerial, register, withRule } from './lead-company.testing.ts';

const step = (account: string, key: string, id: string, input: object = {}) =>
  company.call(account, `/v1/lead/${key}`, { id, ...input });
const refused = { data: { error: { code: 'E_CUSTOMER_TAKE_BACK' } } };
const given = (id: string) => step('manager', 'reassign', id, { staffId: company.ids.sales2 });
const takenBack = (id: string, account = 'manager') => step(account, 'unreassign', id);

/** A row there has to be. */
async function there<Row>(found: Promise<Row | undefined>): Promise<Row> {
  const row = await found;
  if (row === undefined) throw new TypeError('no row');
  return row;
}

/** Lets a lead and its customer have been given eleven minutes ago: nobody answered it in time. */
async function late(id: string): Promise<void> {
  const ofLead = '(select customer_id from lead where id = $1)';
  const earlier = "- interval '11 minutes'";
  for (const statement of [
    `update lead set accept_deadline = accept_deadline ${earlier}, assigned_at = assigned_at ${earlier} where id = $1`,
    `update customer set assigned_at = assigned_at ${earlier} where id = ${ofLead}`,
    `update owner_record set started_at = started_at ${earlier}, ended_at = ended_at ${earlier} where subject_id = ${ofLead}`,
  ])
    await company.database.rows(statement, [id]);
}

/** A lead that somebody was given and did not answer. */
async function unanswered(): Promise<string> {
  const id = await create();
  expect(await step('admin', 'assign', id, { staffId: company.ids.sales })).toMatchObject({ code: '0' });
  await late(id);
  return id;
}

/** When a reassigned lead is not given back. */
export function staysWhereSomethingCameOfIt(): void {
  it('does not give it back once somebody else changed it, the customer went on, or he was called or written to', async () => {
    const { ids, records } = company;
    const changed = await unanswered();
    await given(changed);
    const { version } = await there(lead(changed));
    expect(await company.call('admin', '/v1/lead/modify', { id: changed, version, remark: '另一人' })).toMatchObject({
      code: '0',
    });
    for (const account of ['admin', 'manager']) expect(await takenBack(changed, account)).toMatchObject(refused);

    // Nor does whoever gave it on before, and changed it since.
    const again = await unanswered();
    expect(await step('admin', 'reassign', again, { staffId: ids.sales3 })).toMatchObject({ code: '0' });
    await late(again);
    await given(again);
    const remark = { id: again, version: (await there(lead(again))).version, remark: '已转交' };
    expect(await company.call('admin', '/v1/lead/modify', remark)).toMatchObject({ code: '0' });
    expect(await takenBack(again, 'admin')).toMatchObject(refused);

    const moved = await unanswered();
    await given(moved);
    const { customerId } = await there(lead(moved));
    const transfer = { id: customerId, staffId: ids.sales3 };
    expect(await company.call('manager', '/v1/customer/transfer', transfer)).toMatchObject({ code: '0' });
    expect(await takenBack(moved)).toMatchObject(refused);

    const called = await unanswered();
    await given(called);
    const callId = await records.insert('call_record', {
      ...{ callNo: `TH-T${nextSerial()}`, provider: 'manual', direction: 'out', staffId: ids.sales2 },
      ...{
        departmentId: ids.group1,
        customerId: (await lead(called))?.customerId,
        startedAt: new Date().toISOString(),
      },
      ...{ talkSeconds: 0, status: 'no_answer', confirmation: 'line', forbiddenHitCount: 0, qaStatus: 'none' },
    });
    await company.database.rows('update call_record set created_at = now() where id = $1', [callId]);
    expect(await takenBack(called)).toMatchObject(refused);

    const written = await unanswered();
    await given(written);
    const note = { bizType: 'lead', bizId: written, method: 'wechat', result: 'connected', content: '已联系客户' };
    expect(await company.call('sales2', '/v1/follow/up/create', note)).toMatchObject({ code: '0' });
    // As if the lead itself said nothing of it.
    await company.database.rows("update lead set status = 'assigned', updated_by = $2 where id = $1", [
      written,
      ids.manager,
    ]);
    await company.database.rows(
      'update follow_up set customer_id = (select id from customer where id <> customer_id limit 1) where biz_id = $1',
      [written],
    );
    expect(await takenBack(written)).toMatchObject(refused);
  });
}

/** When it is too late, and to whom it does not go. */
export function staysWhereItIsLate(): void {
  it('does not give it back after a minute, nor to whom takes no work any more', async () => {
    const { ids, records, database } = company;
    const old = await unanswered();
    await given(old);
    // The log is of the same moment; it is only ever added to.
    await database.rows('alter table operation_log disable trigger all');
    await database.rows(
      `update operation_log set created_at = created_at - interval '2 minutes' where entity_id = $1 and action = 'lead.reassign'`,
      [old],
    );
    await database.rows('alter table operation_log enable trigger all');
    await database.rows("update lead set assigned_at = assigned_at - interval '2 minutes' where id = $1", [old]);
    expect(await takenBack(old)).toMatchObject(refused);

    const id = await unanswered();
    await given(id);
    await records.update('staff', ids.sales ?? '', { status: 'resigned' });
    expect(await takenBack(id)).toMatchObject({ data: { error: { code: 'E_STAFF_UNAVAILABLE' } } });
    expect(await lead(id)).toMatchObject({ assigneeId: ids.sales2 });
    await records.update('staff', ids.sales ?? '', { status: 'active' });
    expect(await takenBack(id)).toMatchObject({ code: '0' });
  });
}

/** What giving back waits for. */
export function waitsForWhoHasTheCustomer(): void {
  it('waits for whoever has its customer in hand, goes by whose he is then, and keeps its number meanwhile', async () => {
    const { ids, connection, database } = company;
    const id = await unanswered();
    await given(id);
    const { customerId, mobile } = await there(lead(id));
    // A second lead of the number does not come within seconds of the first.
    await database.rows("update lead set created_at = created_at - interval '1 minute'");
    const waiting = (kind: string) =>
      database.rows(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and (wait_event = 'advisory') = ($1 = 'number')`,
        [kind],
      );
    const holder = await connection.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from customer where id = $1 for update', [customerId]);
      const transfer = company.call('manager', '/v1/customer/transfer', { id: customerId, staffId: ids.sales3 });
      await expect.poll(() => waiting('row')).toHaveLength(1);
      const back = takenBack(id);
      await expect.poll(() => waiting('row')).toHaveLength(2);
      const another = register(leadOf({ mobile }));
      await expect.poll(() => waiting('number')).toHaveLength(1);
      await holder.query('rollback');
      expect(await transfer).toMatchObject({ code: '0' });
      expect(await back).toMatchObject(refused);
      expect(await another).toMatchObject({ code: '0' });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await customer(customerId)).toMatchObject({ ownerId: ids.sales3 });
  });
}

/** Where a lead that is given back goes, with its customer and its notice. */
export function goesBackToWhereItWas(): void {
  it('is offered by the page on which a lead is reassigned', async () => {
    const id = await unanswered();
    await given(id);
    const { data } = await company.call<PageBundle>('manager', '/v1/sys/page/view', { name: 'promote' });
    const offered = data.entities.flatMap(transitionsOf).find(({ transition }) => transition.key === 'reassign');
    const back = await step('manager', String(offered?.transition.undo?.transition), id);
    expect(back).toMatchObject({ code: '0' });
    expect(await lead(id)).toMatchObject({ assigneeId: company.ids.sales });
  });

  it('gives the rule back it was assigned by, and leaves what was read as it is', async () => {
    const { ids, records, database } = company;
    await withRule({ method: 'fixed', staffIds: [ids.sales] }, async () => {
      const id = await create();
      const before = await lead(id);
      expect(before).toMatchObject({ assigneeId: ids.sales, assignRuleId: expect.any(String) });
      await late(id);
      const due = await lead(id);
      // To another department.
      expect(await step('manager', 'reassign', id, { staffId: ids.sales3 })).toMatchObject({ code: '0' });
      expect(await lead(id)).toMatchObject({ assignRuleId: null, assigneeDeptId: ids.group2 });
      const told = { receiverId: ids.sales3, linkId: before?.customerId };
      await database.rows("update notification set stage = '0' where receiver_id = $1 and link_id = $2", [
        told.receiverId,
        told.linkId,
      ]);
      expect(await takenBack(id)).toMatchObject({ code: '0' });
      const after = await lead(id);
      for (const key of ['assigneeId', 'assigneeDeptId', 'assignRuleId', 'assignedAt', 'acceptDeadline'])
        expect(after?.[key], key).toEqual(due?.[key]);
      expect(await records.count('notification', told)).toBe(1);
    });
  });

  it('leaves a customer with whom he was before, and one out of a pool in his pool', async () => {
    const { ids } = company;
    const own = await unanswered();
    const { customerId } = await there(lead(own));
    const transfer = { id: customerId, staffId: ids.sales2 };
    expect(await company.call('manager', '/v1/customer/transfer', transfer)).toMatchObject({ code: '0' });
    await given(own);
    expect(await takenBack(own)).toMatchObject({ code: '0' });
    expect(await lead(own)).toMatchObject({ assigneeId: ids.sales });
    expect(await customer(customerId)).toMatchObject({ ownerId: ids.sales2 });

    const pooled = await unanswered();
    const { customerId: returned } = await there(lead(pooled));
    const back = { id: returned, reason: '无法联系' };
    expect(await company.call('sales', '/v1/customer/return', back)).toMatchObject({ code: '0' });
    const { poolId } = await there(customer(returned));
    expect(await given(pooled)).toMatchObject({ code: '0' });
    expect(await customer(returned)).toMatchObject({ ownerId: ids.sales2, poolId: null });
    expect(await takenBack(pooled)).toMatchObject({ code: '0' });
    expect(await customer(returned)).toMatchObject({ ownState: 'pooled', ownerId: null, poolId });
  });
}
