import {
  createAnalysis,
  deleteAnalysis,
  modifyAnalysis,
  offerAnalyses,
  queryAnalyses,
  queryPinned,
  restoreAnalysis,
  savePinned,
} from '../../../contract/analysis/analyses.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { mayShare } from '../saved-views/read-views.ts';
import { addAnalysis, changeAnalysis, recoverAnalysis, removeAnalysis } from './change-analyses.ts';
import { offersFor } from './offers.ts';
import { pin, pinnedOf } from './pinned-analyses.ts';
import { analysesFor } from './read-analyses.ts';

/** What people ask of datasets by themselves, kept; figures are answered by the datasets alone, to each reader his own. */
export const analysisOperations: readonly CallerOperation[] = [
  implement(offerAnalyses, async (_, context) => offersFor(context)),
  implement(queryAnalyses, async (_, context) => ({
    analyses: await analysesFor(context),
    canShare: mayShare(context.caller),
  })),
  implement(createAnalysis, addAnalysis),
  implement(modifyAnalysis, changeAnalysis),
  implement(deleteAnalysis, removeAnalysis),
  implement(restoreAnalysis, recoverAnalysis),
  implement(queryPinned, async (_, context) => pinnedOf(context)),
  implement(savePinned, pin),
];
