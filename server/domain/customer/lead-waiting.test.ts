import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NoticeAnswer } from '../../../contract/notices.ts';

import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let company: TestApp;
let serial = 0;

beforeAll(async () => {
  company = await startTestApp();
  const { records, ids } = company;
  await records.update('department', String(ids.group1), { leaderId: ids.group_leader });
  await records.update('department', String(ids.division), { leaderId: ids.manager });
}, 60_000);

afterAll(() => company.close());

const page = { 'x-app-page': 'promoteWaiting' };
const found = async (account: string) => {
  const body = { fields: ['id', 'name', 'status'], size: 100, count: 'exact' };
  const answer = await company.call<{ list: { id: string }[] }>(account, '/v1/lead/query', body, page);
  return answer.code === '0' ? answer.data.list.map(({ id }) => id) : answer.code;
};
/** A lead of a project that no rule gives to anybody. */
async function waiting(projectId = company.ids.project): Promise<string> {
  const mobile = `137${String(20_000_000 + serial++)}`;
  const body = { name: `等待${serial}`, mobile, projectId, channelId: company.ids.channel };
  const key = { 'idempotency-key': crypto.randomUUID() };
  const made = await company.call<{ id: string }>('promoter', '/v1/lead/create', body, key);
  expect(made).toMatchObject({ code: '0' });
  return made.data.id;
}
const told = async (account: string) =>
  (await company.call<readonly NoticeAnswer[]>(account, '/v1/sys/user/notify/all/query')).data.filter(
    ({ title }) => title === '线索待分配',
  );

it('is found by who may assign it: of his projects, where somebody of his department could get it', async () => {
  const { records, ids } = company;
  const id = await waiting();
  expect(await found('group_leader')).toEqual([id]);
  expect(await found('manager')).toEqual([id]);
  expect(await found('admin')).toEqual([id]);
  // Without the page, or the permission, it is nobody's: it has neither an assignee nor his department.
  expect(await found('sales')).toBe('1001');
  expect((await company.call('group_leader', '/v1/lead/view', { id })).code).toBe('1');
  expect((await company.call('group_leader', '/v1/lead/view', { id }, page)).code).toBe('0');

  const foreign = await records.insert('project', {
    ...{ code: 'foreign', name: '别的项目', enabled: true },
    itemTypeId: await records.insert('project_item_type', { code: 'other', name: '其他', enabled: true }),
  });
  const others = await waiting(foreign);
  expect(await found('group_leader')).toEqual([id]);
  // His own project, but nobody of his department works on it.
  const leader = await records.findOne('staff', { id: ids.group_leader });
  const projectIds = [ids.project, foreign];
  await records.update('staff', String(ids.group_leader), { projectIds, departmentId: ids.promotion });
  await company.database.rows("update department set function = 'promotion' where code = 'promotion'");
  await company.database.rows('update staff set receive_leads = false where department_id = $1', [ids.promotion]);
  expect(await found('group_leader')).toEqual([]);
  await records.update('staff', String(ids.group_leader), { departmentId: leader?.departmentId });
  await records.update('staff', String(ids.sales), { projectIds });
  expect(new Set(await found('group_leader'))).toEqual(new Set([id, others]));

  const assigned = await company.call('group_leader', '/v1/lead/assign', { id, staffId: ids.sales }, page);
  expect(assigned).toMatchObject({ code: '0' });
  expect(await records.findOne('lead', { id })).toMatchObject({ status: 'assigned', assigneeId: ids.sales });
  expect(await found('group_leader')).toEqual([others]);
  expect(await company.call('group_leader', '/v1/lead/assign', { id: others, staffId: ids.sales })).toMatchObject({
    code: '0',
  });
  await records.update('staff', String(ids.sales), { projectIds: [ids.project] });
  await records.update('staff', String(ids.group_leader), { projectIds: [ids.project] });
});

it('is told of to those alone who find it, and the notice opens where it is found', async () => {
  const { records, database } = company;
  await database.rows('delete from notification');
  const lead = await waiting();
  const receivers = await records.find('notification', { title: '线索待分配' });
  expect(receivers.length).toBeGreaterThan(0);
  for (const { receiverId } of receivers) {
    const staff = await records.findOne('staff', { id: receiverId });
    const account = String(staff?.account);
    const [notice] = await told(account);
    expect(notice, account).toMatchObject({
      content: expect.stringContaining(String((await records.findOne('lead', { id: lead }))?.name)),
      place: { path: '/customer/promoteWaiting', id: null },
    });
    expect(await found(account), account).toContain(lead);
  }
  // Another lead the same day is not told of again.
  await waiting();
  expect(await records.count('notification', { title: '线索待分配' })).toBe(receivers.length);
});

it('is told of to the next above, where a leader may not assign', async () => {
  const { records, ids, database } = company;
  await database.rows('delete from notification');
  const roleIds = (await records.findOne('staff', { id: ids.group_leader }))?.roleIds;
  await records.update('staff', String(ids.group_leader), { roleIds: [ids['role:sales']] });
  await waiting();
  const receivers = await records.find('notification', { title: '线索待分配' });
  expect(receivers.map(({ receiverId }) => receiverId)).toEqual([ids.manager]);
  await records.update('staff', String(ids.group_leader), { roleIds });
});
