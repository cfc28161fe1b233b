import { quote, quoteText } from '../spec/names.ts';
import type { RenameSpec, TableSpec } from '../spec/table-spec.ts';
import type { StoredTable } from './catalogue.ts';
import type { Changes } from './changes.ts';

/**
 * Gives columns that are there under a former name their present one, so that a changed key loses nothing. Answers
 * the table as it is then; undefined where it had to refuse, as it cannot know which column holds the truth.
 */
export async function renameColumns(
  changes: Changes,
  spec: TableSpec,
  stored: StoredTable,
): Promise<StoredTable | undefined> {
  const columns = new Map(stored.columns);
  let isClear = true;
  for (const rename of spec.renames) {
    const found = rename.former.filter((name) => columns.has(name));
    const [former] = found;
    if (former === undefined) continue;
    if (found.length > 1 || columns.has(rename.column)) {
      refuse(changes, spec, rename, found, columns.has(rename.column));
      isClear = false;
      continue;
    }
    await changes.isBlocked(spec, `列 ${former} 改名为 ${rename.column}`);
    changes.run(`alter table ${quote(spec.name)} rename column ${quote(former)} to ${quote(rename.column)}`);
    const column = columns.get(former);
    if (column !== undefined) columns.set(rename.column, { ...column, storedAs: former });
    columns.delete(former);
    await keepNumbering(changes, spec, rename, former);
  }
  return isClear ? { ...stored, columns } : undefined;
}

function refuse(
  changes: Changes,
  spec: TableSpec,
  rename: RenameSpec,
  found: readonly string[],
  isThere: boolean,
): void {
  const table = quote(spec.name);
  const [source = '', ...others] = isThere ? found : [...found].reverse();
  const wanted = quote(rename.column);
  changes.refuse(
    spec,
    isThere
      ? `字段 ${rename.column} 与它的旧列 ${found.join('、')} 同时存在，无法判断以哪个为准`
      : `字段 ${rename.column} 的旧列 ${found.join('、')} 同时存在，无法判断以哪个为准`,
    [
      ...(isThere
        ? [`update ${table} set ${wanted} = coalesce(${wanted}, ${quote(source)});`]
        : [`alter table ${table} rename column ${quote(source)} to ${wanted};`]),
      ...(isThere ? found : others).map((name) => `alter table ${table} drop column ${quote(name)};`),
    ],
  );
}

/** A numbered field goes on counting where it stood. */
async function keepNumbering(
  changes: Changes,
  spec: TableSpec,
  { key, formerKeys, former: columns }: RenameSpec,
  column: string,
): Promise<void> {
  const formerKey = formerKeys[columns.indexOf(column)];
  const series = `from number_sequence where name = ${quoteText(`${spec.name}.${formerKey}`)}`;
  const counts = await changes.holds("select 1 from pg_class where oid = to_regclass('public.number_sequence')");
  if (!counts || !(await changes.holds(`select 1 ${series}`))) return;
  changes.run(
    `update number_sequence set name = ${quoteText(`${spec.name}.${key}`)} where name = ${quoteText(`${spec.name}.${formerKey}`)}`,
  );
}
