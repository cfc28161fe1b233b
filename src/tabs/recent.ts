import { createRecentPages } from './recent-pages.ts';

/** The pages opened last in this tab of the browser. */
export const recent = createRecentPages(window.sessionStorage);
