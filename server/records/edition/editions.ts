import { sql } from 'kysely';
import { type EditionStates, type EntityModel, editionStates } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';

/** The number of a new edition, as a value to store; nothing where the entity has no editions. */
export async function placeEdition(entity: EntityModel, values: Values, context: RuleContext): Promise<Values> {
  const states = editionStates(entity.document);
  return states === undefined ? {} : { [states.number]: await nextNumber(entity, states, values[states.by], context) };
}

/** The number of an edition that a change makes one of something else. */
export async function moveEdition(entity: EntityModel, changes: Values, context: RuleContext): Promise<Values> {
  const states = editionStates(entity.document);
  return states !== undefined && Object.hasOwn(changes, states.by) ? placeEdition(entity, changes, context) : {};
}

/**
 * Waits until nobody else makes or publishes an edition of the same, for the rest of the transaction. Who holds it may
 * wait for the edition that is published, so nobody who has locked that one may ask for it.
 */
export function holdEditions(entity: EntityModel, of: unknown, context: RuleContext): Promise<void> {
  return context.records.hold(`editions:${entity.document.name}:${JSON.stringify(of ?? null)}`);
}

/** The edition that is published beside this one, locked; undefined where there is none. */
export async function formerEdition(
  entity: EntityModel,
  { by, machine, whenState }: EditionStates,
  record: StoredRecord,
  context: RuleContext,
): Promise<StoredRecord | undefined> {
  const { name } = entity.document;
  const published = { [by]: record[by], [machine.field]: whenState };
  await holdEditions(entity, record[by], context);
  const [seen] = (await context.records.find(name, published)).filter(({ id }) => id !== record.id);
  // Somebody may have archived it while it was waited for.
  return seen === undefined ? undefined : context.records.lockOne(name, seen.id, published);
}

/** The draft of what a record is an edition of; undefined where nobody is at work on one. */
export function draftOf(
  entity: EntityModel,
  { by, machine, drafts }: EditionStates,
  record: StoredRecord,
  context: RuleContext,
): Promise<StoredRecord | undefined> {
  return context.records.findOne(entity.document.name, { [by]: record[by], [machine.field]: drafts });
}

/** One more than the highest number there ever was, deleted ones included. */
async function nextNumber(
  entity: EntityModel,
  { by, number }: EditionStates,
  of: unknown,
  context: RuleContext,
): Promise<number> {
  await holdEditions(entity, of, context);
  const { rows } = await sql<{
    readonly next: number;
  }>`select coalesce(max(${sql.ref(toColumn(number))}), 0) + 1 as next
    from ${sql.table(entity.document.name)} where ${sql.ref(toColumn(by))} = ${of ?? null}`.execute(context.db);
  return rows[0]?.next ?? 1;
}
