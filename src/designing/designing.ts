import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Access } from '../access/access.ts';
import { impersonation } from '../session/impersonation.ts';

/** Where the page that is designed lies in the browser's storage: designing outlives a reload and another sign-in. */
const designingKey = 'designing';

/** The keys that let somebody design pages, and put in force what was designed. */
const keys = { design: 'page:design', publish: 'page:publish' } as const;

/** Where designing begins, told by who asked for it; another time it begins as ever. */
type Start = { readonly level: 'org' | 'role'; readonly role: string | null; readonly at: string };

const designing = createStore<{ readonly page: string | undefined; readonly start?: Start | undefined }>(() => ({
  page: sessionStorage.getItem(designingKey) ?? undefined,
}));

/** Turns a page into its own editor. */
export function designPage(page: string, start?: Start): void {
  sessionStorage.setItem(designingKey, page);
  designing.setState({ page, start });
}

/** Goes back to the page as everybody sees it; drafts stay. */
export function leaveDesigning(): void {
  sessionStorage.removeItem(designingKey);
  designing.setState({ page: undefined, start: undefined });
}

/** The page that is designed in this window. */
export function useDesignedPage(): string | undefined {
  return useStore(designing, ({ page }) => page);
}

/** The same, asked once. */
export function designedPage(): string | undefined {
  return designing.getState().page;
}

/** Where designing it begins. */
export function designStart(): Start | undefined {
  return designing.getState().start;
}

/** Whether somebody may design pages; who looks as another only looks. */
export function mayDesign({ buttons }: Access): boolean {
  return impersonation === undefined && buttons.has(keys.design);
}

/** Whether somebody may put pages in force. */
export function mayPublish({ buttons }: Access): boolean {
  return buttons.has(keys.publish);
}
