import type { Readable } from 'node:stream';
import { type FileKind, type FileType, sizeLimits, sizeText, typesOf } from '../../engine/model/index.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import type { StoredFile } from '../kernel/services/file-store.ts';
import { mutate } from '../records/change/mutate.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { safeFileName } from './file-name.ts';
import { saveFile } from './file-rows.ts';
import { type FirstImpression, firstImpression, peek, recognise } from './recognise-file.ts';
import { UploadQuota } from './upload-quota.ts';
import { UploadedFile } from './uploaded-file.ts';

/** What an upload answers. */
export type UploadAnswer = {
  readonly id: string;
  readonly name: string;
  readonly kind: FileKind;
  readonly mime: string;
  readonly size: number;
};

// Of one person: what he uploaded and no record took yet.
const maxUnattached = 500;

/** Takes a file of some kinds: recognised by its content, held to its size, kept for its uploader until a record takes it. */
export async function upload(body: Values, kinds: readonly FileKind[], context: CallContext): Promise<UploadAnswer> {
  const { file } = body;
  if (!(file instanceof UploadedFile)) throw refuse('E_FILE_MISSING');
  await refuseHoarding(context);
  const { db, now, caller, services } = context;
  const quota = new UploadQuota(db, caller.staffId, now, services.limits.uploadDailyBytes);
  try {
    return await take(file.name, quota.metered(file.content), kinds, context);
  } finally {
    await quota.settle();
  }
}

async function take(
  name: string,
  content: Readable,
  kinds: readonly FileKind[],
  context: CallContext,
): Promise<UploadAnswer> {
  const { head, whole } = await peek(content);
  if (head.length === 0) throw refuse('E_FILE_EMPTY');
  const impression = firstImpression(head);
  const { files } = context.services;
  const stored = await files.write(whole, limitOf(impression, kinds, name));
  try {
    const type = await recognise(impression, stored, name, files);
    if (type === undefined || !kinds.includes(type.kind)) throw wrongType(name, kinds);
    if (stored.size > sizeLimits[type.kind])
      throw refuse('E_FILE_TOO_LARGE', { expected: sizeText(sizeLimits[type.kind]) });
    return await kept(name, type, stored, context);
  } catch (error) {
    await files.remove(stored.key);
    throw error;
  }
}

function kept(given: string, type: FileType, stored: StoredFile, context: CallContext): Promise<UploadAnswer> {
  const { kind, mime } = type;
  const name = safeFileName(given, type.extensions);
  return mutate('file.upload', { sha256: stored.sha256, name }, context, async (inside) => {
    const id = await saveFile({ name, kind, mime, private: true }, stored, inside);
    return { id, name, kind, mime, size: stored.size };
  });
}

/** The size a file may have as far as its first bytes tell; what cannot be taken at all is refused before it is read. */
function limitOf(impression: FirstImpression, kinds: readonly FileKind[], name: string): number {
  const possible: readonly FileKind[] = typeof impression === 'object' ? [impression.kind] : ['doc', 'sheet'];
  const taken = impression === undefined ? [] : possible.filter((kind) => kinds.includes(kind));
  if (taken.length === 0) throw wrongType(name, kinds);
  return Math.max(...taken.map((kind) => sizeLimits[kind]));
}

function wrongType(name: string, kinds: readonly FileKind[]) {
  return refuse('E_FILE_TYPE', { got: safeFileName(name).slice(0, 60), expected: typesOf(kinds) });
}

async function refuseHoarding(context: CallContext): Promise<void> {
  const { staffId } = context.caller;
  const records = new SqlRecordStore(context, { staffId, now: context.now });
  const waiting = await records.count('file_object', { createdBy: staffId, bizId: null });
  if (waiting >= maxUnattached) throw refuse('E_FILE_QUOTA', { expected: maxUnattached });
}
