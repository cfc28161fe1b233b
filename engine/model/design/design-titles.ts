import { type DeclaredOperation, operationIndex } from '../access/operations.ts';
import { memoizeByIdentity } from '../cache/cache.ts';
import type { DatasetDocument, DictionaryDocument, EntityDocument } from '../generated/documents.ts';
import type { WidgetContract } from '../widget/widget-contract.ts';

/** Where the words of a page come from: the documents it names. A document set fits, and the look-ups of a page bundle. */
export type DesignTitles = {
  readonly entities: ReadonlyMap<string, EntityDocument>;
  readonly dictionaries: ReadonlyMap<string, DictionaryDocument>;
  readonly datasets: ReadonlyMap<string, DatasetDocument>;
  readonly pages?: ReadonlyMap<string, { readonly title: string }>;
  readonly widgets?: ReadonlyMap<string, WidgetContract>;
};

/** The operations these documents declare, by path: a button without a title is called as what it does. */
export const operationsIn = memoizeByIdentity(
  (titles: DesignTitles): ReadonlyMap<string, DeclaredOperation> => operationIndex(titles),
);
