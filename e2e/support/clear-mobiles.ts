import type { Page } from '@playwright/test';

// Eleven digits of a Chinese mobile number that stand alone: not within an id, a time stamp or a longer number.
const clearMobile = /(?<![\w-])1[3-9]\d{9}(?![\w-])/g;

/** Reads every answer of the API to this page; tells which mobile numbers came in clear. */
export function watchForClearMobiles(page: Page) {
  const bodies: Promise<readonly string[]>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // The stream of events has no end to wait for; what it tells are ids.
    if (!/^\/v\d\//.test(pathname) || pathname === '/v1/sys/event/stream') return;
    const found = response.text().then(
      (text) => [...text.matchAll(clearMobile)].map(([mobile]) => `${pathname}: ${mobile}`),
      // An answer the browser gave up waiting for never reached the page.
      () => [],
    );
    bodies.push(found);
  });
  return {
    /** How many answers were read. */
    answers: () => bodies.length,
    found: async (): Promise<readonly string[]> => (await Promise.all(bodies)).flat(),
  };
}
