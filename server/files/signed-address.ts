import { timingSafeEqual } from 'node:crypto';
import { contentPath, fileUses } from '../../contract/files.ts';
import type { Protection } from '../kernel/crypto/protection.ts';
import { refuse } from '../kernel/errors/app-error.ts';

/**
 * What may be done with a file under an address: it is shown or saved; `play` and `save` are given for guarded files,
 * by the operations that guard them.
 */
export type FileUse = (typeof fileUses)[number];

/** What an address stands for: a file, the session it was given to, and what it is for. */
export type AddressedFile = {
  readonly fileId: string;
  readonly sessionId: string;
  readonly use: FileUse;
};

type Signing = { readonly protection: Pick<Protection, 'sign'>; readonly now: string };

const minute = 60_000;
/** What is listened to is read in parts, from anywhere in it, for as long as one listens. */
const minutesOf: Readonly<Record<FileUse, number>> = { download: 1, preview: 1, play: 30, save: 1 };

/** Signs an address that is valid for a minute, one to listen to for half an hour. It holds no token: the session must be alive when it is used. */
export function signedAddress(target: AddressedFile, { protection, now }: Signing): string {
  const until = String(Date.parse(now) + minutesOf[target.use] * minute);
  const query = new URLSearchParams({ file: target.fileId, use: target.use, session: target.sessionId, until });
  query.set('sign', protection.sign(textOf(target, until)));
  return `${contentPath}?${query}`;
}

/** What a signed address stands for; one that is changed or too old is refused. */
export function readAddress(query: Readonly<Record<string, unknown>>, { protection, now }: Signing): AddressedFile {
  const { file, use, session, until, sign } = query;
  if (![file, use, session, until, sign].every((part) => typeof part === 'string')) throw refuse('E_FILE_ADDRESS');
  const known = fileUses.find((one) => one === use);
  if (known === undefined) throw refuse('E_FILE_ADDRESS');
  const target = { fileId: String(file), sessionId: String(session), use: known };
  const expected = Buffer.from(protection.sign(textOf(target, String(until))));
  const given = Buffer.from(String(sign));
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw refuse('E_FILE_ADDRESS');
  if (Number(until) <= Date.parse(now)) throw refuse('E_FILE_ADDRESS');
  return target;
}

function textOf({ fileId, sessionId, use }: AddressedFile, until: string): string {
  return `file\n${fileId}\n${sessionId}\n${use}\n${until}`;
}
