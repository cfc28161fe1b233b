import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';
import type { PersonLink, WipedColumns } from './wiped-columns.ts';

/** Whose rows are wiped, what is looked for in them, and what stands in its place. */
export type Wiping = {
  readonly studentId: string;
  readonly customerId: string | null;
  readonly numbers: readonly string[];
  readonly hashes: readonly string[];
  readonly word: string;
  /** The word, encrypted. */
  readonly stored: string;
};

/** Wipes the rows of a table that are the student's or his customer's, deleted ones too. */
export async function wipeOwnRows(db: Db, columns: WipedColumns, wiping: Wiping): Promise<void> {
  const links = isHis(columns.links, wiping);
  const sets = [...sealedSets(columns, wiping), ...nameSets(columns, wiping), ...textSets(columns, wiping)];
  if (links.length === 0 || sets.length === 0) return;
  await sql`update ${sql.table(columns.table)} set ${sql.join(sets)}, version = version + 1
    where (${sql.join(links, sql` or `)})`.execute(db);
}

/** Takes his numbers out of the texts of rows that belong to rows of his: what he asked and answered, what was noted. */
export async function wipeRowsBelow(db: Db, columns: WipedColumns, wiping: Wiping): Promise<void> {
  const sets = textSets(columns, wiping);
  if (sets.length === 0) return;
  const pattern = patternOf(wiping.numbers);
  const said = [...columns.texts, ...columns.structures].map((column) => sql`${sql.ref(column)}::text ~ ${pattern}`);
  for (const { column, table, links } of columns.below) {
    const his = isHis(links, wiping);
    if (his.length === 0) continue;
    await sql`update ${sql.table(columns.table)} set ${sql.join(sets)}, version = version + 1
      where ${sql.ref(column)} in (select id from ${sql.table(table)} where ${sql.join(his, sql` or `)})
        and (${sql.join(said, sql` or `)})`.execute(db);
  }
}

function isHis(links: readonly PersonLink[], { studentId, customerId }: Wiping): readonly RawBuilder<unknown>[] {
  return links.flatMap(({ column, of }) => {
    const id = of === 'student' ? studentId : customerId;
    return id === null ? [] : [sql`${sql.ref(column)} = ${id}::uuid`];
  });
}

/** Wipes one of his numbers wherever else it is kept as a whole, and out of what is written beside it. */
export async function wipeNumbers(db: Db, columns: WipedColumns, wiping: Wiping): Promise<void> {
  for (const sealed of columns.sealed) {
    if (sealed.hash === undefined) continue;
    const sets = [...sealedSets({ ...columns, sealed: [sealed] }, wiping), ...textSets(columns, wiping)];
    await sql`update ${sql.table(columns.table)} set ${sql.join(sets)}, version = version + 1
      where ${sql.ref(sealed.hash)} = any(${[...wiping.hashes]}::text[])`.execute(db);
  }
}

/** Gives the further numbers of a customer up, and takes his numbers out of notices and the names of files. */
export async function dropNumbers(db: Db, { customerId, numbers }: Wiping): Promise<void> {
  if (customerId !== null)
    await sql`update customer_phone set deleted_at = coalesce(deleted_at, now()) where customer_id = ${customerId}::uuid`.execute(
      db,
    );
  if (numbers.length === 0) return;
  const pattern = patternOf(numbers);
  await sql`update file_object set name = regexp_replace(name, ${pattern}, '***', 'g') where name ~ ${pattern}`.execute(
    db,
  );
  await sql`update notification set content = regexp_replace(content, ${pattern}, '***', 'g')
    where content ~ ${pattern}`.execute(db);
}

/** The numbers of a customer as they are stored, also those that were taken away from him. */
export async function storedPhones(
  db: Db,
  customerId: string,
): Promise<readonly { readonly phone: string; readonly isLive: boolean }[]> {
  const { rows } = await sql<{ phone: string; isLive: boolean }>`select phone, deleted_at is null as "isLive"
    from customer_phone where customer_id = ${customerId}::uuid and phone is not null`.execute(db);
  return rows;
}

/** Leaves files to be cleared away that prove who he is. */
export async function forgetFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update file_object set biz_entity = null, biz_id = null, name = '已删除' where id = any(${[...ids]}::uuid[])`.execute(
    db,
  );
}

/** Applications whose link is still to be sent, the oldest first. */
export async function unsentLinks(db: Db, now: string, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select id from student_account_op where op = 'reset_password'
    and status = 'done' and link_sent_at is null and link_fault is null and link_expires_at > ${now}::timestamptz
    and deleted_at is null order by done_at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A hash keeps rows apart: of what is wiped it is the row's own. */
function sealedSets({ sealed }: WipedColumns, { stored }: Wiping): readonly RawBuilder<unknown>[] {
  return sealed.flatMap(({ column, hash, tail }) => [
    sql`${sql.ref(column)} = case when ${sql.ref(column)} is null then null else ${stored} end`,
    ...(tail === undefined ? [] : [sql`${sql.ref(tail)} = null`]),
    ...(hash === undefined
      ? []
      : [
          sql`${sql.ref(hash)} = case when ${sql.ref(hash)} is null then null
            else encode(sha256(convert_to(id::text || ${column}::text, 'UTF8')), 'hex') end`,
        ]),
  ]);
}

function nameSets({ names }: WipedColumns, { word }: Wiping): readonly RawBuilder<unknown>[] {
  return names.flatMap(({ column, pinyin }) => [
    sql`${sql.ref(column)} = case when ${sql.ref(column)} is null then null else ${word} end`,
    ...(pinyin === undefined ? [] : [sql`${sql.ref(pinyin)} = null`]),
  ]);
}

function textSets({ texts, structures }: WipedColumns, { numbers }: Wiping): readonly RawBuilder<unknown>[] {
  if (numbers.length === 0) return [];
  const pattern = patternOf(numbers);
  return [
    ...texts.map((column) => sql`${sql.ref(column)} = regexp_replace(${sql.ref(column)}, ${pattern}, '***', 'g')`),
    ...structures.map(
      (column) => sql`${sql.ref(column)} = regexp_replace(${sql.ref(column)}::text, ${pattern}, '***', 'g')::jsonb`,
    ),
  ];
}

/** One of the numbers, wherever it stands. */
function patternOf(numbers: readonly string[]): string {
  return numbers.map((number) => number.replace(/[^0-9A-Za-z]/g, '.')).join('|');
}
