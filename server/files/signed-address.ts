import { timingSafeEqual } from 'node:crypto';
import type { Protection } from '../access/protection.ts';
import { refuse } from '../http/app-error.ts';

/** What an address stands for: a file, the session it was given to, and whether it is shown or saved. */
export type AddressedFile = {
  readonly fileId: string;
  readonly sessionId: string;
  readonly use: 'download' | 'preview';
};

type Signing = { readonly protection: Pick<Protection, 'sign'>; readonly now: string };

/** Path under which signed addresses are answered. */
export const contentPath = '/v1/file/content';
const validity = 60_000;

/** Signs an address that is valid for a minute. It holds no token: the session must be alive when it is used. */
export function signedAddress(target: AddressedFile, { protection, now }: Signing): string {
  const until = String(Date.parse(now) + validity);
  const query = new URLSearchParams({ file: target.fileId, use: target.use, session: target.sessionId, until });
  query.set('sign', protection.sign(textOf(target, until)));
  return `${contentPath}?${query}`;
}

/** What a signed address stands for; one that is changed or too old is refused. */
export function readAddress(query: Readonly<Record<string, unknown>>, { protection, now }: Signing): AddressedFile {
  const { file, use, session, until, sign } = query;
  if (![file, use, session, until, sign].every((part) => typeof part === 'string')) throw refuse('E_FILE_ADDRESS');
  const target = {
    fileId: String(file),
    sessionId: String(session),
    use: use === 'preview' ? use : 'download',
  } as const;
  const expected = Buffer.from(protection.sign(textOf({ ...target, use: String(use) }, String(until))));
  const given = Buffer.from(String(sign));
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw refuse('E_FILE_ADDRESS');
  if (Number(until) <= Date.parse(now)) throw refuse('E_FILE_ADDRESS');
  return target;
}

function textOf({ fileId, sessionId, use }: { fileId: string; sessionId: string; use: string }, until: string): string {
  return `file\n${fileId}\n${sessionId}\n${use}\n${until}`;
}
