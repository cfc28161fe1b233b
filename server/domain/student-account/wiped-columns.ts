import type { DocumentSet, EntityField } from '../../../engine/model/documents/index.ts';
import { type EntityModel, entityModel } from '../../../engine/model/entity/index.ts';
import { storedColumns } from '../../records/store/stored-columns.ts';

/** By which a row is a student's, or his customer's. */
export type PersonLink = { readonly column: string; readonly of: 'student' | 'customer' };

/** Columns of a table that hold, or may hold, who somebody is. */
export type WipedColumns = {
  readonly table: string;
  readonly links: readonly PersonLink[];
  /** By which its rows belong to a row of his, as an answer does to his question. */
  readonly below: readonly { readonly column: string; readonly table: string; readonly links: readonly PersonLink[] }[];
  /** Encrypted ones, with those of their hashes: of the whole, and of its last digits. */
  readonly sealed: readonly {
    readonly column: string;
    readonly hash: string | undefined;
    readonly tail: string | undefined;
  }[];
  /** Names of people, with how they are spoken. */
  readonly names: readonly { readonly column: string; readonly pinyin: string | undefined }[];
  /** What people wrote, where a number may stand among the words. */
  readonly texts: readonly string[];
  /** The same as JSON. */
  readonly structures: readonly string[];
};

const nameKeys: ReadonlySet<string> = new Set([
  ...['realName', 'nickname', 'studentName', 'receiverName', 'payerName', 'payeeName'],
]);
/** Entities whose `name` is that of a person. */
const people: ReadonlySet<string> = new Set(['customer', 'lead']);

/** Those of an entity. */
export function wipedColumns(model: EntityModel, entities: DocumentSet['entities']): WipedColumns {
  const stored = storedOf(model);
  const links = linksOf(model);
  const { name } = model.document;
  const isName = ({ key }: EntityField) => nameKeys.has(key) || (people.has(name) && key === 'name');
  const plain = stored.filter(({ isSealed, field }) => !isSealed && !isName(field) && isWritten(field));
  return {
    table: name,
    links,
    // What is his by itself needs no row above it.
    below: (links.length === 0 ? stored : []).flatMap(({ field, column }) => {
      const parent = field.type === 'ref' ? entities.get(field.ref ?? '') : undefined;
      const above = parent === undefined ? [] : linksOf(entityModel(parent));
      return parent === undefined || above.length === 0 ? [] : [{ column, table: parent.name, links: above }];
    }),
    sealed: stored.filter(({ isSealed }) => isSealed),
    names: stored.filter(({ field }) => isName(field)),
    texts: plain.filter(({ isJson }) => !isJson).map(({ column }) => column),
    structures: plain.filter(({ isJson }) => isJson).map(({ column }) => column),
  };
}

const writtenTypes: ReadonlySet<string> = new Set(['string', 'text', 'html', 'json']);

/** Whether people write it as they like: numbers of documents are given, and told apart by. */
function isWritten({ key, type, unique, sequence }: EntityField): boolean {
  return writtenTypes.has(type) && key !== 'id' && unique !== true && sequence === undefined;
}

function storedOf(model: EntityModel) {
  return [...storedColumns(model)].flatMap(([key, columns]) => {
    const field = model.fields.get(key);
    return field === undefined ? [] : [{ field, ...columns }];
  });
}

function linksOf(model: EntityModel): readonly PersonLink[] {
  return storedOf(model).flatMap(({ field, column }) => linksBy(model.document.name, field, column));
}

function linksBy(entity: string, field: EntityField, column: string): readonly PersonLink[] {
  if (field.key === 'id') return entity === 'student' || entity === 'customer' ? [{ column, of: entity }] : [];
  if (field.type !== 'ref') return [];
  return field.ref === 'student' || field.ref === 'customer' ? [{ column, of: field.ref }] : [];
}
