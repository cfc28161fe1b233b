import {
  checkMadePage,
  discardMadePage,
  publishMadePage,
  queryMadePages,
  restoreMadePage,
  retireMadePage,
  saveMadePage,
  viewNewBoardOffers,
  viewNewPageOffers,
  viewNewPageSources,
} from '../../../contract/design/made-pages.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { boardOffersOf, checkMade, madePages, offersOf, sourcesOf } from './made-answers.ts';
import { dropMade, keepMade, publishMade, restoreMade, retireMade } from './made-page.ts';

/** Pages made in the app: chosen, kept, published, retired. */
export const madeOperations: readonly CallerOperation[] = [
  implement(viewNewPageSources, (_, context) => sourcesOf(context)),
  implement(viewNewPageOffers, offersOf),
  implement(viewNewBoardOffers, boardOffersOf),
  implement(checkMadePage, checkMade),
  implement(saveMadePage, keepMade),
  implement(discardMadePage, dropMade),
  implement(publishMadePage, publishMade),
  implement(retireMadePage, retireMade),
  implement(restoreMadePage, restoreMade),
  implement(queryMadePages, (_, context) => madePages(context)),
];
