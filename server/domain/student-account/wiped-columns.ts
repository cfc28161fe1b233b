import type { EntityField } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { storedColumns } from '../../records/store/stored-columns.ts';

/** Columns of a table that hold, or may hold, who somebody is. */
export type WipedColumns = {
  readonly table: string;
  /** By which its rows are a student's, or his customer's. */
  readonly links: readonly { readonly column: string; readonly of: 'student' | 'customer' }[];
  /** Encrypted ones, with those of their hashes. */
  readonly sealed: readonly { readonly column: string; readonly hash: string | undefined }[];
  /** Names of people, with how they are spoken. */
  readonly names: readonly { readonly column: string; readonly pinyin: string | undefined }[];
  /** What people wrote, where a number may stand among the words. */
  readonly texts: readonly string[];
  /** The same as JSON. */
  readonly structures: readonly string[];
};

const nameKeys: ReadonlySet<string> = new Set(['realName', 'nickname', 'studentName', 'receiverName']);

/** Those of an entity. */
export function wipedColumns(model: EntityModel): WipedColumns {
  const stored = [...storedColumns(model)].flatMap(([key, columns]) => {
    const field = model.fields.get(key);
    return field === undefined ? [] : [{ field, ...columns }];
  });
  const { name } = model.document;
  const isName = ({ key }: EntityField) => nameKeys.has(key) || (name === 'customer' && key === 'name');
  const plain = stored.filter(({ isSealed, field }) => !isSealed && !isName(field) && isWritten(field));
  return {
    table: name,
    links: stored.flatMap(({ field, column }) => linksBy(name, field, column)),
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

function linksBy(entity: string, field: EntityField, column: string): WipedColumns['links'] {
  if (field.key === 'id') return entity === 'student' || entity === 'customer' ? [{ column, of: entity }] : [];
  if (field.type !== 'ref') return [];
  return field.ref === 'student' || field.ref === 'customer' ? [{ column, of: field.ref }] : [];
}
