import type { APIRequestContext } from '@playwright/test';
import type { Account } from './support/account.ts';
import { callApi, tokenOf } from './support/api.ts';
import { brokenInvariants, rowsOf } from './support/database.ts';
import { choose, newMobile, rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const project = '法律职业资格';
const channel = '官网注册';
// A place no demo rule covers, so that the rule of these journeys alone hands the leads out.
const province = '西藏';

async function idOf(request: APIRequestContext, path: string, field: string, value: string): Promise<string> {
  const where = { field, op: 'eq', value };
  const answer = await callApi(request, await tokenOf(request, 'admin'), path, { where, fields: ['id'], size: 1 });
  const [row] = Array.isArray(answer.data?.list) ? answer.data.list : [];
  return String(row?.id);
}

/** A rule of its own that hands leads to two salespeople in turn. */
async function addRule(request: APIRequestContext): Promise<readonly [string, string]> {
  const people = await Promise.all(
    (['sales', 'sales2'] as const).map((account) => idOf(request, '/v1/sys/user/query', 'account', account)),
  );
  const made = await callApi(request, await tokenOf(request, 'admin'), '/v1/assign/rule/create', {
    name: `旅程 ${newMobile()}`,
    priority: 1,
    provinces: province,
    method: 'round_robin',
    staffIds: people,
    dailyCapPerStaff: 1000,
  });
  expect(made).toMatchObject({ code: '0' });
  return [String(people[0]), String(people[1])];
}

/** One person enters a number once within seconds; who enters it again is somebody else. */
async function addLead(request: APIRequestContext, mobile: string, account: Account = 'promoter'): Promise<string> {
  const made = await callApi(request, await tokenOf(request, account), '/v1/lead/create', {
    name: '央金',
    mobile,
    province,
    projectId: await idOf(request, '/v1/project/query', 'name', project),
    channelId: await idOf(request, '/v1/channel/query', 'name', channel),
  });
  expect(made).toMatchObject({ code: '0' });
  return String(made.data?.id);
}

test('a lead is looked up while it is typed, assigned when it is saved, answered by a follow-up or passed on', async ({
  page,
  request,
}) => {
  const [first] = await addRule(request);
  const mobile = newMobile();
  await signIn(page, 'promoter');
  await page.getByRole('link', { name: '新建推广商机' }).click();
  await page.getByLabel('姓名').fill('卓玛');
  await page.getByLabel('手机号').fill(`+86 ${mobile.slice(0, 3)}-${mobile.slice(3, 7)} ${mobile.slice(7)}`);
  await expect(page.getByText('未找到，可以登记')).toBeVisible();
  await page.getByLabel('省份').fill(province);
  await choose(page, '咨询项目', project);
  await choose(page, '来源渠道', channel);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page).toHaveURL(/personalpromote$/);
  const own = rows(page).filter({ hasText: '卓玛' });
  await expect(own).toContainText('待响应');
  await expect(own).toContainText(`${mobile.slice(0, 3)}****${mobile.slice(7)}`);

  const [lead] = await rowsOf(
    `select l.id, l.customer_id, l.assignee_id, l.promoter_id, c.own_state, c.owner_id,
      extract(epoch from l.accept_deadline - l.assigned_at)::int as seconds from lead l join customer c on c.id = l.customer_id
      where l.name = '卓玛' order by l.created_at desc limit 1`,
  );
  expect(lead).toMatchObject({ own_state: 'owned', seconds: 600 });
  const { id, assignee_id: assignee, customer_id: customer } = lead as Readonly<Record<string, string>>;
  expect(lead).toMatchObject({ owner_id: assignee });
  const [mine, other] = assignee === first ? (['sales', 'sales2'] as const) : (['sales2', 'sales'] as const);
  const lines = async (account: typeof mine) => {
    const answer = await callApi(request, await tokenOf(request, account), '/v1/work/order/ten/minute/query');
    return JSON.stringify(answer.data);
  };
  expect(await lines(mine)).toContain('【卓玛】');
  expect(await lines(other)).not.toContain('【卓玛】');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, mine, '/customer/promote');
  const waiting = rows(page).filter({ hasText: '卓玛' });
  await waiting.getByRole('button', { name: /^首次跟进/ }).click();
  const form = page.getByRole('dialog', { name: '首次跟进' });
  await choose(form, '跟进结果', '有意向');
  await form.getByLabel('跟进内容').fill('在拉萨，想周末学');
  const next = form.getByLabel('下次跟进时间');
  await next.fill('2099-12-31 18:00');
  await next.press('Enter');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(waiting).toContainText('跟进中');
  expect(await lines(mine)).not.toContain('【卓玛】');

  const silent = await addLead(request, newMobile().replace(/^139/, '138'));
  const admin = await tokenOf(request, 'admin');
  const before = await callApi(request, admin, '/v1/lead/view', { id: silent });
  const early = await callApi(request, admin, '/v1/lead/auto/reassign', { id: silent });
  expect(early.data).toMatchObject({ error: { code: 'E_GUARD' } });
  expect(before.data).toMatchObject({ status: 'assigned', reassignCount: 0 });

  expect(
    await rowsOf(
      'select count(*)::int as n from customer where mobile_hash = (select mobile_hash from lead where id = $1)',
      [id],
    ),
  ).toEqual([{ n: 1 }]);
  expect(await rowsOf('select promoter_id from lead where id = $1', [id])).toMatchObject([
    lead === undefined ? {} : { promoter_id: Object(lead).promoter_id },
  ]);
  expect(await rowsOf('select action from owner_record where subject_id = $1', [customer])).toEqual([
    { action: 'assign' },
  ]);
  expect(await brokenInvariants()).toEqual([]);
});

test('a number that comes in again is kept, waits for a decision or goes out again; two of one person become one', async ({
  page,
  request,
}) => {
  const [first, second] = await addRule(request);
  const admin = await tokenOf(request, 'admin');
  const mobile = newMobile().replace(/^139/, '137');
  const lead = await addLead(request, mobile);
  const known = await callApi(request, admin, '/v1/lead/view', { id: lead, fields: ['customerId', 'assigneeId'] });
  const customer = String(known.data?.customerId);
  const owner = known.data?.assigneeId === first ? 'sales' : 'sales2';
  const content = { method: 'wechat', result: 'interested', content: '昨天加了微信' };
  await callApi(request, await tokenOf(request, owner), '/v1/follow/up/create', {
    bizType: 'customer',
    bizId: customer,
    ...content,
  });

  const again = await addLead(request, `0086${mobile}`, 'manager');
  expect(await rowsOf('select status from lead_duplicate where lead_id = $1', [again])).toEqual([{ status: 'kept' }]);
  const told = await callApi(request, await tokenOf(request, owner), '/v1/sys/user/notify/all/query', { stage: 1 });
  expect(JSON.stringify(told.data)).toContain('客户再次咨询');

  await callApi(request, admin, '/v1/customer/return', { id: customer, reason: '联系不上' });
  const back = await addLead(request, mobile, 'admin');
  expect(await rowsOf('select status from lead_duplicate where lead_id = $1', [back])).toEqual([
    { status: 'reactivated' },
  ]);
  expect(await rowsOf('select own_state from customer where id = $1', [customer])).toEqual([{ own_state: 'owned' }]);

  // Another customer of the same person, without a follow-up: his number in again waits for a decision.
  const otherMobile = newMobile().replace(/^139/, '136');
  const otherLead = await addLead(request, otherMobile);
  const otherCustomer = await callApi(request, admin, '/v1/lead/view', { id: otherLead, fields: ['customerId'] });
  await addLead(request, otherMobile, 'manager');
  const sums =
    'select (select count(*)::int from follow_up where customer_id = any($1)) as follow_ups, (select count(*)::int from lead where customer_id = any($1)) as leads';
  const both = [customer, String(otherCustomer.data?.customerId)];
  const before = await rowsOf(sums, [both]);

  await signIn(page, 'admin', '/customer/repeat');
  const waiting = rows(page).filter({ hasText: otherMobile });
  await expect(waiting).toContainText('待处理');
  const name = `合并 ${mobile.slice(3)}`;
  const stored = await callApi(request, admin, '/v1/customer/view', { id: customer });
  await callApi(request, admin, '/v1/customer/modify', { id: customer, version: stored.data?.version, name });
  await waiting.getByRole('button', { name: /^更多/ }).click();
  await page.getByRole('menuitem', { name: '合并' }).click();
  const dialog = page.getByRole('dialog', { name: '合并' });
  await choose(dialog, '与之合并的客户', name);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已合并')).toBeVisible();

  expect(await rowsOf(sums, [[customer]])).toEqual(before);
  expect(await rowsOf('select merged_into_id, owner_id from customer where id = $1', [both[1]])).toEqual([
    { merged_into_id: customer, owner_id: null },
  ]);
  const refused = await callApi(request, admin, '/v1/user/explain/create', { userId: both[1], content: '不行' });
  expect(refused.data).toMatchObject({ error: { faults: [{ code: 'E_INPUT_RULE' }] } });
  expect(second).not.toBe(first);
  expect(await brokenInvariants()).toEqual([]);
});
