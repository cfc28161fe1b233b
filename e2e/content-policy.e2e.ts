import { expect, expectNothingWrong, test, type Watched } from './support/test.ts';

/** Ways script gets into a page; run by the page itself, whose policy has to stop each. */
const planted: Readonly<Record<string, () => void>> = {
  'script-src': () => {
    const script = document.createElement('script');
    script.textContent = 'window.__ran = true';
    document.body.append(script);
  },
  'script-src-attr': () => {
    const image = document.createElement('img');
    image.setAttribute('onerror', 'window.__ran = true');
    image.src = 'data:,nothing';
    document.body.append(image);
  },
  eval: () => {
    // Of the page's own making: what the test tool runs is not held to the policy.
    setTimeout(() => {
      try {
        Reflect.get(window, 'eval')('window.__ran = true');
      } catch {
        // Refused, as it has to be; the refusal is reported.
      }
    });
  },
  'frame-src': () => {
    const frame = document.createElement('iframe');
    frame.srcdoc = '<script>parent.__ran = true</script>';
    document.body.append(frame);
  },
};

test('what the policy stops is seen by the watch, and fails the journey', async ({ page, watched }) => {
  await page.goto('/user/login');
  await expect(page.getByLabel('账号')).toBeVisible();
  expectNothingWrong(watched);
  for (const [way, plant] of Object.entries(planted)) {
    await test.step(way, async () => {
      await page.evaluate(plant);
      await expectStopped(watched);
      expect(await page.evaluate(() => Reflect.get(window, '__ran'))).toBeUndefined();
      forget(watched);
    });
  }
});

test('pages of another machine are under watch too', async ({ browser, watched }) => {
  const server = await browser.newContext();
  const page = await server.newPage();
  await page.goto('/user/login');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.__ran = true';
    document.body.append(script);
    setTimeout(() => {
      throw new TypeError('planted');
    });
  });
  await expectStopped(watched);
  await expect.poll(() => watched.pageErrors).toEqual(['planted']);
  forget(watched);
  await server.close();
});

/** Waits for the report of a violation, and for the journey to be one that fails. */
async function expectStopped(watched: Watched): Promise<void> {
  await expect.poll(() => watched.policyViolations.length).toBeGreaterThan(0);
  expect(() => expectNothingWrong(watched)).toThrow(/content policy/);
}

/** The planted faults are not faults of the product. */
function forget(watched: Watched): void {
  watched.pageErrors.length = 0;
  watched.policyViolations.length = 0;
  watched.consoleErrors.length = 0;
}
