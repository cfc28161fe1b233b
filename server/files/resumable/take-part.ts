import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { typesOf } from '../../../engine/model/fields/index.ts';
import { inTransaction } from '../../db/connection/connect.ts';
import { addPart, type PartRow, partsOf, type UploadRow, uploadOf } from '../../db/resumable-uploads.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { StoredFile } from '../../kernel/services/file-store.ts';
import { firstImpression, headBytes } from '../recognise-file.ts';
import { refuseFile } from '../store/errors.ts';
import { kindsInside } from '../upload.ts';
import { UploadQuota } from '../upload-quota.ts';
import { UploadedFile } from '../uploaded-file.ts';
import { expiryOf } from './expiry.ts';
import { ruleOfUpload } from './upload-rule.ts';

/** How many parts a file comes in. */
export function partCount({ size, partBytes }: Pick<UploadRow, 'size' | 'partBytes'>): number {
  return Math.ceil(size / partBytes);
}

/** An unfinished upload of the caller; one of somebody else answers like one that is not there. */
export async function unfinishedUpload(id: unknown, { db, caller, now }: CallContext): Promise<UploadRow> {
  const upload = await uploadOf(db, caller.staffId, String(id), now);
  if (upload === undefined || upload.fileId !== null) throw refuseFile('E_UPLOAD_GONE');
  return upload;
}

/**
 * Takes one part: exactly as long as it has to be and of the digest that was told, or nothing of it is kept. The same
 * part once more changes nothing; another content under its number is refused. What came counts for the day.
 */
export async function takePart(body: Values, context: CallContext): Promise<{ readonly received: number }> {
  const { file } = body;
  if (!(file instanceof UploadedFile)) throw refuse('E_FILE_MISSING');
  const upload = await unfinishedUpload(body.id, context);
  const number = Number(body.number);
  const size = sizeOfPart(upload, number);
  const known = (await partsOf(context.db, upload.id)).find((part) => part.number === number);
  if (known !== undefined) {
    refuseOther(known, String(body.sha256));
    return { received: upload.received };
  }
  const stored = await storedPart(file.content, { upload, number, size, sha256: String(body.sha256) }, context);
  const kept = await keptPart(upload, { number, ...stored }, context);
  return { received: upload.received + (kept.key === stored.key ? size : 0) };
}

function sizeOfPart(upload: UploadRow, number: number): number {
  const count = partCount(upload);
  if (number >= count) throw refuseFile('E_UPLOAD_PART', { expected: `0–${count - 1}`, got: number });
  return Math.min(upload.partBytes, upload.size - number * upload.partBytes);
}

type Expected = {
  readonly upload: UploadRow;
  readonly number: number;
  readonly size: number;
  readonly sha256: string;
};

async function storedPart(content: Readable, expected: Expected, context: CallContext): Promise<StoredFile> {
  const { db, now, caller, services } = context;
  const quota = new UploadQuota(db, caller.staffId, now, services.limits.uploadDailyBytes);
  try {
    const stored = await services.files.write(quota.metered(content), expected.size);
    try {
      await refuseWrong(stored, expected, context);
      return stored;
    } catch (error) {
      await services.files.remove(stored.key);
      throw error;
    }
  } finally {
    await quota.settle();
  }
}

async function refuseWrong(stored: StoredFile, expected: Expected, context: CallContext): Promise<void> {
  const { upload, number, size, sha256 } = expected;
  if (stored.size !== size) throw refuseFile('E_UPLOAD_PART', { expected: size, got: stored.size });
  if (stored.sha256 !== sha256) throw refuseFile('E_UPLOAD_PART', { expected: sha256, got: stored.sha256 });
  if (number > 0) return;
  // Its first bytes tell already what can never be taken.
  const rule = ruleOfUpload(upload);
  const head = await buffer(await context.services.files.read(stored.key, { start: 0, end: headBytes - 1 }));
  if (!kindsInside(firstImpression(head)).some((kind) => rule.kinds.includes(kind)))
    throw refuse('E_FILE_TYPE', { got: upload.name.slice(0, 60), expected: typesOf(rule.kinds) });
}

/** The part that is kept under the number: this one, or the same that came in another call meanwhile. */
async function keptPart(upload: UploadRow, part: PartRow, { db, now, services }: CallContext): Promise<PartRow> {
  try {
    const kept = await inTransaction(db, (transaction) => addPart(transaction, upload.id, part, expiryOf(now)));
    if (kept === undefined) throw refuseFile('E_UPLOAD_GONE');
    refuseOther(kept, part.sha256);
    if (kept.key !== part.key) await services.files.remove(part.key);
    return kept;
  } catch (error) {
    await services.files.remove(part.key);
    throw error;
  }
}

function refuseOther(kept: PartRow, sha256: string): void {
  if (kept.sha256 !== sha256) throw refuseFile('E_UPLOAD_OTHER');
}
