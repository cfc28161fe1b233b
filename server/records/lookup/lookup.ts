import { type EntityField, fieldMask, type MaskKind, maskPolicyOf } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { type QuotaState, settleQuota, takeQuota } from '../../db/lookup-store.ts';
import { actorOf, authorOf, type Caller, lookupLimitsOf, maskModeOf } from '../../kernel/caller/caller.ts';
import { type AppError, refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { queryText } from '../../texts/records/query-text.ts';
import { type AuditEvent, audited, recordAudit } from '../log/record-audit.ts';

/** A field that a mask lies on. */
export type MaskedField = EntityField & { readonly mask: MaskKind };

/**
 * One whole value sought in masked fields of an entity: whoever may ask so often enough can guess a number back, so each
 * is counted and written down.
 */
export type Lookup = {
  readonly entity: EntityModel;
  readonly fields: readonly MaskedField[];
  /** Keyed hash of the value as it is stored. */
  readonly hash: string;
};

/**
 * Whether whole values of a masked field count for the caller: whoever sees the field in clear learns nothing by them, and
 * the server's own work asks for nobody.
 */
export function isBound(field: Pick<EntityField, 'mask' | 'maskPolicy'>, caller: Caller): boolean {
  const mask = fieldMask(field);
  return mask !== undefined && authorOf(caller) !== null && maskModeOf(caller, mask) !== 'plain';
}

/** Of fields those that have a mask which binds the caller. */
export function boundFields(fields: readonly EntityField[], caller: Caller): readonly MaskedField[] {
  return fields.flatMap((field) =>
    field.mask !== undefined && isBound(field, caller) ? [{ ...field, mask: field.mask }] : [],
  );
}

/**
 * Does a lookup: takes its place in the caller's quota, then looks, then writes down what was sought and whether it was
 * found. The same once more within ten minutes is the same lookup; one value in several entities takes one place. Refused (E_LOOKUP_LIMIT) where no place is left.
 */
export async function lookUp<Answer>(
  lookup: Lookup,
  context: CallContext,
  look: () => Promise<{ readonly answer: Answer; readonly isHit: boolean }>,
  by: Found['by'] = 'search',
): Promise<Answer> {
  const places = await placesFor(lookup, 'told', context);
  const { answer, isHit } = await look();
  if (places.length > 0) await recordLookup(lookup, { isHit, by }, context);
  return answer;
}

/** Takes the places of a lookup, one for each masking policy; the ids of those that are new. */
export async function placesFor(
  lookup: Lookup,
  state: Exclude<QuotaState, 'written'>,
  context: CallContext,
): Promise<readonly string[]> {
  // What is counted inside a transaction would be forgotten with it.
  if (context.db.isTransaction) throw new TypeError(`${lookup.entity.document.name}: a lookup within a transaction`);
  const { staffId } = actorOf(context.caller);
  const entity = lookup.entity.document.name;
  const ids: string[] = [];
  for (const [mask, field] of new Map(lookup.fields.map((one) => [maskPolicyOf(one), one]))) {
    const limits = lookupLimitsOf(context.caller, field);
    const place = await takeQuota(
      context.primary ?? context.db,
      { staffId, mask, entity, value: lookup.hash, limits },
      state,
    );
    if ('reached' in place) throw await refusedLookup(lookup, ids, place, context);
    if (place.id !== undefined) ids.push(place.id);
  }
  return ids;
}

/** What is said where no place is left; the places taken before are used up. */
async function refusedLookup(
  lookup: Lookup,
  taken: readonly string[],
  { reached, wait }: { readonly reached: 'minute' | 'day'; readonly wait: number },
  context: CallContext,
): Promise<AppError> {
  await settleQuota(context.primary ?? context.db, taken, 'told');
  const when = reached === 'minute' ? queryText('query.afterSeconds', { wait }) : queryText('query.tomorrow');
  const titles = titlesOf(lookup);
  const error = refuse('E_LOOKUP_LIMIT', { field: titles, when }, { expected: formatMessage(when) });
  return audited(error, {
    ...eventOf(lookup, `按整值查找${titles}超过次数上限`),
    facts: { fields: lookup.fields.map(({ key }) => key), reached },
    result: 'fail',
  });
}

/** How a value came to be looked up: sought in a filter or check, written where it might be somebody's, or dialled. */
type Found = { readonly isHit: boolean; readonly by: 'search' | 'write' | 'dial' };

/** Writes one row of the operation log: which fields, the keyed hash and whether it was somebody's; never the value. */
export function recordLookup(lookup: Lookup, { isHit, by }: Found, context: CallContext): Promise<void> {
  const title = `按整值查找${titlesOf(lookup)}：${isHit ? '找到' : '未找到'}`;
  const facts = { fields: lookup.fields.map(({ key }) => key), hash: lookup.hash, hit: isHit, by };
  return recordAudit({ ...eventOf(lookup, title), facts }, context);
}

function eventOf({ entity: { document } }: Lookup, title: string): AuditEvent {
  return { action: `${document.name}.lookup`, title: `${document.title}：${title}`, entity: document.name };
}

function titlesOf({ fields }: Lookup): string {
  return [...new Set(fields.map(({ title }) => title))].join('、');
}
