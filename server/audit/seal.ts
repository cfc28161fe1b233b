import { createHash } from 'node:crypto';
import type { StoredSeal } from '../db/audit/seal-store.ts';
import type { Protection } from '../kernel/crypto/protection.ts';

/** What the first seal comes after. */
export const noSeal = '';

/** Before every id there can be. */
export const firstId = '00000000-0000-0000-0000-000000000000';

/** What a seal says; `seal` itself is made of all of it. */
export type SealFacts = Omit<StoredSeal, 'seal'>;

/** SHA-256 over what is kept of the single rows, as hexadecimal text. */
export function digestOf(rowDigests: Buffer): string {
  return createHash('sha256').update(rowDigests).digest('hex');
}

/**
 * The seal over facts: a keyed hash, so that who can write to the database but has no key cannot make one. The seal
 * before is among the facts: none can be taken out of the middle.
 */
export function sealOver(facts: SealFacts, { seal }: Pick<Protection, 'seal'>): string {
  const { number, kind, rows, firstAt, lastAt, fromId, toId, columns, digest, previous } = facts;
  return seal(JSON.stringify([1, number, kind, rows, firstAt, lastAt, fromId, toId, columns, digest, previous]));
}

/** Whether a stored seal is one that this product made. */
export function isGenuine(stored: StoredSeal, protection: Pick<Protection, 'seal'>): boolean {
  return sealOver(stored, protection) === stored.seal;
}
