import { test as base, expect, type Page } from '@playwright/test';

type Watched = { readonly pageErrors: string[]; readonly policyViolations: string[] };

/**
 * Every journey runs under watch: an uncaught error or a violation of the content policy on any page fails it,
 * whatever else it was about.
 */
export const test = base.extend<{ watched: Watched }>({
  watched: [
    async ({ context }, use) => {
      const watched: Watched = { pageErrors: [], policyViolations: [] };
      await context.exposeFunction('reportPolicyViolation', (text: string) => watched.policyViolations.push(text));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const report: unknown = Reflect.get(window, 'reportPolicyViolation');
          if (typeof report === 'function') report(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
        });
      });
      context.on('page', (page) => watchErrors(page, watched));
      await use(watched);
      expect(watched.policyViolations, 'violations of the content policy').toEqual([]);
      expect(watched.pageErrors, 'uncaught errors').toEqual([]);
    },
    { auto: true },
  ],
});

function watchErrors(page: Page, watched: Watched): void {
  page.on('pageerror', (error) => watched.pageErrors.push(error.message));
}

export { expect };
