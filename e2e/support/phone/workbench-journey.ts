import { rowsOf } from '../database.ts';
import { choose, openList, rows } from '../screen.ts';
import { expect, test } from '../test.ts';
import type { PhoneFixture } from './journeys.ts';
import { openPanel } from './phone-page.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';

/** Somebody calls one after the other at the call workbench; what he presses is counted. */
export function workbenchJourney(fixtureOf: () => PhoneFixture): void {
  test('one after the other is called at the workbench by keys alone, three or less each', async () => {
    const fixture = fixtureOf();
    const { page, panel } = fixture.caller;
    const count = isDeep ? 10 : 2;
    const since = (await rowsOf('select now()::text as at'))[0];
    await page.goto('/dashboard/surveylist');
    let strokes = 1;
    await page.getByRole('link', { name: '电话工作台', exact: true }).first().click();
    const press = async (key: string) => {
      strokes += 1;
      await page.keyboard.press(key);
    };
    const turn = page.getByRole('region', { name: /^当前：/ });
    await expect(panel.locator('.phone-line')).toContainText('已连接', { timeout: 30_000 });
    await expect(turn.getByRole('button', { name: '拨打' })).toBeEnabled();
    const called: string[] = [];
    await press('Enter');
    for (let place = 1; place <= count; place++) {
      await expect(panel.getByText(/通话中/)).toBeVisible({ timeout: 20_000 });
      const name = await turn.locator('strong').innerText();
      await expect(panel.locator('.phone-party strong')).toHaveText(name);
      called.push(name);
      await press(String(place % 2 === 0 ? 1 : 3));
      await press(place < count ? 'Shift+Enter' : 'Enter');
      await expect(panel.locator('.phone-party strong').filter({ hasText: name })).toHaveCount(0, { timeout: 20_000 });
    }
    await expect(panel.getByLabel('输入号码')).toBeVisible({ timeout: 20_000 });
    expect(strokes / count).toBeLessThanOrEqual(3);
    const noted = await rowsOf(
      `select c.name, f.result, f.next_follow_at is not null as goes_on, r.status from follow_up f
        join customer c on c.id = f.customer_id join call_record r on r.id = f.call_record_id
        where f.created_at > $1::timestamptz order by f.created_at`,
      [Reflect.get(since ?? {}, 'at')],
    );
    expect(noted).toEqual(
      called.map((name, index) => ({
        ...{ name, status: 'answered' },
        ...(index % 2 === 0 ? { result: 'interested', goes_on: true } : { result: 'connected', goes_on: false }),
      })),
    );
    // Whoever was put off is gone from the queue, and comes back when that is taken back.
    const next = await turn.locator('strong').innerText();
    await page.keyboard.press('m');
    await expect(turn.locator('strong')).not.toHaveText(next);
    await page.getByRole('button', { name: '撤销' }).click();
    await expect(page.getByRole('navigation', { name: '今天要拨打的人' }).getByText(next)).toBeVisible();
    await page.goto('/customer/mycall');
    fixture.caller = await openPanel(page);
  });

  test('the rest of a salesperson’s day: somebody is found and noted by keys, one more claimed and given back', async () => {
    const { page } = fixtureOf().caller;
    // Found from anywhere by name, and what was agreed is written down, without a page in between.
    const [person] = await rowsOf(
      `select c.id, c.name from customer c join staff s on s.id = c.owner_id where s.account = 'sales'
        and c.own_state = 'owned' and c.name not in (select name from customer group by name having count(*) > 1)
        order by c.created_at desc limit 1`,
    );
    const words = `约定周末到校区看看 ${Date.now()}`;
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: '命令面板' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(String(Reflect.get(person ?? {}, 'name')));
    await palette.getByRole('group', { name: /^客户/ }).getByRole('option').first().hover();
    await page.keyboard.press('Shift+Enter');
    const form = page.getByRole('dialog', { name: /写跟进/ });
    await choose(form, '跟进方式', '微信');
    await choose(form, '跟进结果', '有意向');
    await form.getByLabel('跟进内容').fill(words);
    const next = form.getByLabel('下次跟进时间');
    await next.fill('2099-12-31 18:00');
    await next.press('Enter');
    await form.getByRole('button', { name: '保存' }).click();
    await expect
      .poll(() => rowsOf('select customer_id from follow_up where content = $1', [words]))
      .toEqual([{ customer_id: Reflect.get(person ?? {}, 'id') }]);

    // Claimed by one click, given back by another.
    await openList(page, '公海查询');
    const claimed = page.waitForResponse('**/v1/customer/claim');
    await rows(page).first().getByRole('button', { name: /^领取/ }).click();
    const { id } = (await claimed).request().postDataJSON();
    const state = async () => (await rowsOf('select own_state from customer where id = $1', [id]))[0];
    await expect.poll(state).toEqual({ own_state: 'owned' });
    await page.getByRole('button', { name: '撤销', exact: true }).click();
    await expect(page.getByText('已撤销')).toBeVisible();
    expect(await state()).toEqual({ own_state: 'pooled' });
  });
}
