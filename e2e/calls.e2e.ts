import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { type Account, password } from './support/account.ts';
import { type Answer, callApi, tokenOf } from './support/api.ts';
import { rowsOf } from './support/database.ts';
import { type Line, startLine, tone } from './support/line.ts';
import { rows, total } from './support/screen.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// One company: what is reviewed was called before.
test.describe.configure({ mode: 'serial' });

const secret = 'a-secret-of-the-calls';
const said = '[00:01] 坐席：您好，这里是学习中心\n[00:02] 坐席：跟着我们学就是包过的，您放心';

let line: Line;
let server: RunningServer;
let request: APIRequestContext;
let callId: string;
let callNo: string;

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(240_000);
  line = await startLine(secret);
  server = await startServer('schemas', password, {
    TELEPHONY_URL: line.url,
    TELEPHONY_SECRET: secret,
  });
  request = await playwright.request.newContext({ baseURL: server.baseUrl });
});

test.afterAll(async () => {
  await request?.dispose();
  await server?.stop();
  await line?.stop();
});

const sql = (query: string, values: readonly unknown[] = []) => rowsOf(query, values, server.folder);
const as = async (account: Account, path: string, body: unknown = {}): Promise<Answer> =>
  callApi(request, await tokenOf(request, account), path, body);

/** Opens a page of the product as somebody, in a window of his own. */
async function open(browser: Browser, account: Account, path: string): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL: server.baseUrl, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' },
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await signIn(page, account, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

/** The line of a call on the list that is open, searched for by its number on the line. */
const lineOf = (page: Page, no: string) => rows(page).filter({ hasText: no });

/** Goes from a list of calls to one of them. */
async function openCall(browser: Browser, account: Account, list: string): Promise<Page> {
  const page = await open(browser, account, `/customer/${list}`);
  await lineOf(page, callNo).getByRole('link', { name: callNo }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(callNo);
  return page;
}

/** Calls a customer of `sales` from his record, as the click on the telephone does. */
async function call(): Promise<Readonly<Record<string, unknown>>> {
  const customers = await as('sales', '/v1/customer/query', {
    where: {
      and: [
        { field: 'ownState', op: 'eq', value: 'owned' },
        { field: 'doNotCall', op: 'eq', value: false },
        { field: 'blacklisted', op: 'eq', value: false },
      ],
    },
    fields: ['id'],
    size: 1,
  });
  const [customer] = Array.isArray(customers.data?.list) ? customers.data.list : [];
  const made = await as('sales', '/v1/phone/call/create', {
    ...{ provider: 'webphone', entity: 'customer', id: customer?.id, field: 'mobile' },
  });
  expect(made).toMatchObject({ code: '0' });
  return made.data ?? {};
}

test('J4: a call is answered and recorded, another is not, and neither shows its number', async () => {
  const made = await call();
  callId = String(made.callId);
  callNo = String(made.callNo);
  expect(JSON.stringify(made)).not.toMatch(/(?<!\w)1[3-9]\d{9}(?!\w)/);
  for (const event of [
    { kind: 'ringing' },
    { kind: 'answered' },
    { kind: 'ended', hangupBy: 'customer', talkSeconds: 95 },
    { kind: 'transcript', text: said },
  ])
    expect(await line.tell(request, { callId, ...event })).toMatchObject({ code: '0' });
  expect(await line.record(request, callId, tone(4))).toMatchObject({ code: '0' });

  const missed = await call();
  expect(await line.tell(request, { callId: missed.callId, kind: 'rejected', code: 486 })).toMatchObject({ code: '0' });

  expect(await sql('select status, talk_seconds, reject_code from call_record where id = $1', [callId])).toEqual([
    { status: 'answered', talk_seconds: 95, reject_code: null },
  ]);
  expect(await sql('select status, talk_seconds, reject_code from call_record where id = $1', [missed.callId])).toEqual(
    [{ status: 'busy', talk_seconds: 0, reject_code: 486 }],
  );
  expect(await sql('select status, matched from forbidden_word_hit where source_id = $1', [callId])).toEqual([
    { status: 'pending', matched: '包过' },
  ]);
  expect(await sql('select status, source from qa_review where target_id = $1', [callId])).toEqual([
    { status: 'pending', source: 'word' },
  ]);
});

test('J4: the agent, his leaders and inspectors hear it with the word marked, each play logged; nobody else does', async ({
  browser,
}) => {
  for (const [account, list] of [
    ['sales', 'mycall'],
    ['group_leader', 'departmentcall'],
    ['manager', 'allcall'],
    ['quality_inspector', 'allcall'],
  ] as const) {
    const page = await openCall(browser, account, list);
    await expect(page.locator('mark').filter({ hasText: '包过' })).toHaveAttribute('title', '严重 · 待处理');
    const player = page.getByRole('region', { name: '录音' });
    await player.getByRole('button', { name: '播放', exact: true }).click();
    await expect(player.getByRole('button', { name: '暂停' })).toBeVisible();
    await expect
      .poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(0);
    expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => Math.round(audio.duration))).toBe(4);
    await page.context().close();
  }
  const colleague = await open(browser, 'sales2', '/customer/mycall');
  await expect(rows(colleague).first()).toBeVisible();
  await expect(lineOf(colleague, callNo)).toHaveCount(0);
  await colleague.goto(`/customer/callDetail?id=${callId}`);
  await expect(colleague.getByText(/不存在|没有权限/).first()).toBeVisible();
  await colleague.context().close();
  for (const account of ['sales2', 'promoter'] as const)
    for (const verb of ['view', 'play'])
      expect((await as(account, `/v1/call/record/${verb}`, { id: callId })).code, `${account} ${verb}`).not.toBe('0');
  // Who plays may not carry it away.
  expect((await as('sales', '/v1/call/record/download', { id: callId })).code).toBe('1001');
  expect(
    await sql(
      `select s.account, count(*)::int as plays from operation_log l join staff s on s.id = l.staff_id
        where l.entity_id = $1 and l.action = 'call_record.play' group by 1 order by 1`,
      [callId],
    ),
  ).toEqual(['group_leader', 'manager', 'quality_inspector', 'sales'].map((account) => ({ account, plays: 1 })));
});

test('J4: an inspector finds 72 points, the agent appeals, and only another inspector judges at last', async ({
  browser,
}) => {
  const first = await openCall(browser, 'quality_inspector', 'allcall');
  await first.getByRole('tab', { name: '质检', exact: true }).click();
  const review = rows(first).filter({ hasText: /^ZJ/ });
  await review.getByRole('button', { name: '领取质检' }).click();
  await expect(review).toContainText('质检中');
  await first.getByRole('tab', { name: '违禁词命中' }).click();
  await rows(first).filter({ hasText: '包过' }).getByRole('button', { name: '确认违规' }).click();
  const note = first.getByRole('dialog');
  await note.getByRole('button', { name: /确定|确认违规/ }).click();
  await expect(rows(first).filter({ hasText: '包过' })).toContainText('确认违规');
  await first.getByRole('tab', { name: '质检', exact: true }).click();
  await review.getByRole('button', { name: '提交结论' }).click();
  const form = first.getByRole('dialog', { name: '提交质检结论' });
  await form.getByLabel('流程').fill('8');
  await form.getByLabel('违禁').fill('20');
  await form.getByRole('button', { name: '确定' }).click();
  await expect(first.getByText(/得分 72/).first()).toBeVisible();
  await form.getByLabel('问题说明').fill('向客户承诺包过');
  await form.getByRole('button', { name: '确定' }).click();
  await expect(review).toContainText('不合格');
  await expect(review).toContainText('72');
  const again = (page: Page) => page.getByRole('button', { name: '发起质检' });
  await expect(again(first)).toHaveAttribute('aria-disabled', 'true');
  await first.context().close();

  const agent = await openCall(browser, 'sales', 'mycall');
  await agent.getByRole('tab', { name: '质检', exact: true }).click();
  await rows(agent).getByRole('button', { name: '申诉' }).click();
  const appeal = agent.getByRole('dialog');
  await appeal.getByLabel('申诉理由').fill('只是转述老学员的说法');
  await appeal.getByRole('button', { name: '确定' }).click();
  await expect(rows(agent).first()).toContainText('申诉中');
  await agent.context().close();

  const [stored] = await sql('select id from qa_review where target_id = $1', [callId]);
  const judgement = { id: Object(stored).id, score: 85, redLine: false, judgeRemark: '改判' };
  expect(await as('quality_inspector', '/v1/qa/review/judge', judgement)).toMatchObject({
    message: '终审须由原质检员、被检人以外的人作出',
  });
  const second = await openCall(browser, 'quality_inspector2', 'allcall');
  await second.getByRole('tab', { name: '质检', exact: true }).click();
  await rows(second).getByRole('button', { name: '终审' }).click();
  const judging = second.getByRole('dialog');
  await judging.getByLabel('终审得分').fill('75');
  await judging.getByLabel('终审意见').fill('确有承诺，维持不合格');
  await judging.getByRole('button', { name: '确定' }).click();
  await expect(second.getByText('已终审')).toBeVisible();
  await expect(rows(second).first()).toContainText('确有承诺');
  await expect(again(second)).not.toHaveAttribute('aria-disabled');
  await second.context().close();
  expect(
    await sql(
      `select r.status, r.score, r.result, i.account as inspector, j.account as judge, k.qa_status from qa_review r
        join staff i on i.id = r.inspector_id join staff j on j.id = r.judge_id join call_record k on k.id = r.target_id
        where k.id = $1`,
      [callId],
    ),
  ).toEqual([
    {
      ...{ status: 'final', score: 75, result: 'fail', qa_status: 'failed' },
      ...{ inspector: 'quality_inspector', judge: 'quality_inspector2' },
    },
  ]);
});

test('a provider’s file of calls is taken in once, and knows whose calls they are', async ({ browser }) => {
  const page = await open(browser, 'manager', '/customer/allcall');
  const serial = String(Date.now());
  const [agent] = await sql(`select hl_agent_id as agent, name from staff where account = 'sales'`);
  const moment = (minutesAgo: number) =>
    new Date(Date.now() + 8 * 3_600_000 - minutesAgo * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const table = [
    '线路,线路通话编号,方向,坐席员工,被叫,发起时间,通话时长（秒）,转写文本',
    `hl 坐席,${serial}-1,呼出,${Object(agent).agent},13900001234,${moment(30)},61,坐席：我们包过`,
    `hl 坐席,${serial}-2,呼出,${Object(agent).agent},13900001234,${moment(20)},0,`,
    `hl 坐席,,呼出,${Object(agent).agent},13900001234,${moment(10)},12,`,
  ].join('\n');
  const takeIn = async (name: string, trial: string) => {
    await page.getByRole('button', { name: '导入' }).click();
    const drawer = page.getByRole('dialog', { name: '导入通话记录' });
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(table) };
    await drawer.locator('input[type=file]').setInputFiles(file);
    await drawer.getByRole('button', { name: '预检' }).click();
    await expect(drawer.getByText(trial)).toBeVisible({ timeout: 30_000 });
    return drawer;
  };
  const drawer = await takeIn('话单.csv', '预检完成：共 3 条，可以导入 2 条');
  await drawer.getByRole('button', { name: '导入 2 条' }).click();
  await expect(drawer.getByText('导入完成：共 3 条，成功 2 条')).toBeVisible({ timeout: 30_000 });
  expect(
    await sql(
      `select k.status, k.talk_seconds, k.forbidden_hit_count, k.qa_status, s.account from call_record k
        join staff s on s.id = k.staff_id where k.provider_call_id like $1 order by k.provider_call_id`,
      [`${serial}-%`],
    ),
  ).toEqual([
    { status: 'answered', talk_seconds: 61, forbidden_hit_count: 1, qa_status: 'pending', account: 'sales' },
    { status: 'no_answer', talk_seconds: 0, forbidden_hit_count: 0, qa_status: 'none', account: 'sales' },
  ]);
  await page.context().close();
});

test('Q: calls, figures, hits and reviews hold together', async ({ browser }) => {
  const none = async (query: string) => expect(await sql(query), query).toEqual([]);
  await none(`select id from call_record where status not in ('dialing', 'ringing', 'talking')
    and (status = 'answered') <> (answered_at is not null and talk_seconds > 0)`);
  await none(`select source_id from forbidden_word_hit where deleted_at is null
    group by source_type, source_id, word_id, text_offset having count(*) > 1`);
  await none(`select id from qa_review where inspector_id = staff_id or judge_id in (staff_id, inspector_id)
    or (status = 'final' and appealed_at is not null and judge_id is null)`);
  await none(`select k.id from call_record k where k.forbidden_hit_count <> (select count(*) from forbidden_word_hit h
    where h.source_id = k.id and h.deleted_at is null and h.status <> 'ignored')`);
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const today = `(k.started_at at time zone 'Asia/Shanghai')::date = (now() at time zone 'Asia/Shanghai')::date`;
  for (const [account, list, whose] of [
    ['quality_inspector', 'allcall', 'true'],
    [
      'group_leader',
      'departmentcall',
      `k.department_id = (select department_id from staff where account = 'group_leader')`,
    ],
    ['sales', 'mycall', `k.staff_id = (select id from staff where account = 'sales')`],
  ] as const) {
    const [plain] =
      await sql(`select count(*)::int as calls, count(*) filter (where status = 'answered')::int as answered,
      count(*) filter (where status = 'answered' and talk_seconds >= 30)::int as effective,
      coalesce(sum(talk_seconds), 0)::int as talk from call_record k
      where ${today} and ${whose} and k.confirmation <> 'pending' and k.deleted_at is null`);
    const { calls, answered, effective, talk } = Object(plain);
    const page = await open(browser, account, `/customer/${list}`);
    const figure = (title: string) => page.getByRole('region', { name: title, exact: true }).locator('.engine-figure');
    await expect(figure('通话')).toHaveText(String(calls));
    await expect(figure('接通')).toHaveText(String(answered));
    await expect(figure('有效通话')).toHaveText(String(effective));
    const sums = await callApi(
      request,
      await tokenOf(request, account),
      '/v1/report/call/statistics/query',
      { startDate: day, endDate: day, dimensions: ['staff'], measures: ['calls', 'answered', 'talkSeconds'] },
      list,
    );
    expect(sums, JSON.stringify(sums)).toMatchObject({ code: '0' });
    const groups = Array.isArray(sums.data?.rows) ? sums.data.rows : [];
    const sum = (key: string) => groups.reduce((all, row) => all + Number(row[key] ?? 0), 0);
    expect([sum('calls'), sum('answered'), sum('talkSeconds')], list).toEqual([calls, answered, talk]);
    // The number opens exactly the calls behind it.
    await page.getByRole('region', { name: '通话', exact: true }).getByRole('link').first().click();
    await expect.poll(() => total(page), list).toBe(calls);
    await page.context().close();
  }
});
