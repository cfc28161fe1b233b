import { timingSafeEqual } from 'node:crypto';
import { contentPath } from '../../contract/files.ts';
import type { Cookies } from '../kernel/caller/cookies.ts';
import type { Protection } from '../kernel/crypto/protection.ts';

type Signer = Pick<Protection, 'sign'>;

const keptSeconds = 1800;

/**
 * Gives the browser of a session its proof with an answer that holds the address of a file: a cookie sent back to the
 * contents of files alone. An address that leaves the browser (in a log, a history, a chat) opens nothing elsewhere.
 */
export function giveProof(cookies: Pick<Cookies, 'set'>, answer: unknown, sessionId: string, signer: Signer): void {
  const given = typeof answer === 'object' && answer !== null && 'address' in answer ? answer.address : undefined;
  if (typeof given !== 'string' || !given.startsWith(`${contentPath}?`)) return;
  cookies.set({
    name: nameOf(sessionId),
    value: proofText(sessionId, signer),
    path: contentPath,
    seconds: keptSeconds,
  });
}

/** Whether the cookies of a request prove that it comes from the browser of a session. */
export function isProven(cookies: Pick<Cookies, 'get'>, sessionId: string, signer: Signer): boolean {
  const shown = Buffer.from(cookies.get(nameOf(sessionId)) ?? '');
  const expected = Buffer.from(proofText(sessionId, signer));
  return expected.length === shown.length && timingSafeEqual(expected, shown);
}

/** Each session of a browser has its own: somebody may look as another in a second window. */
function nameOf(sessionId: string): string {
  return `file-${sessionId.slice(-12)}`;
}

function proofText(sessionId: string, signer: Signer): string {
  return signer.sign(`file proof\n${sessionId}`);
}
