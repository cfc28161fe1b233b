import { type BrowserContext, test as base, type ConsoleMessage, expect } from '@playwright/test';
import { noteFailure, useServer } from './places.ts';

/** Addresses of this worker's servers, started anew after a journey failed. */
const startsServer = { scope: 'worker', timeout: 240_000 } as const;

/** What went wrong on the pages of a journey, whatever the journey was about. */
export type Watched = {
  readonly pageErrors: string[];
  readonly policyViolations: string[];
  readonly consoleErrors: string[];
};

/**
 * Every journey runs under watch, on every machine it opens: an uncaught error, an error on the console or a violation
 * of the content policy on any page fails it.
 */
export const test = base.extend<{ watched: Watched }, { productServer: string; libraryServer: string }>({
  productServer: [({ playwright: _ }, use) => useServer('product', use), startsServer],
  libraryServer: [({ playwright: _ }, use) => useServer('library', use), startsServer],
  baseURL: ({ productServer }, use) => use(productServer),
  watched: [
    async ({ browser, context }, use, testInfo) => {
      const watched = nothingWatched();
      await watch(context, watched);
      const watchMore = (more: BrowserContext) => void watch(more, watched);
      browser.on('context', watchMore);
      await use(watched);
      browser.off('context', watchMore);
      if (testInfo.status !== testInfo.expectedStatus || !isNothingWrong(watched)) noteFailure();
      expectNothingWrong(watched);
    },
    { auto: true },
  ],
});

/** A watch that has seen nothing yet. */
export function nothingWatched(): Watched {
  return { pageErrors: [], policyViolations: [], consoleErrors: [] };
}

function isNothingWrong(watched: Watched): boolean {
  return Object.values(watched).every((faults) => faults.length === 0);
}

/** Fails when anything went wrong. */
export function expectNothingWrong(watched: Watched): void {
  expect(watched.policyViolations, 'violations of the content policy').toEqual([]);
  expect(watched.pageErrors, 'uncaught errors').toEqual([]);
  expect(watched.consoleErrors, 'errors on the console').toEqual([]);
}

/**
 * Watches the pages of a context, for journeys that open browsers of their own; `expected` are words on the console that
 * belong to what the journey does. Steps go to the browser in order: the watch stands before a page can be opened.
 */
export async function watch(context: BrowserContext, watched: Watched, expected?: RegExp): Promise<void> {
  context.on('weberror', (error) => watched.pageErrors.push(error.error().message));
  context.on('console', (message) => {
    const isExpected = isRefusal(message) || isOffline(message) || expected?.test(message.text()) === true;
    if (message.type() === 'error' && !isExpected) watched.consoleErrors.push(message.text());
  });
  const exposed = context.exposeFunction('reportPolicyViolation', (text: string) =>
    watched.policyViolations.push(text),
  );
  const started = context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'reportPolicyViolation');
      if (typeof report === 'function') report(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
    });
  });
  await Promise.all([exposed, started]);
}

/** Refusals are answers; the browser notes each that has a status of its own. */
function isRefusal(message: ConsoleMessage): boolean {
  const { pathname } = new URL(message.location().url || 'about:blank');
  return /^Failed to load resource/.test(message.text()) && /^\/v\d\//.test(pathname);
}

/** A journey took the connection away: what happened to be on its way then, scripts fetched ahead too, is noted. */
function isOffline(message: ConsoleMessage): boolean {
  return message.text() === 'Failed to load resource: net::ERR_INTERNET_DISCONNECTED';
}

export { expect };
