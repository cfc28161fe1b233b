import { callApi, tokenOf, tokenOnPage } from './support/api.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** Texts that would run where they are taken for markup; short enough for a name. */
const call = 'window.__ran=1';
const texts = [
  `<img src=x onerror=${call}>`,
  `<svg onload=${call}>`,
  `"><script>${call}</script>`,
  `{{${call}}}`,
  `javascript:${call}`,
] as const;

test('what people type is shown letter by letter, wherever it goes', async ({ page }) => {
  test.slow();
  await signIn(page, 'manager');
  const token = await tokenOf(page.request, 'admin');
  // One whom the list shows.
  const own = await tokenOnPage(page);
  const found = await callApi(page.request, own, '/v1/customer/query', { size: 1, fields: ['name'] }, 'alllist');
  const [customer] = Array.isArray(found.data?.list) ? found.data.list : [];
  const id = String(customer.id);
  const before = await callApi(page.request, token, '/v1/customer/view', { id });
  const change = (values: Readonly<Record<string, unknown>>, version: unknown) =>
    callApi(page.request, token, '/v1/customer/modify', { id, version, ...values });
  const changed = await change(
    { name: texts[0], city: texts[3], province: texts[1], wechat: texts[4], remark: texts.join('\n') },
    before.data?.version,
  );
  expect(changed.code, changed.message).toBe('0');
  const followed = await callApi(page.request, token, '/v1/follow/up/create', {
    bizType: 'customer',
    bizId: id,
    customerId: id,
    method: 'wechat',
    result: 'connected',
    content: texts.join('\n'),
  });
  expect(followed.code, followed.message).toBe('0');
  try {
    await page.goto(`/customer/business/alllist?q=${encodeURIComponent(texts[0])}`);
    const row = page.locator(`[data-row-key="${id}"]`);
    await expect(row).toContainText(texts[0]);
    await expect(row).toContainText(texts[3]);
    await row.getByRole('button', { name: '编辑' }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByLabel('姓名')).toHaveValue(texts[0]);
    await drawer
      .getByRole('button', { name: /取\s?消|关\s?闭/ })
      .first()
      .click();

    await page.goto(`/customer/business/allpromotepanoramic?id=${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(texts[0]);
    await expect(page.getByRole('article').first()).toContainText(texts[2]);
    await page.getByRole('tab', { name: '变更记录' }).click();
    await expect(page.getByRole('article').first()).toContainText(texts[1]);
    await page.emulateMedia({ media: 'print' });
    await page.pdf();
    await page.emulateMedia({ media: null });

    await expect(page.locator('[onerror],[onload],iframe,main script,a[href^="javascript:"]')).toHaveCount(0);
    expect(await page.evaluate(() => Reflect.get(window, '__ran'))).toBeUndefined();
  } finally {
    const now = await callApi(page.request, token, '/v1/customer/view', { id });
    const { name, city, province, wechat, remark } = before.data ?? {};
    await change({ name, city, province, wechat, remark }, now.data?.version);
  }
});
