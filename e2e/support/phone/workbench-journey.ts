import { rowsOf } from '../database.ts';
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
}
