import { sql } from 'kysely';
import type { EntityPrint } from '../../../engine/model/documents/index.ts';
import { type EntityModel, printNumber } from '../../../engine/model/entity/index.ts';
import { dayOf } from '../../../engine/model/time/index.ts';
import { authorOf } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';

/** What is told of one printing of a record: its number, and which printing it is, from 1. */
export type PrintMark = { readonly id: string; readonly number: string | null; readonly times: number };

const table = 'print_record';

/** What the next printing of these records would be; a number that is not given yet is null. */
export async function nextMarks(
  { document }: EntityModel,
  { key }: EntityPrint,
  ids: readonly string[],
  { db }: CallContext,
): Promise<readonly PrintMark[]> {
  const { rows } = await sql<{ readonly id: string; readonly number: string | null; readonly times: number }>`
    select entity_id as id, number, times from ${sql.table(table)}
    where entity = ${document.name} and print_key = ${key} and entity_id = any(${[...ids]}) and deleted_at is null`.execute(
    db,
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => ({ id, number: known.get(id)?.number ?? null, times: (known.get(id)?.times ?? 0) + 1 }));
}

/**
 * Notes one printing of each of these records, which are locked: a first one gets the next number of its period, without
 * a gap, since whoever numbers the same print waits until this is stored or taken back; a further one keeps its number.
 */
export async function notePrints(
  entity: EntityModel,
  print: EntityPrint,
  ids: readonly string[],
  context: RuleContext,
): Promise<readonly PrintMark[]> {
  const { records, now } = context;
  const shared = { entity: entity.document.name, printKey: print.key };
  await records.hold(`print:${shared.entity}:${shared.printKey}`);
  const known = new Map(
    (await records.find(table, { ...shared, entityId: ids }, ids.length)).map((row) => [row.entityId, row]),
  );
  const period = periodOf(print, now);
  let serial = print.number === undefined ? 0 : await lastSerial(shared, period, context);
  const latest = { printedAt: now, staffId: authorOf(context.caller) };
  const marks: PrintMark[] = [];
  for (const id of ids) {
    const before = known.get(id);
    if (before !== undefined) {
      const times = Number(before.times) + 1;
      await records.update(table, before.id, { ...latest, times });
      marks.push({ id, number: typeof before.number === 'string' ? before.number : null, times });
      continue;
    }
    serial += 1;
    const given =
      print.number === undefined ? {} : { period, serial, number: printNumber(print.number, period, serial) };
    await records.insert(table, { ...shared, entityId: id, ...latest, ...given, times: 1 });
    marks.push({ id, number: given.number ?? null, times: 1 });
  }
  return marks;
}

/** What stands in the number for the period in which serials begin at 1; nothing where they run on. */
function periodOf({ number }: EntityPrint, now: string): string {
  if (number?.per === undefined) return '';
  const day = dayOf(now).replaceAll('-', '');
  return number.per === 'day' ? day : day.slice(0, 4);
}

async function lastSerial(
  { entity, printKey }: { readonly entity: string; readonly printKey: string },
  period: string,
  { db }: CallContext,
): Promise<number> {
  const { rows } = await sql<{ readonly last: string | null }>`select max(serial) as last from ${sql.table(table)}
    where entity = ${entity} and print_key = ${printKey} and period = ${period}`.execute(db);
  return Number(rows[0]?.last ?? 0);
}
