import type { StoredSeal } from '../db/audit/seal-store.ts';
import { entryBytes, idBytes } from '../db/audit/sealed-rows.ts';
import type { Protection } from '../kernel/crypto/protection.ts';
import { digestOf, firstId, isGenuine, noSeal } from './seal.ts';

/** What is wrong with the log: a row changed, removed or put in later, or the chain of seals itself. */
export type FindingKind =
  | 'rowChanged'
  | 'rowRemoved'
  | 'rowInserted'
  | 'sealForged'
  | 'sealMissing'
  | 'chainBroken'
  | 'tailMissing'
  | 'columnGone';

/** A finding: at which seal, and which rows where it is about rows. */
export type Finding = { readonly kind: FindingKind; readonly seal: number; readonly rowId?: string };

/** Where the chain stands after a seal. */
export type ChainPosition = { readonly number: number; readonly seal: string; readonly rowsTo: string };

/** Before the first seal. */
export const chainBegin: ChainPosition = { number: 0, seal: noSeal, rowsTo: firstId };

/** What is wrong with a seal itself and its place after the one before; nothing is said of rows. */
export function sealFindings(
  stored: StoredSeal & { readonly rowDigests: string },
  before: ChainPosition,
  protection: Pick<Protection, 'seal'>,
): readonly Finding[] {
  const { number } = stored;
  const findings: Finding[] = [];
  for (let missing = before.number + 1; missing < number && findings.length < 100; missing++)
    findings.push({ kind: 'sealMissing', seal: missing });
  const isWhole = digestOf(Buffer.from(stored.rowDigests, 'base64')) === stored.digest;
  if (!isWhole || !isGenuine(stored, protection)) findings.push({ kind: 'sealForged', seal: number });
  const followsRows = stored.kind !== 'rows' || stored.fromId === before.rowsTo;
  if (findings.length === 0 && (stored.previous !== before.seal || !followsRows))
    findings.push({ kind: 'chainBroken', seal: number });
  return findings;
}

/** The chain after a seal. */
export function placeAfter(stored: StoredSeal, before: ChainPosition): ChainPosition {
  const { number, seal, kind, toId } = stored;
  return { number, seal, rowsTo: kind === 'rows' ? toId : before.rowsTo };
}

/** Compares the rows as they are with what was sealed of them; rows up to `goneUntil` may be gone. */
export function rowFindings(sealed: Buffer, present: Buffer, seal: number, goneUntil: string): readonly Finding[] {
  const was = entriesOf(sealed, goneUntil);
  const is = entriesOf(present, goneUntil);
  const findings: Finding[] = [];
  for (const [rowId, digest] of was) {
    const now = is.get(rowId);
    if (now === undefined) findings.push({ kind: 'rowRemoved', seal, rowId });
    else if (now !== digest) findings.push({ kind: 'rowChanged', seal, rowId });
  }
  for (const rowId of is.keys()) if (!was.has(rowId)) findings.push({ kind: 'rowInserted', seal, rowId });
  return findings;
}

function entriesOf(digests: Buffer, goneUntil: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (let at = 0; at + entryBytes <= digests.length; at += entryBytes) {
    const rowId = idText(digests.subarray(at, at + idBytes));
    if (rowId >= goneUntil) entries.set(rowId, digests.toString('hex', at + idBytes, at + entryBytes));
  }
  return entries;
}

function idText(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
