import type { FileKind } from '../../engine/model/fields/index.ts';
import { authorOf } from '../kernel/caller/caller.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import type { RecordStore } from '../kernel/operation/record-store.ts';
import type { StoredFile } from '../kernel/services/file-store.ts';
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
