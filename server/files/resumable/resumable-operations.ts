import {
  dropUpload,
  finishUpload,
  sendPart,
  startUpload,
  unfinishedUploads,
} from '../../../contract/resumable-uploads.ts';
import { inTransaction } from '../../db/connection/connect.ts';
import { removeUpload, uploadsOf } from '../../db/resumable-uploads.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { implement, implementUpload, type Operation } from '../../kernel/operation/operation.ts';
import { refuseFile } from '../store/errors.ts';
import { finish } from './finish-upload.ts';
import { beginUpload } from './start-upload.ts';
import { takePart } from './take-part.ts';

/** Large files, sent in parts that outlast a broken line. */
export const resumableOperations: readonly Operation[] = [
  implement(startUpload, beginUpload),
  implementUpload(sendPart, takePart),
  implement(finishUpload, finish),
  implement(unfinishedUploads, async (_, context) => ({ list: await ownUploads(context) })),
  implement(dropUpload, async ({ id }, context) => {
    await drop(id, context);
    return {};
  }),
];

async function ownUploads({ db, caller, now }: CallContext) {
  const uploads = await uploadsOf(db, caller.staffId, now);
  return uploads.map(({ id, name, size, received, expireAt }) => ({ id, name, size, received, expireAt }));
}

async function drop(id: string, { db, caller, services }: CallContext): Promise<void> {
  const keys = await inTransaction(db, (transaction) => removeUpload(transaction, caller.staffId, id));
  if (keys === undefined) throw refuseFile('E_UPLOAD_GONE');
  for (const key of keys) await services.files.remove(key);
}
