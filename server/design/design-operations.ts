import { noteDesigning } from '../../contract/design/design-presence.ts';
import {
  checkDesign,
  compareDesign,
  discardDraft,
  previewDesign,
  publishDesign,
  queryDesigns,
  queryReleases,
  queryUpgrade,
  rollBackDesign,
  saveDraft,
  settleUpgrade,
  viewDesign,
  viewDesignParts,
  viewGrammar,
  viewShippedPage,
} from '../../contract/design/page-design.ts';
import { pageGrammar } from '../../engine/model/grammar/index.ts';
import { type CallerOperation, implement } from '../kernel/operation/operation.ts';
import { noteDesigner } from './designing.ts';
import { checkDocument, dropDraft, keepDraft, openDesign } from './draft.ts';
import { designsOf } from './overview.ts';
import { partsOf } from './parts.ts';
import { preview, shippedPage } from './preview.ts';
import { compare, publishDraft, releasesOf, rollBack } from './publish.ts';
import { settle, upgradeEdits } from './upgrade.ts';

/** Pages changed in the app: drafts, releases, what becomes of them after an upgrade. */
export const designOperations: readonly CallerOperation[] = [
  implement(viewDesign, openDesign),
  implement(viewDesignParts, partsOf),
  implement(checkDesign, checkDocument),
  implement(noteDesigning, noteDesigner),
  implement(saveDraft, keepDraft),
  implement(discardDraft, dropDraft),
  implement(publishDesign, publishDraft),
  implement(queryReleases, releasesOf),
  implement(compareDesign, compare),
  implement(rollBackDesign, rollBack),
  implement(previewDesign, preview),
  implement(viewShippedPage, shippedPage),
  implement(queryDesigns, designsOf),
  implement(queryUpgrade, (_, context) => upgradeEdits(context)),
  implement(settleUpgrade, settle),
  implement(viewGrammar, async ({ kind }) => pageGrammar(kind)),
];
