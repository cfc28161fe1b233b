import { randomUUID } from 'node:crypto';
import { demoPassword } from './node-process.ts';

/** One call as a client makes it; the key goes with every repetition. */
export type Call = { readonly path: string; readonly body: object; readonly key: string };

/** How a call ended, as far as a client can tell. */
export type Outcome =
  /** Answered: done, or refused for a reason of the business. */
  | {
      readonly kind: 'answered';
      readonly code: string;
      readonly data: Record<string, unknown>;
      readonly message: string;
    }
  /** 503 with `Retry-After`. */
  | { readonly kind: 'away'; readonly code: string }
  /** The connection to the node broke, or there was none. */
  | { readonly kind: 'broken' }
  /** What must not be: another status, no `Retry-After`, no envelope, no answer in time. */
  | { readonly kind: 'wrong'; readonly what: string };

/** Longest a call may take, whatever happens. */
export const longest = 30_000;

/** A new call with a key of its own. */
export function newCall(path: string, body: object): Call {
  return { path, body, key: randomUUID() };
}

/** Makes a call once; a node that does not answer in time is taken for lost where the caller knows that it may be. */
export async function send(address: string, token: string, call: Call, giveUpAfter?: number): Promise<Outcome> {
  const headers = { 'content-type': 'application/json', 'x-app-token': token, 'idempotency-key': call.key };
  const signal = AbortSignal.timeout(giveUpAfter ?? longest + 5000);
  const body = JSON.stringify(call.body);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${address}${call.path}`, { method: 'POST', headers, body, signal });
    text = await response.text();
  } catch (error) {
    if (signal.aborted && giveUpAfter !== undefined) return { kind: 'broken' };
    if (signal.aborted) return { kind: 'wrong', what: `${call.path}: no answer` };
    return error instanceof TypeError ? { kind: 'broken' } : { kind: 'wrong', what: String(error) };
  }
  return judge(call, response, text);
}

function judge(call: Call, response: Response, text: string): Outcome {
  const wrong = (why: string): Outcome => ({
    kind: 'wrong',
    what: `${call.path}: ${response.status} ${why} ${text.slice(0, 300)}`,
  });
  try {
    const { code, data, message } = JSON.parse(text);
    if (response.status === 200) return { kind: 'answered', code, data: data ?? {}, message };
    if (response.status !== 503) return wrong('status');
    if (response.headers.get('retry-after') === null) return wrong('without Retry-After');
    return { kind: 'away', code: data.error.code };
  } catch {
    return wrong('no envelope');
  }
}

const patience = 180_000;
const pause = 100;

/** Makes a call again and again with its key, at one node after the other, until it is answered. */
export async function sendUntilAnswered(
  addresses: () => readonly string[],
  token: string,
  call: Call,
  seen?: (outcome: Outcome) => void,
  giveUpAfter?: number,
): Promise<Extract<Outcome, { kind: 'answered' }>> {
  const begin = Date.now();
  for (let tries = Math.floor(Math.random() * 2); Date.now() - begin < patience; tries++) {
    const known = addresses();
    const address = known[tries % Math.max(known.length, 1)];
    const outcome: Outcome = address === undefined ? { kind: 'broken' } : await send(address, token, call, giveUpAfter);
    seen?.(outcome);
    if (outcome.kind === 'wrong') throw new Error(outcome.what);
    // A lock that outlasted the server's own repetitions: somebody who was killed may still hold it.
    if (outcome.kind === 'answered' && codeOf(outcome) !== 'E_LOCKED') return outcome;
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
  }
  throw new Error(`${call.path} was not answered within ${patience} ms`);
}

/** The code of a refusal; undefined for what was done. */
export function codeOf(outcome: Extract<Outcome, { kind: 'answered' }>): string | undefined {
  if (outcome.code === '0') return undefined;
  const { error } = outcome.data;
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : outcome.code;
}

/** Signs a demo account in and answers its token and id. */
export async function signIn(
  address: string,
  account: string,
): Promise<{ readonly token: string; readonly id: string }> {
  const call = newCall('/v1/sys/user/login', { account, password: demoPassword });
  const { data, message } = await sendUntilAnswered(() => [address], '', call);
  if (typeof data.token !== 'string') throw new Error(`${account}: ${message}`);
  return { token: data.token, id: String(data.id) };
}
