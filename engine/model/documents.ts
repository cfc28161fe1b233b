import type {
  DatasetDocument,
  DictionaryDocument,
  DocumentsByKind,
  EntityDocument,
  MenuDocument,
  PageDocument,
  RoleDocument,
} from './generated/documents.ts';

/** Kinds of documents under `schemas/`. */
export type DocumentKind = keyof DocumentsByKind;

/** All documents of a product, each kind by name. */
export type DocumentSet = {
  readonly entities: ReadonlyMap<string, EntityDocument>;
  readonly pages: ReadonlyMap<string, PageDocument>;
  readonly dictionaries: ReadonlyMap<string, DictionaryDocument>;
  readonly datasets: ReadonlyMap<string, DatasetDocument>;
  readonly roles: ReadonlyMap<string, RoleDocument>;
  readonly menu: MenuDocument;
};

/** What the browser gets to draw one page: the page and the slices of documents it mentions. */
export type PageBundle = {
  readonly page: PageDocument;
  readonly entities: readonly EntityDocument[];
  readonly dictionaries: readonly DictionaryDocument[];
  readonly datasets: readonly DatasetDocument[];
  /** Content hash of the bundle, for the browser's cache. */
  readonly hash: string;
};
