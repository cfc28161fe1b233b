import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { accessibilityFaults } from './support/accessibility.ts';
import { fillLogin } from './support/account.ts';
import { callApi, tokenOf } from './support/api.ts';
import { rowsOf } from './support/database.ts';
import { paidOrder, submittedOrder } from './support/order.ts';
import { productFolder } from './support/places.ts';
import { choose, rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const scan = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What was sent to phones and says something, newest first. */
function messages(words: string): readonly string[] {
  const folder = path.join(productFolder(), 'data', 'sms');
  const files = ['sent', 'told'].flatMap((name) => {
    const place = path.join(folder, name);
    return readdirSync(place).map((file) => JSON.parse(readFileSync(path.join(place, file), 'utf8')));
  });
  return files
    .filter(({ text }) => String(text).includes(words))
    .toSorted((one, other) => String(other.at).localeCompare(String(one.at)))
    .map(({ text }) => String(text));
}

function fieldOf(row: object | undefined, key: string): string {
  return String(Reflect.get(Object(row), key));
}

async function confirmed(page: Page, button: Locator, fill?: (dialog: Locator) => Promise<void>): Promise<void> {
  await button.click();
  const dialog = page.getByRole('dialog');
  await fill?.(dialog);
  await dialog.getByRole('button', { name: /^(确定|保存|发布|发起签署|归档|审核归档|驳回|上传扫描件)$/ }).click();
  await expect(dialog).toBeHidden();
}

const attach = async (dialog: Locator) => {
  await dialog.locator('input[type=file]').setInputFiles({ name: '扫描件.png', mimeType: 'image/png', buffer: scan });
  await expect(dialog.getByText('扫描件.png')).toBeVisible();
};

test('a template is published, an order agreed on by a link with a code, another on paper; the sealed file stays what it was', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(420_000);
  const code = `J7${String(Date.now()).slice(-8)}`;
  await signIn(page, 'academic', '/recruitment/agreement/classagreement');
  await page.getByRole('button', { name: /新增/ }).click();
  const form = page.getByRole('dialog', { name: '新增班型协议' });
  await form.getByLabel('协议编码').fill(code);
  await form.getByLabel('协议名称').fill(`旅程协议${code}`);
  const body = form.locator('[contenteditable=true]');
  await body.fill('甲方{customer}购买{classTypes}，共{amunt}。');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText(/第 1 段没有变量“{amunt}”/)).toBeVisible();
  await body.fill('甲方{customer}购买{classTypes}，共{amount}。');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('tab', { name: '草稿' }).click();
  const template = rows(page).filter({ hasText: code });
  await confirmed(page, template.getByRole('button', { name: /^发布/ }));
  const [made] = await rowsOf('select id from agreement_template where code = $1', [code]);
  const agreementTemplateId = fieldOf(made, 'id');
  await page.goto(`/recruitment/agreement/classagreementDetail?id=${agreementTemplateId}`);
  const other = await submittedOrder(request, '法考全程班');
  await page.getByRole('combobox', { name: '订单' }).fill(other.no);
  await page
    .locator('.ant-select-dropdown:visible')
    .getByTitle(new RegExp(`^${other.no}`))
    .click();
  await expect(page.getByRole('article', { name: '预览' })).toContainText('甲方〔客户〕购买法考全程班 3980.00 元');

  const order = await submittedOrder(request, '法考全程班', { agreementTemplateId });
  await signIn(page, 'sales', `/recruitment/orderdetails?id=${order.id}&tab=orderAgreements`);
  const line = rows(page).filter({ hasText: `旅程协议${code}` });
  await expect(line).toContainText('待发起');
  await confirmed(page, line.getByRole('button', { name: /^发起签署/ }));
  await expect(line).toContainText('待签署');
  const [sealed] = await rowsOf(
    'select id, agreement_no as no, content_hash as hash from agreement where order_id = $1',
    [order.id],
  );
  await expect.poll(() => messages(fieldOf(sealed, 'id')).length, { timeout: 40_000 }).toBe(1);
  const [link = ''] = /http\S+/.exec(messages(fieldOf(sealed, 'id'))[0] ?? '') ?? [];

  const phone = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await phone.goto(link);
  await expect(phone.getByRole('main')).toContainText('购买法考全程班 3980.00 元，共3980.00 元');
  expect(await accessibilityFaults(phone)).toEqual([]);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await phone.getByRole('button', { name: '获取验证码' }).click();
  await expect(phone.getByRole('status')).toContainText('验证码已发出');
  const [, sent = ''] = /验证码 (\d{6})/.exec(messages(`协议 ${fieldOf(sealed, 'no')}`)[0] ?? '') ?? [];
  await phone.getByRole('textbox', { name: '验证码' }).fill(sent === '000000' ? '000001' : '000000');
  await phone.getByRole('button', { name: '同意并签署' }).click();
  await expect(phone.getByRole('status')).toContainText('还可以试 4 次');
  await phone.getByRole('textbox', { name: '验证码' }).fill(sent);
  await phone.getByRole('button', { name: '同意并签署' }).click();
  await expect(phone.getByRole('status')).toContainText('您已签署这份协议');
  await phone.close();

  await signIn(page, 'academic', '/recruitment/agreement/useragreement?tab=signed');
  await page.getByRole('tab', { name: /待归档/ }).click();
  const signed = rows(page).filter({ hasText: fieldOf(sealed, 'no') });
  await signed.getByRole('button', { name: /^归档/ }).click();
  await expect(signed).toHaveCount(0);
  // A new edition of the template leaves what was signed as it was.
  await page.goto(`/recruitment/agreement/classagreementDetail?id=${agreementTemplateId}`);
  await page.getByRole('button', { name: /修订/ }).click();
  await expect(page).not.toHaveURL(new RegExp(agreementTemplateId));
  await confirmed(page, page.getByRole('button', { name: '发布', exact: true }));
  await page.goto(`/recruitment/agreement/useragreement/detail?id=${fieldOf(sealed, 'id')}`);
  await expect(page.getByText(fieldOf(sealed, 'hash')).first()).toBeVisible();
  await expect(page.getByRole('article')).toContainText('购买法考全程班 3980.00 元');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载文件' }).click();
  expect((await saved).suggestedFilename()).toBe(`旅程协议${code}${fieldOf(sealed, 'no')}.html`);
  expect(await accessibilityFaults(page)).toEqual([]);

  await onPaper(page, code, other.no);
  const stored = await rowsOf(
    `select a.status, a.mode, a.template_version as edition, o.agreement_status as told from agreement a
      join sales_order o on o.id = a.order_id where a.order_id = any($1) order by a.created_at`,
    [[order.id, other.id]],
  );
  expect(stored).toEqual([
    { status: 'archived', mode: 'online', edition: 1, told: 'signed' },
    { status: 'archived', mode: 'offline', edition: 2, told: 'signed' },
  ]);
});

/** Agrees on an order on paper: the scan is rejected once. */
async function onPaper(page: Page, code: string, orderNo: string): Promise<void> {
  await signIn(page, 'sales', '/courseExam/userAgreement/myOfflineAgreement');
  await page.getByRole('button', { name: '登记线下协议' }).first().click();
  const form = page.getByRole('dialog');
  await choose(form, '订单', orderNo);
  await choose(form, '协议模板', `旅程协议${code}`);
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page).toHaveURL(/useragreement\/detail\?id=/);
  const here = page.url();
  const upload = page.getByRole('button', { name: '上传扫描件', exact: true });
  await confirmed(page, upload, attach);
  await expect(page.getByText('待审核').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '审核归档', exact: true })).toHaveCount(0);
  await signIn(page, 'academic', here);
  await confirmed(page, page.getByRole('button', { name: '驳回', exact: true }), (dialog) =>
    dialog.getByLabel('驳回原因').fill('没有签字'),
  );
  await signIn(page, 'sales', here);
  await confirmed(page, upload, attach);
  await signIn(page, 'academic', here);
  await confirmed(page, page.getByRole('button', { name: '审核归档', exact: true }));
  await expect(page.getByText('已归档').first()).toBeVisible();
}

test('services of paid orders are shared out as was shown before; a first contact needs a follow-up, and a student at risk is rescued', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const order = await paidOrder(request, '法考全程班');
  const ofOrder = 'select id, status, own_state as own, project_id as project from study_service where order_id = $1';
  const [service] = await rowsOf(ofOrder, [order.id]);
  expect(service).toMatchObject({ status: 'pending', own: 'pooled' });
  const [own] = await rowsOf(
    `select s.id, s.account from staff s where s.status = 'active' and $1::uuid = any(s.project_ids)
      and exists (select from role r where r.code = 'supervisor' and r.id = any(s.role_ids)) order by s.account limit 1`,
    [fieldOf(service, 'project')],
  );

  await signIn(page, 'supervisor_leader');
  const receivers = [{ staffId: fieldOf(own, 'id'), weight: 1 }];
  const body = { kind: 'pool', rule: 'even', limit: 3, projectId: fieldOf(service, 'project'), receivers };
  const made = await callApi(request, await tokenOf(request, 'supervisor_leader'), '/v1/service/batch/create', body);
  expect(made, made.message).toMatchObject({ code: '0' });
  const batchId = String(made.data?.id);
  await page.goto(`/recruitment/job/batchassign/detail?id=${batchId}`);
  await page.getByRole('button', { name: '分配', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const planned = dialog.getByRole('row').filter({ hasText: 'DX' });
  await expect(planned.first()).toBeVisible();
  const shown = (await planned.allInnerTexts()).map((text) => text.split(/\s+/));
  await dialog.getByRole('button', { name: /^(确定|分配)$/ }).click();
  await expect(dialog).toBeHidden();
  const result = `select s.service_no as no, p.name, s.id, (select count(*)::int from work_order w
      where w.order_id = s.order_id and w.type = 'rescue') as rescues from service_batch_item i join study_service s on s.id = i.service_id
    join staff p on p.id = s.supervisor_id where i.batch_id = $1 order by s.service_no`;
  await expect.poll(async () => (await rowsOf(result, [batchId])).length).toBe(shown.length);
  const given = await rowsOf(result, [batchId]);
  for (const row of given)
    expect(shown.find((cells) => cells.includes(fieldOf(row, 'no')))).toContain(fieldOf(row, 'name'));

  const mine = given.find((row) => fieldOf(row, 'rescues') === '0');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/user/login');
  await fillLogin(page, fieldOf(own, 'account'));
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await page.goto(`/recruitment/job/teacherOrderPromotePanoramic?id=${fieldOf(mine, 'id')}`);
  await page.getByRole('button', { name: '首联', exact: true }).click();
  // Nobody is noted as reached whom nothing was written about.
  await expect(page.getByText('请先写下与学员联系上的跟进，再首联')).toBeVisible();
  expect(await rowsOf('select status from study_service where id = $1', [fieldOf(mine, 'id')])).toEqual([
    { status: 'waiting_contact' },
  ]);
  await page.getByRole('button', { name: '写跟进' }).click();
  const note = page.getByRole('dialog', { name: '写跟进' });
  await choose(note, '跟进方式', '微信');
  await choose(note, '跟进结果', '已接通');
  await note.getByLabel('跟进内容').fill('加了微信，说好每周三晚上复习');
  await note.getByRole('button', { name: '保存' }).click();
  await expect(note).toBeHidden();
  await page.getByRole('button', { name: '首联', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('服务中');
  // A student who is about to give up is rescued by a work order, which is told of where he is looked after.
  await confirmed(page, page.getByRole('button', { name: '评估风险', exact: true }), async (asked) => {
    await choose(asked, '风险等级', '高（可能退费）');
    await asked.getByRole('textbox', { name: '风险原因' }).fill('三周没有听课，说要退费');
  });
  expect(await accessibilityFaults(page)).toEqual([]);
  const led = await rowsOf(
    `select s.status, s.risk_level as risk, w.type, w.status as work, w.creator_id = s.supervisor_id as own,
      s.next_contact_at > now() as planned from study_service s join work_order w on w.order_id = s.order_id
      where s.id = $1 and w.type = 'rescue'`,
    [fieldOf(mine, 'id')],
  );
  const rescue = { type: 'rescue', work: 'pending_assign', own: true };
  expect(led).toEqual([{ status: 'serving', risk: 'high', ...rescue, planned: true }]);
  // One supervisor at a time, as the history of owners says.
  const wrong = `select s.id from study_service s join owner_record r on r.subject_id = s.id and r.ended_at is null
    where s.id = $1 group by s.id, s.supervisor_id having count(*) <> 1 or min(r.to_staff_id::text) <> s.supervisor_id::text`;
  expect(await rowsOf(wrong, [fieldOf(mine, 'id')])).toEqual([]);
  await page.goto('/recruitment/job/myTeacherOrder');
  await page.getByRole('tab', { name: /高风险/ }).click();
  await expect(page.locator(`[data-row-key="${fieldOf(mine, 'id')}"]:visible`)).toHaveCount(1);
});
