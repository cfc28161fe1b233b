import type { AvatarAnswer } from '../../contract/session.ts';
import { signedAddress } from '../files/signed-address.ts';
import { AppError, refuse } from '../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../kernel/operation/context.ts';
import { mutate } from '../records/change/mutate.ts';
import { logChange } from '../records/log/operation-log.ts';
import { readableFile } from '../records/read/readable-file.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';

/** The caller's picture. */
export async function avatarOf(context: CallContext): Promise<AvatarAnswer> {
  const { staffId, sessionId } = context.caller;
  const records = new SqlRecordStore(context, { staffId, now: context.now });
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

/** Gives the caller another picture, one he sent to `/v1/file/image` before, or none; answers it as it is from now on. */
export async function giveAvatar(body: { readonly id: string | null }, context: CallContext): Promise<AvatarAnswer> {
  const { staffId } = context.caller;
  const { id: avatar } = body;
  const entity = modelOf(context.documents, 'staff');
  await mutate('staff.avatar', body, context, async (inside) => {
    const { records } = inside;
    const person = await records.lockOne('staff', staffId);
    if (person === undefined) throw refuse('E_SESSION');
    const before = person.avatar ?? null;
    if (before === avatar) return;
    await records.update('staff', staffId, { avatar });
    const changes = { before: { avatar: before }, after: { avatar } };
    await logChange({ entity, id: staffId, action: 'avatar', title: '更换头像', ...changes }, inside);
  });
  return avatarOf(context);
}
