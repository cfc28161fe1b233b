import { type ChildRows, type DocumentSet, type EntityDocument, pointer } from '../../../engine/model/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, TouchedRow } from '../../kernel/operation/record-store.ts';

type FixedList = { readonly parent: EntityDocument; readonly rows: ChildRows };

const listsByDocuments = new WeakMap<DocumentSet, ReadonlyMap<string, readonly FixedList[]>>();

/** The lists with fixed rows, by the entity of their rows; looked up once per set of documents. */
function fixedLists(documents: DocumentSet): ReadonlyMap<string, readonly FixedList[]> {
  const known = listsByDocuments.get(documents);
  if (known !== undefined) return known;
  const found = new Map<string, FixedList[]>();
  for (const parent of documents.entities.values())
    for (const rows of (parent.children ?? []).filter((list) => list.rows === 'fixed'))
      found.set(rows.entity, [...(found.get(rows.entity) ?? []), { parent, rows }]);
  listsByDocuments.set(documents, found);
  return found;
}

/**
 * Refuses rows that people add to, take from or move within a list whose rows come with their parent and stay, by
 * whatever operation: called when all of a change is written. With a parent that is itself new, deleted or restored
 * they come and go.
 */
export async function refuseChangedRows(touched: readonly TouchedRow[], context: RuleContext): Promise<void> {
  const lists = fixedLists(context.documents);
  if (lists.size === 0) return;
  const passing = new Set(touched.flatMap(({ entity, id, change }) => (change === 'modify' ? [] : `${entity}:${id}`)));
  for (const row of touched)
    for (const list of row.isByPeople ? (lists.get(row.entity) ?? []) : []) {
      const parents = await changedParents(row, list, context);
      if (parents.some((id) => !passing.has(`${list.parent.name}:${id}`))) throw fixed(list);
    }
}

/** The parents whose list the change of a row makes another: by coming, going, moving to another, or another place. */
async function changedParents(
  { entity, id, change, old }: TouchedRow,
  { rows: { by, order } }: FixedList,
  context: RuleContext,
): Promise<readonly string[]> {
  const now = change === 'delete' ? undefined : await context.records.findOne(entity, { id });
  if (change === 'modify' && (old === undefined || (same(by, old, now) && same(order, old, now)))) return [];
  return [old?.[by], now?.[by]].filter((parent) => typeof parent === 'string');
}

function same(key: string | undefined, old: StoredRecord, now: StoredRecord | undefined): boolean {
  return key === undefined || old[key] === now?.[key];
}

function fixed({ parent, rows: { key, title } }: FixedList) {
  return refuse(
    'E_ROWS_FIXED',
    { expected: `${parent.title}的${title}` },
    { faults: [{ code: 'E_INPUT_RULE', pointer: pointer(key), title, expected: '行是固定的，只能填写' }] },
  );
}
