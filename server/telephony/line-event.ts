import type { CallStateAnswer } from '../../contract/phone.ts';
import { hangupParties, isPhoneProvider, type PhoneProvider } from '../../contract/phone-words.ts';
import { type FileKind, isId, normaliseNumber } from '../../engine/model/fields/index.ts';
import { calendarInForce } from '../db/holiday-store.ts';
import { saveFile } from '../files/file-rows.ts';
import { UploadedFile } from '../files/uploaded-file.ts';
import { systemCaller } from '../kernel/caller/caller.ts';
import { isSigned } from '../kernel/crypto/signature.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { CallContext, OpenContext } from '../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../kernel/operation/record-store.ts';
import { mutate } from '../records/change/mutate.ts';
import { changeCall, eventOf, heldCall, stateOf } from './call-event.ts';
import { afterEvent, afterLine, type LineFact } from './call-state.ts';
import { refusePhone } from './errors.ts';
import { telephonyOf } from './seats.ts';

const entityName = 'call_record';
const maxTranscript = 20_000;
const maxRecording = 100 * 1024 * 1024;
const dayMs = 86_400_000;
const kinds: Readonly<Record<string, { readonly mime: string; readonly kind: FileKind; readonly extension: string }>> =
  {
    wav: { mime: 'audio/wav', kind: 'audio', extension: 'wav' },
    mp3: { mime: 'audio/mpeg', kind: 'audio', extension: 'mp3' },
  };

/** Takes what the line itself tells of a call: `{time, nonce, sign, event}`, where `event` is a JSON text. */
export async function takeLineEvent(body: Values, context: OpenContext, rules: RuleBook): Promise<CallStateAnswer> {
  const { event: text } = body;
  if (typeof text !== 'string') throw refusePhone('E_PHONE_SIGNATURE');
  const inside = await signedContext(body, text, context);
  const event = parsed(text);
  return mutate(`${entityName}.line`, { text }, inside, async (own) => {
    const call = await calledOf(event, own);
    return stateOf(await changeCall(call, changesOf(call, event, own.now), titleOf(call, event), own, rules));
  });
}

/** Takes the recording of a call: its file, with `callId`, `format` and `sha256` signed in the address. */
export async function takeRecording(body: Values, context: OpenContext, rules: RuleBook): Promise<CallStateAnswer> {
  const { callId, format, sha256, file } = body;
  const text = `${String(callId)}.${String(format)}.${String(sha256)}`;
  const type = typeof format === 'string' ? kinds[format] : undefined;
  const inside = await signedContext(body, text, context);
  if (type === undefined || !(file instanceof UploadedFile)) throw refuse('E_FILE_MISSING');
  const { files } = context.services;
  const stored = await files.write(file.content, maxRecording);
  const forget = () => files.remove(stored.key);
  try {
    if (stored.sha256 !== sha256) throw refusePhone('E_PHONE_SIGNATURE');
    const answer = await mutate(`${entityName}.recording`, { text }, inside, async (own) => {
      const call = await calledOf({ callId }, own);
      if (call.recordingId !== null) return { ...stateOf(call), isNew: false };
      const meta = { name: `${String(call.callNo)}.${type.extension}`, mime: type.mime, kind: type.kind };
      const recordingId = await saveFile({ ...meta, private: true, entity: entityName, id: call.id }, stored, own);
      return { ...stateOf(await changeCall(call, { recordingId }, '录音', own, rules)), isNew: true };
    });
    const { isNew, ...state } = answer;
    if (!isNew) await forget();
    return state;
  } catch (error) {
    await forget();
    throw error;
  }
}

/** The context of a call that the line signed: the server's own work, done once for each of its nonces. */
async function signedContext(body: Values, text: string, context: OpenContext): Promise<CallContext> {
  const { time, nonce, sign } = body;
  const { secret } = telephonyOf(context);
  const signature = { time: String(time), nonce: String(nonce), sign: String(sign) };
  if (!isSigned(text, signature, secret, Date.parse(context.now))) throw refusePhone('E_PHONE_SIGNATURE');
  const caller = { ...systemCaller, ip: context.origin.ip };
  const calendar = await calendarInForce(context);
  return { ...context, caller, calendar, page: undefined, idempotencyKey: `line-${signature.nonce}` };
}

function parsed(text: string): Values {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    throw refuse('E_BODY_UNREADABLE');
  }
}

/** The call a line means: by our id, by the line's own, or the latest of a seat with the number it names. */
async function calledOf(event: Values, context: RuleContext): Promise<StoredRecord> {
  const { callId, provider, providerCallId, seatCode } = event;
  let known: StoredRecord | undefined;
  if (typeof callId === 'string' && isId(callId)) known = await context.records.findOne(entityName, { id: callId });
  else if (isPhoneProvider(provider) && typeof providerCallId === 'string')
    known = await context.records.findOne(entityName, { provider, providerCallId });
  else if (typeof seatCode === 'string' && seatCode !== '')
    known = await latestOfSeat(isPhoneProvider(provider) ? provider : 'webphone', seatCode, event, context);
  const call = known === undefined ? undefined : await heldCall(known.id, context);
  if (call === undefined) throw refuse('E_NOT_FOUND');
  return call;
}

/** The latest call of a seat within a day; with the number that the line names, where it names one. */
async function latestOfSeat(
  provider: PhoneProvider,
  seatCode: string,
  event: Values,
  { records, now }: RuleContext,
): Promise<StoredRecord | undefined> {
  const seat = { provider, seatCode };
  const number = numberOf(event);
  const found =
    number === undefined
      ? [await records.findOne(entityName, seat)]
      : [
          await records.findOne(entityName, { ...seat, direction: 'out', callee: number }),
          await records.findOne(entityName, { ...seat, direction: 'in', caller: number }),
        ];
  return found
    .filter((call) => call !== undefined)
    .filter(({ startedAt }) => Date.parse(now) - Date.parse(String(startedAt)) < dayMs)
    .toSorted((a, b) => Date.parse(String(b.startedAt)) - Date.parse(String(a.startedAt)))[0];
}

function titleOf(call: StoredRecord, event: Values): string {
  return event.kind === 'transcript' || counts(call, event) ? '线路回报' : '线路回报（号码不符或没有，不计）';
}

function numberOf({ number }: Values): string | undefined {
  return typeof number === 'string' ? (normaliseNumber(number) ?? number) : undefined;
}

/**
 * Whether a report counts: it names whom the line connected the seat with, and that is whom the call is recorded with. The
 * id of a call alone proves nothing: a browser knows it too, and may have had the line call somebody else.
 */
function counts(call: StoredRecord, event: Values): boolean {
  const number = numberOf(event);
  if (number === undefined) return call.confirmation === 'line';
  const other = String((call.direction === 'in' ? call.caller : call.callee) ?? '');
  return number === (normaliseNumber(other) ?? other);
}

function changesOf(call: StoredRecord, event: Values, now: string): Values | undefined {
  if (event.kind === 'transcript') {
    const { text } = event;
    if (typeof text !== 'string') throw refuse('E_BODY_UNREADABLE');
    const transcript = [...text].slice(0, maxTranscript).join('');
    return transcript === call.transcript ? undefined : { transcript };
  }
  if (!counts(call, event)) return afterEvent(call, eventOf(event), now);
  const told = eventOf({ ...event, hangupBy: event.hangupBy ?? 'system' });
  const { talkSeconds } = event;
  const fact: LineFact = {
    kind: told.kind,
    hangupBy: hangupParties.find((known) => known === event.hangupBy),
    code: told.kind === 'rejected' ? told.code : null,
    talkSeconds: typeof talkSeconds === 'number' && talkSeconds >= 0 ? Math.round(talkSeconds) : undefined,
  };
  const wanted = afterLine(call, fact, now) ?? {};
  return Object.fromEntries(Object.entries(wanted).filter(([key, value]) => (call[key] ?? null) !== value));
}
