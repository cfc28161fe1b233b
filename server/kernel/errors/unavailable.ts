import { codeOf, messageOf } from './start-error.ts';

/** Connection exceptions, too few resources, intervention by an operator, faults of the machine. */
const classes: ReadonlySet<string> = new Set(['08', '53', '57', '58']);

/** A transaction or session that idled too long and was ended, or a server that only reads: a change of the primary. */
const codes: ReadonlySet<string> = new Set(['25P03', '25P04', '25006', '40003']);

/** What the network says. */
const network: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** What the driver says in words alone. */
const words =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end|driver has already been destroyed)/;

/**
 * Whether the database could not be reached, gave up the session or had no room: nothing that was asked is at fault,
 * and the same again in a moment may well succeed. Whether the work was done is not known, so the same again is safe
 * only for what can be repeated, which is what an `Idempotency-Key` is for.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && (words.test(messageOf(error)) || isUnavailable(error.cause));
  if (network.has(code) || codes.has(code)) return true;
  // 57014 is a statement cancelled for its length: the same again would take as long.
  return code !== '57014' && /^[0-9A-Z]{5}$/.test(code) && classes.has(code.slice(0, 2));
}
