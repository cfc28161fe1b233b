import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const validity = 60_000;

/** What an agent shows the integration's server in the place of a password: `until.nonce.signature`. */
export function agentTicket(provider: string, agentId: string, secret: string, now: number): string {
  const until = now + validity;
  const nonce = randomBytes(9).toString('base64url');
  return `${until}.${nonce}.${sign(provider, agentId, until, nonce, secret)}`;
}

/** Takes tickets as an integration's server does: each once, within its minute. */
export class TicketTaker {
  readonly #taken = new Map<string, number>();

  constructor(private readonly secret: string) {}

  take(provider: string, agentId: string, ticket: string, now: number = Date.now()): boolean {
    for (const [known, until] of this.#taken) if (until <= now) this.#taken.delete(known);
    const [until = '', nonce = '', given = '', ...more] = ticket.split('.');
    if (more.length > 0 || !/^\d{13}$/.test(until) || Number(until) <= now || this.#taken.has(nonce)) return false;
    const expected = Buffer.from(sign(provider, agentId, Number(until), nonce, this.secret));
    const shown = Buffer.from(given);
    if (expected.length !== shown.length || !timingSafeEqual(expected, shown)) return false;
    this.#taken.set(nonce, Number(until));
    return true;
  }
}

function sign(provider: string, agentId: string, until: number, nonce: string, secret: string): string {
  return createHmac('sha256', secret).update(`agent\n${provider}\n${agentId}\n${until}\n${nonce}`).digest('base64url');
}
