/** What becomes of a call to a number: rejected with a code, another seat, or the answering machine. */
export type Destination =
  | { readonly kind: 'reject'; readonly code: number; readonly reason: string; readonly rings: boolean }
  | { readonly kind: 'seat'; readonly seat: string }
  | { readonly kind: 'machine'; readonly melodyMs: number };

const reasons: Readonly<Record<number, string>> = {
  480: 'Temporarily Unavailable',
  486: 'Busy Here',
  408: 'Request Timeout',
  500: 'Server Internal Error',
  487: 'Request Terminated',
  484: 'Address Incomplete',
};
const seatPattern = /^8\d{3}$/;

/** Where a number leads, by the table in docs/telephony.md; `answering` are seats that were told to answer a number. */
export function destinationOf(number: string, answering: ReadonlyMap<string, string>): Destination {
  const seat = answering.get(number) ?? (seatPattern.test(number) ? number : undefined);
  if (seat !== undefined) return { kind: 'seat', seat };
  const code = Number(/^9(480|486|408|500|487|484)$/.exec(number)?.[1]);
  if (code > 0) return { kind: 'reject', code, reason: reasons[code] ?? '', rings: code === 487 };
  if (number === '601') return { kind: 'machine', melodyMs: Number.POSITIVE_INFINITY };
  if (number !== '600' && !/^\d{4,20}$/.test(number))
    return { kind: 'reject', code: 484, reason: 'Address Incomplete', rings: false };
  return { kind: 'machine', melodyMs: 2000 };
}

/** What a seat dials, and the call of our server's it is, where a code said so. */
export type Dialled = { readonly number: string; readonly callId?: string };

/** Numbers that codes stand for: each once, within a minute, for one seat. */
export class DialCodes {
  readonly #known = new Map<string, Dialled & { readonly until: number }>();

  put(seat: string, code: string, { number, callId }: Dialled, now: number = Date.now()): void {
    for (const [key, { until }] of this.#known) if (until <= now) this.#known.delete(key);
    this.#known.set(`${seat}:${code}`, { number, ...(callId === undefined ? {} : { callId }), until: now + 60_000 });
  }

  /** The number behind what a seat dials: a code's, or what it is. */
  take(seat: string, dialled: string, now: number = Date.now()): Dialled {
    const key = `${seat}:${dialled}`;
    const known = this.#known.get(key);
    this.#known.delete(key);
    if (known === undefined || known.until <= now) return { number: dialled };
    const { until: _, ...meant } = known;
    return meant;
  }
}
