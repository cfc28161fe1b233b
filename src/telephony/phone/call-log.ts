import type { CallEvent, IncomingAnswer } from '../../../contract/phone.ts';
import type { PhoneProvider } from '../../../contract/phone-words.ts';
import {
  ApiRefusal,
  type OperationInput,
  type OperationOutput,
  type OperationPath,
} from '../../../engine/client/index.ts';

import type { CallEnd, LineEvent } from '../line/line.ts';
import type { Call, CallStatus } from './phone-state.ts';

/** Calls an operation in the name of a page, or of none; throws its refusal. */
export type PhoneCall = <Path extends OperationPath>(
  path: Path,
  body: OperationInput<Path>,
  page?: string,
) => Promise<OperationOutput<Path>>;

/** What the log needs of its host. */
export type CallLogHost = {
  readonly call: PhoneCall;
  /** Sends a call that outlives the window; nobody hears the answer. */
  readonly callLast: <Path extends OperationPath>(path: Path, body: OperationInput<Path>) => void;
};

/** Somebody who calls, as the line tells it. */
export type Caller = { readonly provider: PhoneProvider; readonly key: string; readonly caller: string };

const eventPath = '/v1/phone/call/event/create';
const incomingPath = '/v1/phone/call/incoming/create';
const attempts = 3;
/** How long who calls waits for what has to be told before. */
const orderMs = 1500;

/** What the server is told of calls: one thing after the other, in the order it happened. */
export class CallLog {
  readonly #host: CallLogHost;
  #telling: Promise<unknown> = Promise.resolve();
  /** Ids that the server gives to calls that come in, by the line's own names. */
  readonly #incoming = new Map<string, Promise<string>>();

  constructor(host: CallLogHost) {
    this.#host = host;
  }

  /** When all that happened until now has been told, or given up. */
  async settled(): Promise<void> {
    await this.#telling;
  }

  /** Tells what happened to a call; three times where it does not arrive, for the line tells the server too. */
  tell(call: Pick<Call, 'callId' | 'key'>, event: CallEvent): void {
    const named = call.callId ?? this.#incoming.get(call.key ?? '');
    if (named === undefined) return;
    const tell = async () => {
      const callId = await named;
      await repeated(() => this.#host.call(eventPath, { callId, event })).catch(() => undefined);
    };
    this.#telling = this.#telling.then(tell).catch(() => undefined);
  }

  /**
   * Asks the server who calls, which puts the call on record. Until it has answered, what happens to the call waits to
   * be told. `isBusy`: it did not ring here.
   */
  identify({ provider, key, caller }: Caller, isBusy: boolean): Promise<IncomingAnswer> {
    const input = { provider, providerCallId: key, caller, ...(isBusy && { busy: true }) };
    // The end of the last call is told first, but nobody waits long to see who calls.
    const asked = Promise.race([this.settled(), pause(orderMs)]).then(() =>
      repeated(() => this.#host.call(incomingPath, input), isLostOnTheWay),
    );
    const named = asked.then(({ callId }) => callId);
    // Whoever asks hears of it; who only waits to tell has nothing to tell then.
    named.catch(() => undefined);
    if (!isBusy) this.#incoming.set(key, named);
    return asked;
  }

  /** Ends calls that nobody ended: one by its id, or whatever call of the caller is open. */
  async endOpen(callId?: string): Promise<void> {
    await this.settled();
    await this.#host.call('/v1/phone/call/end/mine', callId === undefined ? {} : { callId });
  }

  /** The window closes with a call: told so that it arrives when the window is gone. */
  leave({ callId }: Pick<Call, 'callId'>): void {
    if (callId === undefined) this.#host.callLast('/v1/phone/call/end/mine', {});
    else this.#host.callLast(eventPath, { callId, event: { kind: 'ended', hangupBy: 'staff' } });
  }
}

/** What the server is told of an event that changed a call; undefined where it is none of its business. */
export function toldOf(event: LineEvent, before: CallStatus): CallEvent | undefined {
  if (before.kind === 'none' || before.kind === 'ended') return undefined;
  if (event.kind === 'ringing' || event.kind === 'answered') return { kind: event.kind };
  return event.kind === 'ended' ? endEvent(event.end, before.kind === 'talking') : undefined;
}

function endEvent(end: CallEnd, wasTalking: boolean): CallEvent {
  if (end.kind === 'rejected') return { kind: 'rejected', code: end.code };
  if (end.kind === 'fault' && !wasTalking) return { kind: 'rejected', code: null };
  return { kind: 'ended', hangupBy: end.kind === 'hungUp' ? end.by : 'system' };
}

async function repeated<Data>(ask: () => Promise<Data>, isRepeated = (_: unknown) => true): Promise<Data> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === attempts || !isRepeated(error)) throw error;
      await pause(attempt * 1000);
    }
  }
}

function isLostOnTheWay(error: unknown): boolean {
  return error instanceof ApiRefusal && error.code === 'network';
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
