import { sql } from 'kysely';
import { isShown } from '../../../engine/model/access/index.ts';
import { type EntityField, type MaskKind, maskPolicyOf } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { formatMessage, formatMessageIn } from '../../../engine/model/texts/index.ts';
import { dayOf, startOfDay } from '../../../engine/model/time/index.ts';
import type { RevealAnswer } from '../../../engine/model/wire/index.ts';
import { isCallOnly, maskModeOf, revealLimitOf } from '../../kernel/caller/caller.ts';
import { newId } from '../../kernel/crypto/new-id.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { hiddenInRow, maskedInRow } from '../../records/read/hidden-in-row.ts';
import { idOf } from '../../records/read/view.ts';
import { readText } from '../../texts/read-text.ts';
import { lockedRecord } from '../write/modify.ts';

/** A field that a mask lies on. */
type MaskedField = EntityField & { readonly mask: MaskKind };

/**
 * Shows one masked field of one row in clear, `{id, field, reason}`. It is written down who saw what and why, and so
 * many a day are shown to one person. The answer is stored nowhere, so that a repeated call counts again.
 */
export async function revealValue(entity: EntityModel, body: Values, context: CallContext): Promise<RevealAnswer> {
  const id = idOf(body);
  const field = maskedField(entity, body.field);
  const reason = reasonOf(body.reason);
  const { grants } = context.caller;
  if (maskModeOf(context.caller, field) === 'hidden' || !isShown(entity.document, field.key, grants))
    throw refuse('E_NO_PERMISSION', { expected: `${entity.document.name}.${field.key}` });
  if (isCallOnly(context.caller, field)) throw refuse('E_REVEAL_CALL_ONLY', { expected: field.title });
  const unkept = { ...context, idempotencyKey: undefined };
  return mutate(`${entity.document.name}.reveal`, {}, unkept, async (inside) => {
    const record = await lockedRecord(entity, id, inside);
    if ((await hiddenInRow(entity, id, inside)).has(field.key))
      throw refuse('E_NO_PERMISSION', { expected: `${entity.document.name}.${field.key}` });
    const kept = await maskedInRow(entity, id, field.key, inside);
    if (kept !== undefined) throw refuse('E_REVEAL_ROW', { expected: kept });
    const left = await countReveal({ entity, id, field, reason }, inside);
    // What is kept is said in Chinese, whoever did it.
    const title = formatMessageIn('zh-CN', readText('read.revealed', { field: field.title, reason }));
    await logChange({ entity, id, action: 'reveal', title }, inside);
    const value = record[field.key];
    return { value: typeof value === 'string' ? value : null, left };
  });
}

/** The moment from which the reveals of a day are counted. */
export function startOfToday(now: string): string {
  return new Date(startOfDay(dayOf(now))).toISOString();
}

function maskedField(entity: EntityModel, key: unknown): MaskedField {
  const field = typeof key === 'string' ? entity.fields.get(key) : undefined;
  if (field?.mask === undefined || field.secret === true)
    throw wrongInput('/field', readText('read.field'), readText('read.maskedField', { entity: entity.document }), key);
  return { ...field, mask: field.mask };
}

const [shortest, longest] = [2, 100];

function reasonOf(raw: unknown): string {
  const at = { pointer: '/reason', title: formatMessage(readText('read.reason')) };
  if (raw === undefined || raw === null || raw === '') throw invalidInput([{ code: 'E_INPUT_REQUIRED', ...at }]);
  if (typeof raw !== 'string' || /\p{Cc}/u.test(raw))
    throw wrongInput(at.pointer, at.title, readText('read.oneLine'), typeof raw);
  const reason = raw.trim();
  const length = [...reason].length;
  if (length < shortest) throw invalidInput([{ code: 'E_INPUT_TOO_SHORT', ...at, expected: String(shortest) }]);
  if (length > longest) throw invalidInput([{ code: 'E_INPUT_TOO_LONG', ...at, expected: String(longest) }]);
  return reason;
}

type Reveal = {
  readonly entity: EntityModel;
  readonly id: string;
  readonly field: MaskedField;
  readonly reason: string;
};

/**
 * Writes the reveal down if the day has room for it, and answers the room that is left. Reveals of one person are
 * counted one after another: two at once would both find the last place free.
 */
async function countReveal({ entity, id, field, reason }: Reveal, context: RuleContext): Promise<number> {
  const { staffId } = context.caller;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reveal:${staffId}`}, 0))`.execute(context.db);
  const { now } = context;
  const limit = revealLimitOf(context.caller, field);
  const policy = maskPolicyOf(field);
  const written = await sql<{ used: number }>`with today as (
      select count(*) as used from reveal_log where staff_id = ${staffId} and mask = ${policy} and created_at >= ${startOfToday(now)}::timestamptz
    ) insert into reveal_log (id, created_at, created_by, staff_id, entity, entity_id, field, mask, reason, revealed_at)
    select ${newId()}::uuid, ${now}::timestamptz, ${staffId}::uuid, ${staffId}::uuid, ${entity.document.name}, ${id}, ${field.key}, ${policy}, ${reason}, ${now}::timestamptz
    from today where used < ${limit} returning (select used from today) as used`.execute(context.db);
  const [row] = written.rows;
  if (row === undefined) throw refuse('E_REVEAL_LIMIT');
  return limit - row.used - 1;
}
