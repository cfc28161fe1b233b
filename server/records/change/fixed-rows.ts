import { pointer } from '../../../engine/model/faults/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, TouchedRow } from '../../kernel/operation/record-store.ts';
import { changeText } from '../../texts/records/change-text.ts';
import { type ChildListOf, childListsOf } from './child-lists.ts';

/**
 * Refuses rows that people add to, take from or move within a list whose rows come with their parent and stay, by
 * whatever operation: called when all of a change is written. With a parent that is itself new, deleted or restored
 * they come and go.
 */
export async function refuseChangedRows(touched: readonly TouchedRow[], context: RuleContext): Promise<void> {
  const passing = new Set(touched.flatMap(({ entity, id, change }) => (change === 'modify' ? [] : `${entity}:${id}`)));
  for (const row of touched)
    for (const list of row.isByPeople ? fixedListsOf(row.entity, context) : []) {
      const parents = await changedParents(row, list, context);
      if (parents.some((id) => !passing.has(`${list.parent.name}:${id}`))) throw fixed(list);
    }
}

function fixedListsOf(entity: string, { documents }: RuleContext): readonly ChildListOf[] {
  return childListsOf(entity, documents).filter(({ rows }) => rows.rows === 'fixed');
}

/** The parents whose list the change of a row makes another: by coming, going, moving to another, or another place. */
async function changedParents(
  { entity, id, change, old }: TouchedRow,
  { rows: { by, order } }: ChildListOf,
  context: RuleContext,
): Promise<readonly string[]> {
  const now = change === 'delete' ? undefined : await context.records.findOne(entity, { id });
  if (change === 'modify' && (old === undefined || (same(by, old, now) && same(order, old, now)))) return [];
  return [old?.[by], now?.[by]].filter((parent) => typeof parent === 'string');
}

function same(key: string | undefined, old: StoredRecord, now: StoredRecord | undefined): boolean {
  return key === undefined || old[key] === now?.[key];
}

function fixed({ parent, rows: { key, title } }: ChildListOf) {
  return refuse(
    'E_ROWS_FIXED',
    { expected: changeText('change.rowsOf', { parent, title }) },
    {
      faults: [
        { code: 'E_INPUT_RULE', pointer: pointer(key), title, expected: formatMessage(changeText('change.fixedRows')) },
      ],
    },
  );
}
