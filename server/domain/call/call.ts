import { normaliseNumber } from '../../../engine/model/fields/index.ts';
import { type FileUse, signedAddress } from '../../files/signed-address.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import { prepareEach } from '../../kernel/operation/prepare-rows.ts';
import { maxFound, type StoredRecord, type Values } from '../../kernel/operation/record-store.ts';
import { reachableFile } from '../../records/read/readable-file.ts';
import { callText } from '../../texts/domain/call-text.ts';
import { countCall, customersByPhone } from '../customer/index.ts';
import { refuseCall } from './errors.ts';
import { openCallReview } from './review.ts';
import { scanCall } from './scan-call.ts';

const byHand = 'manual';
/** Lines whose calls come in by a provider's file; those of the browser's phone the server writes itself. */
const ownLine = 'webphone';
const running: ReadonlySet<unknown> = new Set(['dialing', 'ringing', 'talking']);
const secondMs = 1000;
const untold = { status: undefined, answeredAt: null, endedAt: null, ringSeconds: null } as const;

/** Rules of calls: what a row of a file says becomes a whole call; its recording is given out by name; words are sought. */
export const callRules: DomainRules = {
  entity: 'call_record',

  looksUp: ['caller', 'callee'],

  async prepareMany(rows, context) {
    const isImported = context.jobId !== undefined;
    const people = await peopleOf(rows, context);
    return prepareEach(rows, (values) => {
      if (!isImported && values.provider !== byHand) throw refuseCall('E_CALL_BY_HAND');
      if (isImported && values.provider !== byHand && typeof values.providerCallId !== 'string')
        throw refuseCall('E_CALL_LINE_ID');
      const derived = { ...people.get(values), ...timesOf(values) };
      return values.staffId === context.caller.staffId ? unvouched(values, derived) : vouched(values, derived);
    });
  },

  async afterCreate(id, values, context) {
    if (values.confirmation !== 'pending') await countCall(values, context);
    if (typeof values.transcript === 'string') await scanCall(id, { opensReviews: true, isNewText: true }, context);
  },

  async beforeModify(record, changes, context) {
    // What the line tells of a call that runs is as it says.
    if (context.jobId === undefined || running.has(record.status)) return {};
    if (record.provider === ownLine) throw refuseCall('E_CALL_OWN_RECORD');
    // What the browser said of it is no ground for what the bill says.
    const all: Values = { ...record, ...(record.confirmation === 'pending' ? untold : {}), ...changes };
    // Nobody vouches for himself, neither by what the call says nor by whose it is.
    if ([record.staffId, all.staffId].includes(context.caller.staffId)) throw refuseCall('E_CALL_OWN_WORD');
    return vouched(all, { ...(await peopleOf([all], context)).get(all), ...timesOf(all) });
  },

  async afterModify(record, changes, context) {
    if (Object.hasOwn(changes, 'transcript'))
      await scanCall(record.id, { opensReviews: true, isNewText: true }, context);
    // A call counts once, when the line or its bill first tells of it. Customers come after all else that is locked.
    if (record.confirmation === 'pending' && (changes.confirmation ?? 'pending') !== 'pending')
      await countCall({ ...record, ...changes }, context);
  },

  actions: {
    play: (call, _, context) => recordingOf(call, 'play', context),
    download: (call, _, context) => recordingOf(call, 'save', context),
    transcribe: async (call, { transcript }, context) => {
      if (call.status !== 'answered') throw refuseCall('E_QA_NOT_ANSWERED');
      await context.records.update('call_record', call.id, { transcript });
      return { found: await scanCall(call.id, { opensReviews: true, isNewText: true }, context) };
    },
    inspect: async (call, _, context) => {
      if (call.status !== 'answered') throw refuseCall('E_QA_NOT_ANSWERED');
      await openCallReview(call, 'sample', context);
      return {};
    },
  },
};

/** An address of the recording for this session; that it was asked for stands in the log of the call. */
async function recordingOf(call: StoredRecord, use: FileUse, context: RuleContext) {
  if (typeof call.recordingId !== 'string') throw refuseCall('E_CALL_NO_RECORDING');
  const { id, name, mime, size } = await reachableFile(call.recordingId, context);
  const address = signedAddress({ fileId: id, sessionId: context.caller.sessionId, use }, context);
  return { address, name, mime, size };
}

/** A call that a line's bill tells of, or that somebody else wrote down: it counts. */
function vouched({ provider }: Values, derived: Values): Values {
  return { ...derived, confirmation: provider === byHand ? 'manual' : 'bill' };
}

/** A call that its own person tells of: it stays unconfirmed, with the seconds he told beside it. */
function unvouched({ talkSeconds }: Values, derived: Values): Values {
  if (derived.status !== 'answered') return { ...derived, confirmation: 'pending' };
  return {
    ...derived,
    confirmation: 'pending',
    status: 'unconfirmed',
    talkSeconds: 0,
    toldSeconds: Number(talkSeconds),
  };
}

/** Whose calls they are, and whom they were with: by the number that is not ours. */
async function peopleOf(rows: readonly Values[], context: RuleContext): Promise<ReadonlyMap<Values, Values>> {
  const { records } = context;
  const staffIds = [...new Set(rows.map(({ staffId }) => staffId).filter((id) => typeof id === 'string'))];
  const staff = new Map((await records.find('staff', { id: staffIds }, maxFound)).map((one) => [one.id, one]));
  const numbers = rows.flatMap((values) => numberOf(values) ?? []);
  const customers = await customersByPhone(numbers, context);
  return new Map(
    rows.map((values) => {
      const number = numberOf(values);
      const customer = number === undefined ? undefined : customers.get(number);
      // The record names him by an id of its own, so that it tells there is somebody.
      if (customer !== undefined) context.found?.();
      return [values, peopleIn(values, number, staff.get(String(values.staffId)), customer)];
    }),
  );
}

function peopleIn(
  values: Values,
  number: string | undefined,
  staff: StoredRecord | undefined,
  customer: StoredRecord | undefined,
): Values {
  const customerId = values.customerId ?? customer?.id ?? null;
  return {
    departmentId: values.departmentId ?? staff?.departmentId,
    seatCode: values.seatCode ?? staff?.seatCode ?? null,
    ...(number === undefined ? {} : { [otherEnd(values)]: number }),
    customerId,
    ...(customerId === null || (values.bizType ?? null) !== null ? {} : { bizType: 'customer', bizId: customerId }),
  };
}

/** The field of the number that is not ours. */
function otherEnd({ direction }: Values): 'caller' | 'callee' {
  return direction === 'in' ? 'caller' : 'callee';
}

function numberOf(values: Values): string | undefined {
  const text = values[otherEnd(values)];
  return typeof text === 'string' ? (normaliseNumber(text) ?? text) : undefined;
}

/** Times and state that fit each other, from what a file or form tells of them. */
function timesOf(values: Values): Values {
  const startedAt = momentOf(values.startedAt);
  if (startedAt === undefined) throw refuseCall('E_CALL_TIMES', { what: callText('call.noStart') });
  const talkSeconds = Number(values.talkSeconds ?? 0);
  const status = stateOf(values.status, talkSeconds);
  const isTaken = status === 'answered';
  const ringSeconds = Number(values.ringSeconds ?? 0);
  const taken = isTaken ? (momentOf(values.answeredAt) ?? startedAt + ringSeconds * secondMs) : undefined;
  const ended = momentOf(values.endedAt) ?? (taken ?? startedAt + ringSeconds * secondMs) + talkSeconds * secondMs;
  const inOrder = [startedAt, ...(taken === undefined ? [] : [taken]), ended];
  if (inOrder.some((moment, index) => moment < (inOrder[index - 1] ?? moment)))
    throw refuseCall('E_CALL_TIMES', { what: callText('call.endsEarly') });
  return {
    status,
    answeredAt: taken === undefined ? null : new Date(taken).toISOString(),
    endedAt: new Date(ended).toISOString(),
  };
}

/** How a call went, as it was given or as its talk tells; what was given has to fit the talk. */
function stateOf(given: unknown, talkSeconds: number): unknown {
  const fitting = talkSeconds > 0 ? 'answered' : 'no_answer';
  const status = running.has(given) ? fitting : (given ?? fitting);
  const isTaken = status === 'answered';
  if (isTaken !== talkSeconds > 0)
    throw refuseCall('E_CALL_TIMES', { what: isTaken ? callText('call.noDuration') : callText('call.duration') });
  return status;
}

function momentOf(value: unknown): number | undefined {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}
