import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isSigned, type Signature } from '../kernel/crypto/signature.ts';
import { numberBehind } from './caller-token.ts';
import { TicketTaker } from './ticket.ts';

// What docs/telephony.md gives to whoever builds a line, held against what the server really takes.

type Signed = Signature & { readonly text: string };
type Vectors = {
  readonly secret: string;
  readonly now: number;
  readonly dial: Signed;
  readonly event: Signed;
  readonly recording: Signed;
  readonly ticket: { readonly provider: string; readonly agentId: string; readonly ticket: string };
  readonly caller: { readonly seat: string; readonly number: string; readonly token: string };
  readonly digest: Readonly<Record<'user' | 'realm' | 'password' | 'ha1', string>>;
};

const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/telephony.md'), 'utf8');
const vectors: Vectors = JSON.parse(/```json\n(\{\n {2}"secret"[\s\S]*?)```/.exec(guide)?.[1] ?? '{}');
const { secret, now } = vectors;
const minute = 60_000;

it.each(['dial', 'event', 'recording'] as const)(
  'holds for the signature of %s, which is good for five minutes',
  (name) => {
    const { text, ...signature } = vectors[name];
    expect(isSigned(text, signature, secret, now)).toBe(true);
    expect(isSigned(`${text} `, signature, secret, now)).toBe(false);
    expect(isSigned(text, signature, `${secret}x`, now)).toBe(false);
    expect(isSigned(text, signature, secret, now + 5 * minute + 1)).toBe(false);
  },
);

it('holds for the ticket of an agent, good once within its minute', () => {
  const { provider, agentId, ticket } = vectors.ticket;
  const taker = new TicketTaker(secret);
  expect(taker.take('dlsw', agentId, ticket, now)).toBe(false);
  expect(taker.take(provider, '1002', ticket, now)).toBe(false);
  expect(new TicketTaker(secret).take(provider, agentId, ticket, now + minute)).toBe(false);
  expect(taker.take(provider, agentId, ticket, now)).toBe(true);
  expect(taker.take(provider, agentId, ticket, now)).toBe(false);
});

it('holds for the code of a caller, and for its length', () => {
  const { seat, number, token } = vectors.caller;
  expect(numberBehind(token, seat, secret, now)).toBe(number);
  expect(numberBehind(token, '8002', secret, now)).toBeUndefined();
  expect(numberBehind(token, seat, secret, now + 5 * minute)).toBeUndefined();
  expect(guide).toContain(`11 位号码的码长 ${token.length} 个字符`);
});

it('holds for the digest of a seat', () => {
  const { user, realm, password, ha1 } = vectors.digest;
  expect(createHash('md5').update(`${user}:${realm}:${password}`).digest('hex')).toBe(ha1);
});
