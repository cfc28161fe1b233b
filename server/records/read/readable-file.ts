import { isGranted } from '../../../engine/model/access/index.ts';
import { fileTypeOf, isId, picturesOf } from '../../../engine/model/fields/index.ts';
import { AppError, refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { SqlRecordStore } from '../store/sql-record-store.ts';
import { viewRow } from './view.ts';

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

/** Whether the caller may read a file, so that he may have a copy of it. */
export async function isReadable(fileId: string, context: CallContext): Promise<boolean> {
  try {
    await readableFile(fileId, context);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.entry.http < 500) return false;
    throw error;
  }
}

function recordsOf(context: CallContext): SqlRecordStore {
  return new SqlRecordStore(context, { staffId: context.caller.staffId, now: context.now });
}

/**
 * Whether a file is, or was, that of a guarded field: of an entity with such a field, it is guarded unless the record
 * holds it in another one, or shows it in a text, or did until lately (then it is about to expire).
 */
async function isGuarded(
  { id, kind, expireAt, bizEntity, bizId }: StoredRecord,
  context: CallContext,
): Promise<boolean> {
  const entity = context.documents.entities.get(String(bizEntity));
  if (entity?.fields.some(({ guarded }) => guarded === true) !== true) return false;
  if (kind === 'image' && typeof expireAt === 'string') return false;
  const record = await recordsOf(context).findOne(entity.name, { id: bizId });
  const isOpen = entity.fields.some(({ key, type, guarded }) => {
    const value = record?.[key];
    if (type === 'html') return typeof value === 'string' && picturesOf(value).includes(id);
    return fileTypeOf(type) !== undefined && guarded !== true && [value].flat().includes(id);
  });
  return !isOpen;
}

function isExpired(file: StoredRecord, { now }: CallContext): boolean {
  return typeof file.expireAt === 'string' && Date.parse(file.expireAt) <= Date.parse(now);
}

async function mayRead(file: StoredRecord, context: CallContext): Promise<boolean> {
  const isOwn = file.createdBy === context.caller.staffId;
  if (file.private === false) return true;
  if (typeof file.bizEntity !== 'string' || typeof file.bizId !== 'string') return isOwn;
  return mayReadOf(file.bizEntity, file.bizId, isOwn, context);
}

/** Whether the caller may read the files of a record: he may see it, or the record whose child row it is. */
async function mayReadOf(entityName: string, id: string, isOwn: boolean, context: CallContext): Promise<boolean> {
  if (!context.documents.entities.has(entityName)) return false;
  const mayLook = [`${entityName}:get`, `${entityName}:query`].some((key) => isGranted(context.caller.grants, key));
  if ((isOwn || mayLook) && (await reaches(entityName, id, context))) return true;
  for (const parent of context.documents.entities.values()) {
    for (const { by } of (parent.children ?? []).filter((rows) => rows.entity === entityName)) {
      const parentId = (await recordsOf(context).findOne(entityName, { id }))?.[by];
      if (typeof parentId === 'string' && (await mayReadOf(parent.name, parentId, isOwn, context))) return true;
    }
  }
  return false;
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
