import type { Readable } from 'node:stream';
import {
  type FileKind,
  type FileRule,
  type FileType,
  kindFault,
  sizeLimitOf,
  typesOf,
} from '../../engine/model/fields/index.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import type { FileStore, StoredFile } from '../kernel/services/file-store.ts';
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
  readonly kind: string;
  readonly mime: string;
  readonly size: number;
};

// Of one person: what he uploaded and no record took yet.
const maxUnattached = 500;

/**
 * Takes a file by a rule: recognised by its content, held to its size, kept for its uploader until a record takes it. What
 * the field of that record takes is asked once more then.
 */
export async function upload(body: Values, rule: FileRule, context: CallContext): Promise<UploadAnswer> {
  const { file } = body;
  if (!(file instanceof UploadedFile)) throw refuse('E_FILE_MISSING');
  await refuseHoarding(context);
  const { db, now, caller, services } = context;
  const quota = new UploadQuota(db, caller.staffId, now, services.limits.uploadDailyBytes);
  try {
    return await take(file.name, quota.metered(file.content), rule, context);
  } finally {
    await quota.settle();
  }
}

async function take(name: string, content: Readable, rule: FileRule, context: CallContext): Promise<UploadAnswer> {
  const { head, whole } = await peek(content);
  if (head.length === 0) throw refuse('E_FILE_EMPTY');
  const impression = firstImpression(head);
  const { files } = context.services;
  const stored = await files.write(whole, limitOf(impression, rule, name));
  try {
    return await kept(name, await typeWithin(rule, impression, stored, name, files), stored, context);
  } catch (error) {
    await files.remove(stored.key);
    throw error;
  }
}

/** The type of a stored content; refused where the rule does not take it. */
export async function typeWithin(
  rule: FileRule,
  impression: FirstImpression,
  stored: StoredFile,
  name: string,
  files: FileStore,
): Promise<FileType> {
  const type = await recognise(impression, stored, name, files);
  const fault = kindFault({ name: safeFileName(name), kind: type?.kind, size: stored.size }, rule);
  if (type === undefined || fault !== undefined) throw refuse(fault?.code ?? 'E_FILE_TYPE', { ...fault });
  return type;
}

function kept(given: string, type: FileType, stored: StoredFile, context: CallContext): Promise<UploadAnswer> {
  const { sha256 } = stored;
  return mutate('file.upload', { sha256, name: safeFileName(given, type.extensions) }, context, (inside) =>
    savedUpload(given, type, stored, inside),
  );
}

/** Makes the row of a content that was taken, in the transaction of `context.db`. */
export async function savedUpload(
  given: string,
  { kind, mime, extensions }: FileType,
  stored: StoredFile,
  context: CallContext,
): Promise<UploadAnswer> {
  const name = safeFileName(given, extensions);
  const id = await saveFile({ name, kind, mime, private: true }, stored, context);
  return { id, name, kind, mime, size: stored.size };
}

const inArchives: readonly FileKind[] = ['doc', 'sheet', 'package'];
const inPlain: readonly FileKind[] = ['doc', 'sheet'];

/** The kinds a file may turn out to be as far as its first bytes tell. */
export function kindsInside(impression: FirstImpression): readonly FileKind[] {
  if (impression === undefined) return [];
  if (typeof impression === 'object') return [impression.kind];
  return impression === 'zip' ? inArchives : inPlain;
}

/** The size a file may have as far as its first bytes tell; what cannot be taken at all is refused before it is read. */
function limitOf(impression: FirstImpression, rule: FileRule, name: string): number {
  const taken = kindsInside(impression).filter((kind) => rule.kinds.includes(kind));
  if (taken.length === 0)
    throw refuse('E_FILE_TYPE', { got: safeFileName(name).slice(0, 60), expected: typesOf(rule.kinds) });
  return Math.max(...taken.map((kind) => sizeLimitOf(kind, rule)));
}

/** Refuses more of somebody who uploaded much that no record took. */
export async function refuseHoarding(context: CallContext): Promise<void> {
  const { staffId } = context.caller;
  const records = new SqlRecordStore(context, { staffId, now: context.now });
  const waiting = await records.count('file_object', { createdBy: staffId, bizId: null });
  if (waiting >= maxUnattached) throw refuse('E_FILE_QUOTA', { expected: maxUnattached });
}
