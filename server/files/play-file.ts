import { notedSeconds } from '../../contract/files.ts';
import { dayOf } from '../../engine/model/time/index.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import { mutate } from '../records/change/mutate.ts';
import { readableFile } from '../records/read/readable-file.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { captionsOf, isPlaylist, playAddress, playedFile, requireWhole } from './played-file.ts';

type Noted = { readonly id: string; readonly position: number; readonly seconds: number };

const table = 'play_record';

/** Where a file of a field that is played can be played from, and how far the caller has played it, in seconds. */
export async function playFile(fileId: string, context: CallContext) {
  const played = await playedFile(await readableFile(fileId, context), context);
  const { file, play } = played;
  if (isPlaylist(file)) await requireWhole(played, context);
  const { caller, now } = context;
  const records = new SqlRecordStore(context, { staffId: caller.staffId, now });
  const before = await records.findOne(table, { fileId, staffId: caller.staffId });
  return {
    address: playAddress(fileId, context),
    ...{ name: String(file.name), mime: String(file.mime), size: Number(file.size) },
    ...{ position: Number(before?.position ?? 0), seconds: Number(before?.seconds ?? 0) },
    watermark: play.watermark === true ? `${caller.name} ${dayOf(now)}` : null,
    captions: await captionsOf(played, context),
  };
}

/**
 * Notes how far the caller has played a file. What he played since he last told of it counts, and no more than the time
 * that went by: however many windows tell of it at once, an hour has an hour.
 */
export async function notePlaying(noted: Noted, context: CallContext) {
  const { id: fileId, position } = noted;
  await playedFile(await readableFile(fileId, context), context);
  return mutate('file.play', noted, context, async ({ records, caller: { staffId }, now }) => {
    await records.hold(`play:${fileId}:${staffId}`);
    const before = await records.findOne(table, { fileId, staffId });
    const counted = countedOf(noted.seconds, before?.countedAt, Date.parse(now));
    const told = { position, countedAt: new Date(counted.until).toISOString() };
    const seconds = Number(before?.seconds ?? 0) + counted.seconds;
    if (before === undefined) await records.insert(table, { fileId, staffId, ...told, seconds });
    else await records.update(table, before.id, { ...told, seconds });
    return { seconds };
  });
}

/** How much of what is told counts, and the moment up to which time has been counted; a little of it is left for later. */
function countedOf(
  told: number,
  countedAt: unknown,
  now: number,
): { readonly seconds: number; readonly until: number } {
  const from = typeof countedAt === 'string' ? Date.parse(countedAt) : now - notedSeconds * 1000;
  const seconds = Math.min(told, Math.max(0, Math.floor((now - from) / 1000)));
  return { seconds, until: Math.max(from + seconds * 1000, now - notedSeconds * 1000) };
}
