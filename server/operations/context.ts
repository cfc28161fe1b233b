import type { DocumentSet, EntityDocument, PageDocument } from '../../engine/model/index.ts';
import { type EntityModel, entityModel } from '../../engine/model/index.ts';
import type { Caller } from '../access/caller.ts';
import type { Protection } from '../access/protection.ts';
import type { Session } from '../db/connect.ts';
import { refuse } from '../http/app-error.ts';

/** What every operation of a running server shares. */
export type Platform = {
  readonly documents: DocumentSet;
  readonly db: Session;
  readonly protection: Protection;
  /** Values of `user.<name>` in scope expressions beyond the caller's own, by name. */
  readonly userAttributes: ReadonlyMap<string, (context: CallContext) => Promise<unknown>>;
};

/** One call: who makes it, from which page, when. */
export type CallContext = Platform & {
  readonly caller: Caller;
  /** The page the call was made from, checked to be the caller's. */
  readonly page: PageDocument | undefined;
  /** ISO 8601 moment of the call; one for all it does. */
  readonly now: string;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
};

/** The same call inside a transaction. */
export function within<Context extends Platform>(context: Context, db: Session): Context {
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
