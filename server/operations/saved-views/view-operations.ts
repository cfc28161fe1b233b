import {
  createView,
  deleteView,
  modifyView,
  queryPreferences,
  queryViews,
  restoreView,
  savePreferences,
  touchView,
} from '../../../contract/saved-views.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { addView, changeView, recoverView, removeView } from './change-views.ts';
import { listPageOf } from './list-page.ts';
import { preferencesOf, savePreference } from './list-preferences.ts';
import { mayShare, noteUse, viewsFor } from './read-views.ts';

/** Views of lists, and what everybody makes of a list for himself. */
export const viewOperations: readonly CallerOperation[] = [
  implement(queryViews, async ({ page }, context) => ({
    views: await viewsFor(listPageOf(page, context).name, context),
    canShare: mayShare(context.caller),
  })),
  implement(createView, addView),
  implement(modifyView, changeView),
  implement(deleteView, removeView),
  implement(restoreView, recoverView),
  implement(touchView, noteUse),
  implement(queryPreferences, async ({ page }, context) => preferencesOf(listPageOf(page, context).name, context)),
  implement(savePreferences, savePreference),
];
