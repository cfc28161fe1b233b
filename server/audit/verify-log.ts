import { retiredSeals, sealOf, sealsAfter } from '../db/audit/seal-store.ts';
import { presentColumns, rowDigests, rowsAfter, sealedTable } from '../db/audit/sealed-rows.ts';
import { documentOf, type Platform } from '../kernel/operation/context.ts';
import type { SealedHead } from '../kernel/services/seal-head.ts';
import { isGenuine } from './seal.ts';
import { outlivedUntil, renamedColumn } from './sealed-columns.ts';
import { type ChainPosition, chainBegin, type Finding, placeAfter, rowFindings, sealFindings } from './verify-batch.ts';

/** How far a verification is; kept as JSON between steps. */
export type Verification = {
  readonly place: ChainPosition;
  readonly seals: number;
  readonly rows: number;
  /** The first findings, and how many there are of them all. */
  readonly findings: readonly Finding[];
  readonly found: number;
  readonly isOver: boolean;
  /** Rows that no seal covers yet; counted at the end. */
  readonly pending: number;
};

/** What is read, and the key it is judged with. */
export type VerifySource = Pick<Platform, 'db' | 'documents' | 'protection'>;

/** Findings that are named one by one; beyond them they are counted. */
const maxFindings = 100;
/** Seals of one step: some ten thousand rows. */
const sealsPerStep = 25;

export const verificationBegin: Verification = {
  place: chainBegin,
  seals: 0,
  rows: 0,
  findings: [],
  found: 0,
  isOver: false,
  pending: 0,
};

/**
 * Does the next step of a verification: each seal is made of what it says and of the seal before, each sealed row is as
 * it was and none was added between. At the end `head`, the last seal known from outside the database, must still be
 * there. Rows of months that are not kept are not missed.
 */
export async function verifyNext(
  state: Verification,
  head: SealedHead | undefined,
  source: VerifySource,
  now = Date.now(),
): Promise<Verification> {
  const seals = await sealsAfter(source.db, state.place.number, sealsPerStep);
  if (seals.length === 0) return finish(state, head, source);
  const goneUntil = await rowsGoneUntil(source, now);
  const columns = await presentColumns(source.db);
  let { place, rows } = state;
  const findings: Finding[] = [];
  for (const stored of seals) {
    findings.push(...sealFindings(stored, place, source.protection));
    if (stored.kind === 'rows' && stored.toId >= goneUntil)
      findings.push(...(await rowsOf(stored, columns, goneUntil, source)));
    rows += stored.rows;
    place = placeAfter(stored, place);
  }
  return { ...added(state, findings), place, rows, seals: state.seals + seals.length };
}

async function rowsOf(
  stored: Awaited<ReturnType<typeof sealsAfter>>[number],
  present: ReadonlySet<string>,
  goneUntil: string,
  { db, documents }: VerifySource,
): Promise<readonly Finding[]> {
  const names = stored.columns.split(' ').map((name) => columnNow(name, present, documents));
  const columns = names.flatMap((name) => name ?? []);
  if (columns.length < names.length) return [{ kind: 'columnGone', seal: stored.number }];
  const range = { from: stored.fromId, to: stored.toId };
  const digests = await rowDigests(db, range, columns);
  return rowFindings(Buffer.from(stored.rowDigests, 'base64'), digests, stored.number, goneUntil);
}

/** What a column is called now that was sealed under an earlier name. */
function columnNow(name: string, present: ReadonlySet<string>, documents: Platform['documents']): string | undefined {
  if (present.has(name)) return name;
  return renamedColumn(documentOf(documents, sealedTable), name);
}

async function finish(state: Verification, head: SealedHead | undefined, source: VerifySource): Promise<Verification> {
  const findings: Finding[] = [];
  if (head !== undefined && (await sealOf(source.db, head.number))?.seal !== head.seal)
    findings.push({ kind: 'tailMissing', seal: head.number });
  const pending = await rowsAfter(source.db, state.place.rowsTo);
  return { ...added(state, findings), isOver: true, pending };
}

function added(state: Verification, findings: readonly Finding[]): Verification {
  return {
    ...state,
    findings: [...state.findings, ...findings].slice(0, maxFindings),
    found: state.found + findings.length,
  };
}

/** Up to where rows may be gone: months sealed as gone, and those that need not be kept just now. */
async function rowsGoneUntil({ db, documents, protection }: VerifySource, now: number): Promise<string> {
  const sealed = (await retiredSeals(db)).filter((seal) => isGenuine(seal, protection)).map(({ toId }) => toId);
  const due = outlivedUntil(documentOf(documents, sealedTable), now) ?? '';
  return [...sealed, due].reduce((most, id) => (id > most ? id : most), '');
}
