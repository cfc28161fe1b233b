import type { Access } from '../access/access.ts';
import { impersonation } from '../session/impersonation.ts';

/** Address of the page with all designed pages; a page of a product at the same address goes before it. */
export const designsPath = '/design';

/** Whether somebody makes fields in the app. */
export function mayMakeFields({ buttons }: Access): boolean {
  return impersonation === undefined && buttons.has('field:design');
}

/** Whether somebody sees how pages are designed: who designs them, and who publishes. Who looks as another does neither. */
export function mayReview({ buttons }: Access): boolean {
  return impersonation === undefined && (buttons.has('page:design') || buttons.has('page:publish'));
}

/** Whether the page with what is designed has anything for somebody. */
export function hasDesigns(access: Access): boolean {
  return mayReview(access) || mayMakeFields(access);
}
