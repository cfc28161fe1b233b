import type { APIRequestContext, Page } from '@playwright/test';
import { callApi, tokenOf } from './support/api.ts';
import { rowsOf } from './support/database.ts';
import { choose, rows } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('an order is made step by step, reviewed, paid and confirmed; all that follows is there', async ({
  page,
  request,
}) => {
  const customer = await ownCustomer(request);
  await signIn(page, 'sales', '/recruitment/job/createjob');
  await choose(page, '客户', customer);
  await choose(page, '项目', '法律职业资格');
  await step(page);
  // From the list of classes, of which those of the project that are on sale are offered.
  await page.getByRole('button', { name: '选择班型', exact: true }).click();
  const classes = page.locator('.engine-pick');
  await expect(rows(classes).filter({ hasNotText: '法律职业资格' })).toHaveCount(0);
  await rows(classes).filter({ hasText: '法考全程班' }).getByRole('checkbox').check();
  await classes.getByRole('button', { name: '确定' }).click();
  await page.getByRole('spinbutton', { name: '优惠（每份）（第 1 行）' }).fill('200');
  await expect(page.getByText('¥3,780.00').first()).toBeVisible();
  await page.getByRole('textbox', { name: '优惠原因' }).fill('老学员推荐');
  await step(page);
  await step(page);
  await step(page);
  await page.getByRole('button', { name: '保存' }).click();

  // Five per cent is beyond what a salesperson may give: the leader has to agree.
  await expect(page).toHaveURL(/\/recruitment\/orderdetails\?id=/);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '提交' }).click();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('待审核');
  expect(await moneyOf(id)).toEqual({ status: 'pending_review', list: 398_000, payable: 378_000, paid: 0 });

  await signIn(page, 'group_leader', '/recruitment/job/orderexamine');
  const [order] = await rowsOf('select order_no as "no" from sales_order where id = $1', [id]);
  const no = String((order as { readonly no: string } | undefined)?.no);
  await page.getByRole('textbox', { name: '关键字' }).fill(no);
  await page.getByRole('textbox', { name: '关键字' }).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('button', { name: '通过' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已通过，已通知业务员')).toBeVisible();

  await signIn(page, 'sales', `/recruitment/orderdetails?id=${id}`);
  await page.getByRole('button', { name: '登记到款' }).click();
  const drawer = page.getByRole('dialog', { name: '登记到款' });
  await drawer.getByRole('spinbutton', { name: '金额' }).fill('3780');
  await choose(drawer, '支付方式', '微信');
  await drawer.getByRole('textbox', { name: '交易流水号' }).fill(`WX${id.slice(-10)}`);
  await drawer.locator('input[type=file]').setInputFiles({ name: '凭证.png', mimeType: 'image/png', buffer: picture });
  await expect(drawer.getByText('凭证.png')).toBeVisible();
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已登记，等待财务确认')).toBeVisible();

  await signIn(page, 'finance', '/recruitment/job/paymentConfirm');
  await page.getByRole('textbox', { name: '关键字' }).fill(`WX${id.slice(-10)}`);
  await page.getByRole('textbox', { name: '关键字' }).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('button', { name: '确认到款' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('到款已确认', { exact: true })).toBeVisible();

  expect(await moneyOf(id)).toEqual({ status: 'paid', list: 398_000, payable: 378_000, paid: 378_000 });
  const [followed] = await rowsOf(
    `select (select count(*) from study_service s where s.order_id = o.id)::int as services,
      (select count(*) from qa_review q where q.order_id = o.id)::int as reviews,
      (select count(*) from user_match m where m.order_id = o.id)::int as matches,
      (select sum(amount) from performance_ledger l where l.order_id = o.id and l.role_kind = 'seller')::int as performance,
      (select stage from customer c where c.id = o.customer_id) as stage from sales_order o where o.id = $1`,
    [id],
  );
  expect(followed).toEqual({ services: 1, reviews: 1, matches: 1, performance: 378_000, stage: 'deal' });
});

/** The next step of the wizard. */
async function step(page: Page): Promise<void> {
  await page.getByRole('button', { name: '下一步' }).click();
}

async function moneyOf(id: string): Promise<object | undefined> {
  const [order] = await rowsOf(
    'select status, list_total::int as list, payable_total::int as payable, paid_total::int as paid from sales_order where id = $1',
    [id],
  );
  return order;
}

/** The name of a customer of `sales` whom nobody else of his is called like. */
async function ownCustomer(request: APIRequestContext): Promise<string> {
  const answer = await callApi(request, await tokenOf(request, 'sales'), '/v1/customer/query', {
    where: {
      and: [
        { field: 'ownState', op: 'eq', value: 'owned' },
        { field: 'stage', op: 'eq', value: 'following' },
      ],
    },
    fields: ['name'],
    size: 100,
  });
  const list = (answer.data?.list ?? []) as readonly { readonly name: string }[];
  const names = list.map(({ name }) => name);
  const own = names.find((name) => names.indexOf(name) === names.lastIndexOf(name));
  if (own === undefined) throw new TypeError('no customer');
  return own;
}
