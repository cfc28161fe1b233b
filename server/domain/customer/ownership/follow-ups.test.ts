import { describe, expect, it } from 'vitest';
import {
  type Body,
  codeOf,
  company,
  create,
  done,
  found,
  nextSerial,
  startPoolCompany,
} from './pool-company.testing.ts';

startPoolCompany();

describe('follow-ups', () => {
  const note = (bizId: string, over: Body = {}) => ({
    ...{ bizType: 'customer', bizId, method: 'call', result: 'connected', content: '接通后介绍了课程' },
    ...over,
  });

  it('that say a call reached somebody need that call', async () => {
    const id = await create();
    const path = '/v1/follow/up/create';
    expect(await codeOf('sales', path, note(id))).toBe('E_FOLLOW_UP_NO_CALL');
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const callWith = (values: Body) =>
      company.records.insert('call_record', {
        ...{ callNo: `TH${nextSerial()}`, provider: 'manual', direction: 'out', staffId: company.ids.sales },
        ...{ departmentId: company.ids.group1, customerId: id, startedAt: hoursAgo(1), answeredAt: hoursAgo(1) },
        ...{ talkSeconds: 60, status: 'answered', confirmation: 'line', forbiddenHitCount: 0, qaStatus: 'none' },
        ...values,
      });
    await callWith({ staffId: company.ids.sales2 });
    await callWith({ startedAt: hoursAgo(30), answeredAt: hoursAgo(30) });
    const missed = await callWith({ status: 'no_answer', talkSeconds: 0, answeredAt: null });
    expect(await codeOf('sales', path, note(id))).toBe('E_FOLLOW_UP_NO_CALL');
    expect(await codeOf('sales', path, note(id, { callRecordId: missed }))).toBe('E_FOLLOW_UP_NO_CALL');
    const reached = await callWith({});
    const { id: written } = await done('sales', path, note(id));
    expect(await company.records.findOne('follow_up', { id: written })).toMatchObject({ callRecordId: reached });
    expect(await found(id)).toMatchObject({ followCount: 1, stage: 'following' });
    await Promise.all(
      Array.from({ length: 8 }, () => done('sales', path, note(id, { result: 'no_answer', content: '没有接通电话' }))),
    );
    expect(await found(id)).toMatchObject({ followCount: 9 });
    expect(await codeOf('sales', path, note(id, { content: '四个字呀' }))).toBe('E_INPUT_INVALID');
    await company.database.rows("update follow_up set created_at = now() - interval '25 hours' where id = $1", [
      written,
    ]);
    expect(await codeOf('sales', '/v1/follow/up/modify', { id: written, version: 1, content: '改得太晚了一些' })).toBe(
      'E_FOLLOW_UP_AUTHOR',
    );
  });

  it('are put off by whoever has the customer, and back to what was agreed before', async () => {
    const id = await create();
    const agreed = '2026-01-02T02:00:00.000Z';
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const nextOf = async () => Date.parse(String((await found(id))?.nextFollowAt));
    await done('sales', '/v1/customer/postpone', { id, nextFollowAt: later });
    expect(await nextOf()).toBe(Date.parse(later));
    await done('sales', '/v1/customer/postpone', { id, nextFollowAt: agreed });
    expect(await nextOf()).toBe(Date.parse(agreed));
    // Nothing else moves: nobody was talked to.
    expect(await found(id)).toMatchObject({ followCount: 0, stage: 'fresh', lastFollowAt: null });
    expect(await codeOf('sales2', '/v1/customer/postpone', { id, nextFollowAt: later })).toBe('E_NOT_FOUND');
    await done('sales', '/v1/customer/return', { id, reason: '不再联系' });
    expect(await codeOf('sales', '/v1/customer/postpone', { id, nextFollowAt: later })).not.toBe('');
    expect(await found(id)).toMatchObject({ nextFollowAt: null });
  });

  it('of today are those of one’s own customers on the call workbench, for a leader too', async () => {
    const id = await create();
    await done('sales', '/v1/customer/postpone', { id, nextFollowAt: new Date(Date.now() - 60_000).toISOString() });
    const where = { field: 'nextFollowAt', op: 'within', value: 'todayOrOverdue' };
    const workbenchOf = async (account: 'sales' | 'group_leader') => {
      const header = { 'x-app-page': 'callworkbench' };
      const body = { fields: ['name'], where, size: 200 };
      const { data } = await company.call<{ list: { id: string }[] }>(account, '/v1/customer/query', body, header);
      return data.list.map((row) => row.id);
    };
    expect(await workbenchOf('sales')).toContain(id);
    expect(await workbenchOf('group_leader')).not.toContain(id);
  });

  it('tell the colleagues they mention, and those without access nothing of the customer', async () => {
    const id = await create();
    const { ids } = company;
    const content = '请 @group_leader 与 @sales3 看一下这位客户';
    const mentionedIds = [ids.group_leader, ids.sales3, ids.sales];
    const answer = await done('sales', '/v1/follow/up/create', note(id, { method: 'wechat', content, mentionedIds }));
    expect(answer.once).toEqual([{ title: '无权查看该客户，只收到不带内容的通知', value: 'sales3' }]);
    const notices = await company.database.rows(
      "select receiver_id, content, link_id from notification where title = '有同事提到了您'",
    );
    const of = (account: string) => notices.find((notice) => notice.receiver_id === ids[account]);
    expect(notices).toHaveLength(2);
    expect(of('group_leader')).toMatchObject({ link_id: id, content: expect.stringContaining(content) });
    expect(of('sales3')).toMatchObject({ link_id: null, content: expect.stringContaining('没有查看该客户的权限') });
    // Told once: changing the text tells only whoever was added.
    await done('sales', '/v1/follow/up/modify', {
      ...{ id: answer.id, version: 1, mentionedIds: [...mentionedIds, ids.manager] },
    });
    const after = await company.database.rows("select 1 from notification where title = '有同事提到了您'");
    expect(after).toHaveLength(3);
  });
});

describe('opportunities', () => {
  it('go on after a follow-up, and open again while their customer is still theirs', async () => {
    const customerId = await create();
    const { id } = await done('sales', '/v1/opportunity/create', {
      ...{ customerId, title: '商机', projectId: company.ids.project, amount: 100 },
    });
    expect(await codeOf('sales', '/v1/opportunity/advance', { id })).toBe('E_GUARD');
    await done('sales', '/v1/follow/up/create', {
      ...{ bizType: 'customer', bizId: customerId, method: 'wechat', result: 'interested', content: '确认了需求' },
    });
    await done('sales', '/v1/opportunity/advance', { id });
    await done('sales', '/v1/opportunity/lose', { id, lostReason: 'price' });
    await done('group_leader', '/v1/customer/transfer', { id: customerId, staffId: company.ids.sales2 });
    expect(await codeOf('sales', '/v1/opportunity/reopen', { id })).toBe('E_GUARD');
  });

  it('that were lost by mistake are for a minute what they were, and so is their customer', async () => {
    const { records, database, ids } = company;
    const customerId = await create();
    const made = { customerId, title: '商机', projectId: ids.project, amount: 100 };
    const { id } = await done('sales', '/v1/opportunity/create', made);
    const stages = { contact: 10, need: 30, quote: 50, negotiate: 70 };
    for (const [stage, probability] of Object.entries(stages)) {
      await records.update('opportunity', id, { stage, probability });
      await records.update('customer', customerId, { stage: 'interested' });
      const before = await records.findOne('opportunity', { id });
      await done('sales', '/v1/opportunity/lose', { id, lostReason: 'price' });
      expect(await records.findOne('customer', { id: customerId })).toMatchObject({ stage: 'following' });
      await done('sales', '/v1/opportunity/unlose', { id });
      const after = await records.findOne('opportunity', { id });
      for (const key of ['stage', 'probability', 'closedAt', 'lostReason', 'lostFrom'])
        expect(after?.[key], `${stage} ${key}`).toEqual(before?.[key]);
      expect(await records.findOne('customer', { id: customerId }), stage).toMatchObject({ stage: 'interested' });
    }
    // Whom somebody changed since stays as he is.
    await done('sales', '/v1/opportunity/lose', { id, lostReason: 'price' });
    await records.update('customer', customerId, { stage: 'following' });
    await database.rows("update customer set updated_at = updated_at + interval '1 second' where id = $1", [
      customerId,
    ]);
    await done('sales', '/v1/opportunity/unlose', { id });
    expect(await records.findOne('customer', { id: customerId })).toMatchObject({ stage: 'following' });
    // So does one who is not followed up any more, were it by the same moment.
    await done('sales', '/v1/opportunity/lose', { id, lostReason: 'price' });
    await database.rows(
      "update customer set stage = 'deal', updated_at = (select closed_at from opportunity where id = $2) where id = $1",
      [customerId, id],
    );
    await done('sales', '/v1/opportunity/unlose', { id });
    expect(await records.findOne('customer', { id: customerId })).toMatchObject({ stage: 'deal' });
    await records.update('customer', customerId, { stage: 'following' });
    // One that was opened again has no former stage; after a minute it is for opening again.
    await done('sales', '/v1/opportunity/lose', { id, lostReason: 'price' });
    expect(await codeOf('sales2', '/v1/opportunity/unlose', { id })).toBe('E_NOT_FOUND');
    await database.rows("update opportunity set closed_at = closed_at - interval '61 seconds' where id = $1", [id]);
    expect(await codeOf('sales', '/v1/opportunity/unlose', { id })).toBe('E_GUARD');
    await done('sales', '/v1/opportunity/reopen', { id });
    expect(await records.findOne('opportunity', { id })).toMatchObject({ stage: 'contact', lostFrom: null });
  });

  it('are taken back by whoever has them and their customer still, and only where it is known what they were', async () => {
    const { records, database, ids } = company;
    const customerId = await create();
    const made = { customerId, title: '商机', projectId: ids.project, amount: 100 };
    const { id } = await done('sales', '/v1/opportunity/create', made);
    await done('sales', '/v1/opportunity/lose', { id, lostReason: 'price' });
    expect(await codeOf('admin', '/v1/opportunity/unlose', { id })).toBe('E_GUARD');
    await database.rows('update opportunity set lost_from = null where id = $1', [id]);
    expect(await codeOf('sales', '/v1/opportunity/unlose', { id })).toBe('E_GUARD');
    await database.rows("update opportunity set lost_from = 'contact' where id = $1", [id]);
    await records.update('customer', customerId, { ownerId: ids.sales2 });
    expect(await codeOf('sales', '/v1/opportunity/unlose', { id })).toBe('E_GUARD');
    await records.update('customer', customerId, { ownerId: ids.sales });
    await done('sales', '/v1/opportunity/unlose', { id });
    // Of two that are open one is lost: its customer stays interested.
    const project = await records.findOne('project', { id: ids.project });
    const itemTypeId = project?.itemTypeId;
    const projectId = await records.insert('project', { code: 'zz', name: '又一个', itemTypeId, enabled: true });
    await records.update('staff', ids.sales ?? '', { projectIds: [ids.project, projectId] });
    const other = await done('sales', '/v1/opportunity/create', { ...made, projectId });
    await done('sales', '/v1/opportunity/lose', { id: other.id, lostReason: 'price' });
    await records.update('staff', ids.sales ?? '', { projectIds: [ids.project] });
    expect(await records.findOne('customer', { id: customerId })).toMatchObject({ stage: 'interested' });
  });
});
