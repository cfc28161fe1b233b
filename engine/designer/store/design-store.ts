import type { DatasetDocument, DictionaryDocument, EntityDocument, PageBundle } from '../../model/documents/index.ts';
import type { Fault } from '../../model/faults/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import type { Collision, EditReport, LayerOperation } from '../../model/layers/index.ts';
import type { Grammar } from '../grammar/grammar.ts';

/** Which layer of which page is designed. */
export type DesignTarget = {
  readonly page: string;
  readonly level: 'org' | 'role';
  /** Code of the role, on its level. */
  readonly role?: string;
};

/** A page as designing begins with it. */
export type DesignedPage = {
  readonly shipped: JsonObject;
  /** The shipped page with the levels below the one that is designed. */
  readonly below: JsonObject;
  readonly published: { readonly release: number; readonly operations: readonly LayerOperation[] } | null;
  readonly draft: {
    readonly version: number;
    readonly operations: readonly LayerOperation[];
    readonly author: string | null;
    readonly updatedAt: string;
  } | null;
  /** What is edited: the draft, or what is published where there is none. */
  readonly document: JsonObject;
  readonly report: readonly EditReport[];
  readonly faults: readonly Fault[];
};

/** The documents around a page: what can be put on it, and what its parts are called. */
export type DesignParts = {
  readonly entities: readonly EntityDocument[];
  readonly dictionaries: readonly DictionaryDocument[];
  readonly datasets: readonly DatasetDocument[];
  readonly pages: readonly {
    readonly name: string;
    readonly title: string;
    readonly kind: string;
    readonly entity?: string | undefined;
  }[];
  readonly roles: readonly { readonly code: string; readonly title: string }[];
};

/** What became of a draft that was sent. */
export type SavedDraft = {
  readonly version: number;
  readonly document: JsonObject;
  readonly collisions: readonly Collision[];
  readonly faults: readonly Fault[];
};

/** A draft on its way to the server: `version` and `base` are those it was made from. */
export type SentDraft = { readonly document: JsonObject; readonly version: number; readonly base: JsonObject };

/** Where pages are kept while they are designed. */
export type DesignStore = {
  readonly view: (target: DesignTarget) => Promise<DesignedPage>;
  readonly parts: (target: DesignTarget) => Promise<DesignParts>;
  readonly grammar: (kind: string) => Promise<Grammar>;
  readonly save: (target: DesignTarget, draft: SentDraft) => Promise<SavedDraft>;
  readonly discard: (target: DesignTarget, version: number) => Promise<void>;
  /** The page drawn from this document, with every document it needs. */
  readonly preview: (target: DesignTarget, document: JsonObject, as?: string) => Promise<PageBundle>;
};
