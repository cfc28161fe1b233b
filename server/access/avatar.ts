import type { AvatarAnswer } from '../../engine/model/index.ts';
import { readableFile } from '../files/file-rows.ts';
import { signedAddress } from '../files/signed-address.ts';
import { AppError } from '../http/app-error.ts';
import type { CallContext } from '../operations/context.ts';
import { RecordStore } from '../operations/record-store.ts';

/** The caller's picture. */
export async function myAvatar(context: CallContext): Promise<AvatarAnswer> {
  const { staffId, sessionId } = context.caller;
  const records = new RecordStore(context, { staffId, now: context.now });
  const person = await records.findOne('staff', { id: staffId });
  if (typeof person?.avatar !== 'string') return null;
  try {
    const { id } = await readableFile(person.avatar, context);
    return { id, address: signedAddress({ fileId: id, sessionId, use: 'preview' }, context) };
  } catch (error) {
    // A picture that is gone is none.
    if (error instanceof AppError && error.code === 'E_FILE_GONE') return null;
    throw error;
  }
}
