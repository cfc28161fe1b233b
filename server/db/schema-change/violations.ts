import { comparedSql } from '../spec/columns.ts';
import { quote } from '../spec/names.ts';
import type { CheckSpec, TableSpec, UniqueSpec } from '../spec/table-spec.ts';
import type { StoredTable } from './catalogue.ts';
import type { Changes } from './changes.ts';
import { futureRows } from './stored-rows.ts';

/** Refuses a check or an exclusion that rows break; answers whether it did. Nothing but reading is needed to know. */
export async function refuseBrokenRule(
  changes: Changes,
  spec: TableSpec,
  stored: StoredTable,
  rule: CheckSpec,
): Promise<boolean> {
  const rows = futureRows(spec, stored);
  const condition = /^check \((.*)\)$/s.exec(rule.definition)?.[1];
  const complaint =
    condition === undefined
      ? await changes.complaintOf(rows, rule.definition)
      : (await changes.holds(`select 1 from ${rows} where not (${condition})`))
        ? rule.definition
        : undefined;
  if (complaint === undefined) return false;
  changes.refuse(spec, `已有数据不满足 ${rule.name}（${complaint}）`, [migrationOf(spec, rule, condition)]);
  return true;
}

function migrationOf(spec: TableSpec, { choice, definition }: CheckSpec, condition: string | undefined): string {
  const table = quote(spec.name);
  if (choice !== undefined) return `update ${table} set ${quote(choice.column)} = … where not (${condition});`;
  return condition === undefined
    ? `update ${table} set … where id in (…);  -- ${definition}`
    : `update ${table} set … where not (${condition});`;
}

/** Refuses uniqueness that rows do not have; answers whether it did. */
export async function refuseDuplicates(
  changes: Pick<Changes, 'holds' | 'refuse'>,
  spec: TableSpec,
  rows: string,
  { name, columns, where, ...compared }: UniqueSpec,
): Promise<boolean> {
  const list = columns.map((column) => comparedSql(compared, quote(column))).join(', ');
  const filled = columns.map((column) => `${quote(column)} is not null`);
  const conditions = [...(where === undefined ? [] : [where]), ...filled].join(' and ');
  const twice = (from: string, shown: string) =>
    `select ${shown} from ${from} where ${conditions} group by ${list} having count(*) > 1`;
  if (!(await changes.holds(twice(rows, '1')))) return false;
  changes.refuse(spec, `已有数据重复，不能建立唯一索引 ${name}`, [
    `${twice(quote(spec.name), `${list}, array_agg(id) as ids`)};  -- 重复的行`,
    `update ${quote(spec.name)} set ${columns.map((column) => `${quote(column)} = …`).join(', ')} where id in (…);`,
  ]);
  return true;
}
