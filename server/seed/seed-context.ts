import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { weekdaysOnly } from '../../engine/model/time/index.ts';
import type { Caller } from '../kernel/caller/caller.ts';
import type { Protection } from '../kernel/crypto/protection.ts';
import type { Db } from '../kernel/database/db.ts';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { noServices } from './no-services.ts';

/** What first rows are written with. */
export type Seeding = {
  readonly db: Db;
  readonly documents: DocumentSet;
  readonly protection: Protection;
  readonly now: string;
};

/** The context in which the server itself writes first rows: nobody calls, until there is somebody who could. */
export function seedContext(
  seeding: Seeding,
  author?: { readonly id: string; readonly departmentId: string },
): RuleContext {
  const { now } = seeding;
  const caller: Caller = {
    sessionId: '',
    staffId: author?.id ?? '',
    name: '',
    departmentId: author?.departmentId ?? '',
    dataScope: 'all',
    departmentIds: [],
    projectIds: [],
    grants: new Set(['*']),
    menus: new Set(['*']),
    maskModes: new Map(),
    ip: '',
  };
  return {
    ...seeding,
    // The first rows are written before a holiday is told.
    calendar: weekdaysOnly,
    caller,
    userAttributes: new Map(),
    services: noServices,
    page: undefined,
    requestId: 'first-rows',
    idempotencyKey: undefined,
    records: new SqlRecordStore(seeding, { staffId: author?.id ?? null, now }),
  };
}
