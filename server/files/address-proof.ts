import { timingSafeEqual } from 'node:crypto';
import type { Protection } from '../access/protection.ts';
import { contentPath } from './signed-address.ts';

type Signer = Pick<Protection, 'sign'>;

const keptSeconds = 1800;

/**
 * The cookie that goes with an answer in which a session is given the address of a file: `Set-Cookie`, sent back to the
 * contents of files alone and read by no script. Undefined where the answer gives none. An address that leaves the
 * browser (in a log, a history, a chat) opens nothing elsewhere.
 */
export function proofOf(answer: unknown, sessionId: string, signer: Signer, isSecure: boolean): string | undefined {
  const given = typeof answer === 'object' && answer !== null && 'address' in answer ? answer.address : undefined;
  if (typeof given !== 'string' || !given.startsWith(`${contentPath}?`)) return undefined;
  const attributes = `Path=${contentPath}; Max-Age=${keptSeconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return `${nameOf(sessionId)}=${proofText(sessionId, signer)}; ${attributes}`;
}

/** Whether the cookies of a request prove that it comes from the browser of a session. */
export function isProven(cookies: string | undefined, sessionId: string, signer: Signer): boolean {
  const name = `${nameOf(sessionId)}=`;
  const given = (cookies ?? '').split(';').map((one) => one.trim());
  const shown = Buffer.from(given.find((one) => one.startsWith(name))?.slice(name.length) ?? '');
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
