import {
  lastNotice,
  latestUpdate,
  queryNotices,
  readAllNotices,
  readNotice,
  readUpdate,
  setNoticeStatus,
} from '../../contract/notices.ts';
import { type CallerOperation, implement } from '../kernel/operation/operation.ts';
import { changeNoticeStatus, lastNoticeOf, markEveryNoticeRead, markNoticeRead, noticesOf } from './notices.ts';
import { latestUpdateFor, noteUpdateSeen } from './updates.ts';

/** Notices to the caller, and updates of the product. */
export const noticeOperations: readonly CallerOperation[] = [
  implement(queryNotices, noticesOf),
  implement(lastNotice, lastNoticeOf),
  implement(readNotice, markNoticeRead),
  implement(readAllNotices, markEveryNoticeRead),
  implement(setNoticeStatus, changeNoticeStatus),
  implement(latestUpdate, (_, context) => latestUpdateFor(context)),
  implement(readUpdate, noteUpdateSeen),
];
