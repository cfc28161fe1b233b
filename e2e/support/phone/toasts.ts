import type { Page } from '@playwright/test';

/** What was told in passing on a page: each toast as it came, and how many were on the screen at most at once. */
export type Toasts = { readonly texts: readonly string[]; readonly most: number };

/** Notes the toasts of a page from now on, also those that another takes the place of a moment later. */
export async function noteToasts(page: Page): Promise<() => Promise<Toasts>> {
  await page.evaluate(() => {
    const noted: { texts: string[]; most: number } = { texts: [], most: 0 };
    Object.assign(window, { notedToasts: noted });
    const look = () => {
      const shown = [...document.querySelectorAll('.ant-message-notice:not(.ant-message-move-up-leave)')];
      noted.most = Math.max(noted.most, shown.length);
      for (const { textContent } of shown)
        if (textContent !== null && noted.texts.at(-1) !== textContent) noted.texts.push(textContent);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'notedToasts') as Toasts);
}
