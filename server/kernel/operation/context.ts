import type { DocumentSet, EntityDocument, PageDocument } from '../../../engine/model/documents/index.ts';
import { type EntityModel, entityModel } from '../../../engine/model/entity/index.ts';
import type { WorkCalendar } from '../../../engine/model/time/index.ts';
import type { WidgetContract } from '../../../engine/model/widget/index.ts';
import type { Caller } from '../caller/caller.ts';
import type { Cookies } from '../caller/cookies.ts';
import type { CallOrigin } from '../caller/origin.ts';
import type { Protection } from '../crypto/protection.ts';
import type { Db } from '../database/db.ts';
import { refuse } from '../errors/app-error.ts';
import type { Services } from '../services/services.ts';
import type { MadeRow } from './made-row.ts';

/** What every operation of a running server shares. */
export type Platform = {
  readonly documents: DocumentSet;
  readonly db: Db;
  readonly protection: Protection;
  /** A copy that is read for reports, in the place of the database itself. */
  readonly replica?: Db;
  /** The database itself, where `db` is the copy that reports are read from. */
  readonly primary?: Db;
  /** Values of `user.<name>` in scope expressions beyond the caller's own, by name. */
  readonly userAttributes: ReadonlyMap<string, (context: CallContext) => Promise<unknown>>;
  /** What the widgets of the product take, for the check of a page that was changed in the app. */
  readonly widgets?: readonly WidgetContract[];
  readonly services: Services;
};

/** One call: who makes it, from which page, when. */
export type CallContext = Platform & {
  readonly caller: Caller;
  /** The page the call was made from, checked to be the caller's. */
  readonly page: PageDocument | undefined;
  /** ISO 8601 moment of the call; one for all it does. */
  readonly now: string;
  /** The days worked, as told when the call came; one for all it does. */
  readonly calendar: WorkCalendar;
  /** The version of what was changed of the pages in the app, as told when the call came; work without a session asks. */
  readonly designed?: string | null;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  /** Tells that a masked value of the input was found to be somebody's: the call then counts as a lookup of it. */
  readonly found?: () => void;
  /** Tells which rows a change made, once it is through. */
  readonly made?: (rows: readonly MadeRow[]) => void;
  /** Set where it is only tried out: what it changes is taken back at its end, which is told by `Rehearsed`. */
  readonly isRehearsal?: true;
  /** The rows done together with this one, in one transaction and at one moment; see `BatchMemo`. */
  readonly step?: object;
};

/** A call without a session: signing in, or an address that is signed. */
export type OpenContext = Platform & {
  readonly origin: CallOrigin;
  readonly cookies: Cookies;
  /** The part of the content asked for, as its `Range` header says it. */
  readonly range: string | undefined;
  readonly now: string;
  readonly requestId: string;
};

/** The same call inside a transaction. */
export function withDb<Context extends Platform>(context: Context, db: Db): Context {
  return { ...context, db };
}

/** The model of an entity that a document names; the documents were checked, so a miss is a fault of the server. */
export function modelOf(documents: DocumentSet, name: string): EntityModel {
  return entityModel(documentOf(documents, name));
}

/** The document of an entity by name. */
export function documentOf(documents: DocumentSet, name: string): EntityDocument {
  const document = documents.entities.get(name);
  if (document === undefined) throw refuse('E_SERVER', { got: name });
  return document;
}
