import { type FileKind, fileTypeOf, isGranted, isId } from '../../engine/model/index.ts';
import { authorOf } from '../kernel/caller/caller.ts';
import { AppError, refuse } from '../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../kernel/operation/context.ts';
import type { RecordStore, StoredRecord } from '../kernel/operation/record-store.ts';
import type { StoredFile } from '../kernel/services/file-store.ts';
import { viewRow } from '../records/read/view.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';

/** What is said of a file beside its content. */
export type FileMeta = {
  readonly name: string;
  readonly mime: string;
  readonly kind: FileKind;
  /** The record it belongs to; without one it is its uploader's until a record takes it. */
  readonly entity?: string;
  readonly id?: string;
  /** Whether only who may see the record may read it; else everybody who is signed in. */
  readonly private: boolean;
  /** ISO 8601 moment from which it is gone. */
  readonly expireAt?: string;
};

/** Makes the row of a stored file in the transaction of `context.db`, and answers its id. */
export async function saveFile(meta: FileMeta, stored: StoredFile, context: CallContext): Promise<string> {
  const { entity = null, id = null, expireAt = null, ...rest } = meta;
  const { key, size, sha256 } = stored;
  return recordsOf(context).insert('file_object', {
    ...rest,
    size,
    sha256,
    storageKey: key,
    bizEntity: entity,
    bizId: id,
    expireAt,
  });
}

function recordsOf(context: CallContext): RecordStore {
  return new SqlRecordStore(context, { staffId: authorOf(context.caller), now: context.now });
}

/** The row of a file the caller may read; one out of his reach answers like a missing one. */
export async function readableFile(fileId: unknown, context: CallContext): Promise<StoredRecord> {
  const file = await reachableFile(fileId, context);
  if (await isGuarded(file, context)) throw refuse('E_FILE_GUARDED');
  return file;
}

/** The same for an operation that gives out guarded files by rules of its own. */
export async function reachableFile(fileId: unknown, context: CallContext): Promise<StoredRecord> {
  if (typeof fileId !== 'string' || !isId(fileId)) throw refuse('E_FILE_GONE');
  const file = await recordsOf(context).findOne('file_object', { id: fileId });
  if (file === undefined || isExpired(file, context) || !(await mayRead(file, context))) throw refuse('E_FILE_GONE');
  return file;
}

/**
 * Whether a file is, or was, that of a guarded field: of an entity with such a field, it is guarded unless the record
 * holds it in another one.
 */
async function isGuarded({ id, bizEntity, bizId }: StoredRecord, context: CallContext): Promise<boolean> {
  const entity = context.documents.entities.get(String(bizEntity));
  if (entity?.fields.some(({ guarded }) => guarded === true) !== true) return false;
  const record = await recordsOf(context).findOne(entity.name, { id: bizId });
  const open = entity.fields.filter(({ type, guarded }) => fileTypeOf(type) !== undefined && guarded !== true);
  return !open.some(({ key }) => [record?.[key]].flat().includes(id));
}

function isExpired(file: StoredRecord, { now }: CallContext): boolean {
  return typeof file.expireAt === 'string' && Date.parse(file.expireAt) <= Date.parse(now);
}

async function mayRead(file: StoredRecord, context: CallContext): Promise<boolean> {
  const isOwn = file.createdBy === context.caller.staffId;
  if (file.private === false) return true;
  if (typeof file.bizEntity !== 'string' || typeof file.bizId !== 'string') return isOwn;
  if (!context.documents.entities.has(file.bizEntity)) return false;
  const mayLook = [`${file.bizEntity}:get`, `${file.bizEntity}:query`].some((key) =>
    isGranted(context.caller.grants, key),
  );
  return (isOwn || mayLook) && (await reaches(file.bizEntity, file.bizId, context));
}

/** Whether the record a file belongs to is in the caller's own scope, whatever page he stands on. */
async function reaches(entityName: string, id: string, context: CallContext): Promise<boolean> {
  const entity = modelOf(context.documents, entityName);
  try {
    await viewRow(entity, { id, fields: [] }, { ...context, page: undefined });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.entry.http < 500) return false;
    throw error;
  }
}
