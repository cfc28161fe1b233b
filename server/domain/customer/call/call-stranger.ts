import type { Value } from '../../../../contract/definition/schema.ts';
import { customerFromCall, leadFromCall } from '../../../../contract/stranger.ts';
import { refuse } from '../../../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../../../kernel/operation/context.ts';
import type { RuleBook } from '../../../kernel/operation/domain-rules.ts';
import { type CallerOperation, implement } from '../../../kernel/operation/operation.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { createRow } from '../../../operations/write/create.ts';
import { mutate } from '../../../records/change/mutate.ts';
import { claimCall } from './unclaimed-call.ts';

const dayMs = 86_400_000;
/** Leads and customers, each with where the project and a word about the call stand in it. */
const kinds = {
  lead: { project: (id: string) => ({ projectId: id }), note: 'consultContent' },
  customer: { project: (id: string) => ({ intentionProjectIds: [id] }), note: 'remark' },
} as const;
type Kind = keyof typeof kinds;
type Stranger = Value<typeof leadFromCall.input>;

/**
 * Registers somebody nobody knew after a call with him. His number is taken from the call and reaches no browser: who
 * registers him may see it masked all the same.
 */
export function strangerOperations(rules: RuleBook): readonly CallerOperation[] {
  return [
    implement(leadFromCall, (body, context) => registerStranger('lead', body, context, rules)),
    implement(customerFromCall, (body, context) => registerStranger('customer', body, context, rules)),
  ];
}

function registerStranger(
  kind: Kind,
  body: Stranger,
  context: CallContext,
  rules: RuleBook,
): Promise<{ readonly id: string; readonly version: number }> {
  const { project, note } = kinds[kind];
  return mutate(`${kind}.fromCall`, body, context, async (inside) => {
    const call = await ownStranger(body.callId, inside.records, inside);
    const mobile = call.direction === 'in' ? call.caller : call.callee;
    const { name, channelId } = body;
    const noted = body.note !== undefined ? { [note]: body.note } : {};
    const values = { name, mobile, ...project(body.projectId), channelId, ...defaults[kind], ...noted };
    const unkept = { ...inside, idempotencyKey: undefined };
    const made = await createRow(modelOf(context.documents, kind), values, unkept, rules);
    const row = await inside.records.findOne(kind, { id: made.id });
    const customerId = kind === 'customer' ? made.id : (row?.customerId ?? null);
    await claimCall(call.id, { bizType: kind, bizId: made.id, customerId }, inside);
    return made;
  });
}

/** What else has to be known, and was not asked at the telephone. */
const defaults: Readonly<Record<Kind, Values>> = { lead: { intention: 'middle' }, customer: { level: 'b' } };

type Locking = {
  readonly lockOne: (entity: string, id: string, where?: Values) => Promise<StoredRecord | undefined>;
};

/** A call of the caller within a day that is nobody's yet, held; any other is none of his. */
async function ownStranger(id: string, records: Locking, { caller, now }: CallContext): Promise<StoredRecord> {
  const unclaimed = { staffId: caller.staffId, customerId: null, bizId: null };
  const call = await records.lockOne('call_record', id, unclaimed);
  if (call === undefined || Date.parse(now) - Date.parse(String(call.startedAt)) > dayMs) throw refuse('E_NOT_FOUND');
  return call;
}
