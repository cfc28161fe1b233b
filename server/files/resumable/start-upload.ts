import type { Value } from '../../../contract/definition/schema.ts';
import type { startUpload } from '../../../contract/resumable-uploads.ts';
import { partBytes } from '../../../contract/resumable-uploads.ts';
import { kindFault, sizeText, typeOfName } from '../../../engine/model/fields/index.ts';
import { inTransaction } from '../../db/connection/connect.ts';
import {
  addUpload,
  bytesToCome,
  holdUploadsOf,
  type NewUpload,
  partsOf,
  resumeUpload,
  type UploadRow,
  uploadLike,
  uploadsOf,
} from '../../db/resumable-uploads.ts';
import { newId } from '../../kernel/crypto/new-id.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { safeFileName } from '../file-name.ts';
import { refuseFile } from '../store/errors.ts';
import { refuseHoarding } from '../upload.ts';
import { UploadQuota } from '../upload-quota.ts';
import { expiryOf } from './expiry.ts';
import { ruleOfUpload } from './upload-rule.ts';

type Input = Value<(typeof startUpload)['input']>;

/** Unfinished files of one person at most. */
const maxUnfinished = 20;
/** Left free on the disk whatever comes. */
const spareBytes = 256 * 1_048_576;

/**
 * Begins a file that comes in parts, or takes it up where it was left: the same file of the same person is known by its
 * fingerprint. What cannot be taken for its name, its size, the day or the disk is refused before anything is sent.
 */
export async function beginUpload(input: Input, context: CallContext) {
  const { caller, now, db } = context;
  const wanted: NewUpload = {
    id: newId(),
    staffId: caller.staffId,
    name: safeFileName(input.name),
    size: input.size,
    fingerprint: input.fingerprint,
    partBytes,
    kinds: input.kinds ?? null,
    maxMegabytes: input.maxMegabytes ?? null,
    expireAt: expiryOf(now),
  };
  refuseUnfit(wanted);
  await refuseHoarding(context);
  const upload = await inTransaction(db, async (transaction) => {
    await holdUploadsOf(transaction, caller.staffId);
    const inside = { ...context, db: transaction };
    const known = await uploadLike(transaction, wanted, now);
    if (known === undefined) return made(wanted, inside);
    await refuseBeyondDay(known.size - known.received, inside);
    await resumeUpload(transaction, known.id, wanted);
    return known;
  });
  const have = (await partsOf(db, upload.id)).map(({ number }) => number);
  const { id, name, size, received } = upload;
  return { id, name, size, received, expireAt: wanted.expireAt, partBytes: upload.partBytes, have };
}

async function made(wanted: NewUpload, context: CallContext): Promise<UploadRow> {
  const unfinished = await uploadsOf(context.db, wanted.staffId, context.now);
  if (unfinished.length >= maxUnfinished) throw refuseFile('E_UPLOAD_MANY', { expected: maxUnfinished });
  const others = unfinished.reduce((sum, { size, received }) => sum + size - received, 0);
  await refuseBeyondDay(others + wanted.size, context);
  await refuseBeyondDisk(2 * wanted.size, context);
  await addUpload(context.db, wanted);
  return { ...wanted, fileId: null, received: 0 };
}

function refuseUnfit(wanted: NewUpload): void {
  const { name, size } = wanted;
  const fault = kindFault({ name, kind: typeOfName(name)?.kind, size }, ruleOfUpload(wanted));
  if (fault !== undefined) throw refuse(fault.code, { ...fault });
}

/** What is still to come must have room in the day; it is counted as it comes. */
async function refuseBeyondDay(bytes: number, { db, now, caller, services }: CallContext): Promise<void> {
  await new UploadQuota(db, caller.staffId, now, services.limits.uploadDailyBytes).refuseBeyond(bytes);
}

/** The parts and the whole lie on the disk together for a while; so do those of everybody else. */
async function refuseBeyondDisk(bytes: number, { db, services }: CallContext): Promise<void> {
  const free = (await services.files.freeBytes()) - (await bytesToCome(db)) - spareBytes;
  if (free < bytes) throw refuseFile('E_UPLOAD_DISK', { expected: sizeText(bytes), got: sizeText(Math.max(0, free)) });
}
