import { text } from 'node:stream/consumers';
import type { EntityField } from '../../engine/model/documents/index.ts';
import { fileTypes, playedAs } from '../../engine/model/fields/index.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import type { StoredRecord } from '../kernel/operation/record-store.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { namesInPlaylist, playlistWith } from './playlist.ts';
import { signedAddress } from './signed-address.ts';

/** A stored file with the field that holds it and lets it be played, and the record of that field. */
export type PlayedFile = {
  readonly file: StoredRecord;
  readonly play: NonNullable<EntityField['play']>;
  readonly field: EntityField;
  readonly record: StoredRecord;
};

/** A playlist of a day in parts of two seconds stays below this. */
const maxPlaylistBytes = 4 * 1_048_576;

/** A file the caller may read, as something played; refused (E_FILE_UNPLAYABLE) where its field does not say so. */
export async function playedFile(file: StoredRecord, context: CallContext): Promise<PlayedFile> {
  const fields = context.documents.entities
    .get(String(file.bizEntity))
    ?.fields.filter(({ play }) => play !== undefined);
  if (fields === undefined || fields.length === 0 || playedAs(String(file.mime)) === undefined)
    throw refuse('E_FILE_UNPLAYABLE');
  const record = await storeOf(context).findOne(String(file.bizEntity), { id: file.bizId });
  const field = fields.find(({ key }) => idsIn(record, key).includes(file.id));
  if (record === undefined || field?.play === undefined) throw refuse('E_FILE_UNPLAYABLE');
  return { file, play: field.play, field, record };
}

/** Whether a file is a playlist, which is answered with addresses in the place of names. */
export function isPlaylist({ mime }: StoredRecord): boolean {
  return mime === fileTypes.m3u8.mime;
}

/** The captions of a sound or film with their languages, as addresses of the caller. */
export async function captionsOf({ file, play, field, record }: PlayedFile, context: CallContext) {
  if (play.captions === undefined) return [];
  const files = await filesIn(record, play.captions, context);
  const own = stemOf(String(file.name));
  return files
    .map((caption) => ({ id: caption.id, stem: stemOf(String(caption.name)) }))
    .filter(({ stem }) => field.type === 'file' || stem === own || stem.startsWith(`${own}.`))
    .map(({ id, stem }) => ({
      title: stem.startsWith(`${own}.`) ? stem.slice(own.length + 1) : stem,
      address: playAddress(id, context),
    }));
}

/** Refuses a playlist (E_FILE_STREAM) that names what its record does not hold, or a playlist in it that does. */
export async function requireWhole(played: PlayedFile, context: CallContext): Promise<void> {
  const beside = await filesByName(played, context);
  const playlists = [played.file, ...[...beside.values()].filter((file) => isPlaylist(file))];
  for (const playlist of playlists)
    for (const name of namesInPlaylist(await contentOf(playlist, context)))
      if (!beside.has(name)) throw refuse('E_FILE_STREAM', { got: String(playlist.name), expected: name });
}

/** A playlist with the addresses of what it names, each as good as its own. */
export async function addressedPlaylist(file: StoredRecord, context: CallContext): Promise<string> {
  const beside = await filesByName(await playedFile(file, context), context);
  return playlistWith(await contentOf(file, context), (name) => {
    const part = beside.get(name);
    if (part === undefined) throw refuse('E_FILE_STREAM', { got: String(file.name), expected: name });
    return playAddress(part.id, context);
  });
}

/** Where the caller can play a file from, for half an hour. */
export function playAddress(fileId: string, context: CallContext): string {
  return signedAddress({ fileId, sessionId: context.caller.sessionId, use: 'play' }, context);
}

async function filesByName({ field, record }: PlayedFile, context: CallContext) {
  return new Map((await filesIn(record, field.key, context)).map((file) => [String(file.name), file]));
}

async function contentOf(file: StoredRecord, { services }: CallContext): Promise<string> {
  if (Number(file.size) > maxPlaylistBytes) throw refuse('E_FILE_UNPLAYABLE');
  return text(await services.files.read(String(file.storageKey)));
}

async function filesIn(record: StoredRecord, key: string, context: CallContext): Promise<readonly StoredRecord[]> {
  const ids = idsIn(record, key);
  if (ids.length === 0) return [];
  const found = await storeOf(context).find('file_object', { id: ids }, ids.length);
  return ids.flatMap((id) => found.find((file) => file.id === id) ?? []);
}

function idsIn(record: StoredRecord | undefined, key: string): readonly string[] {
  return [record?.[key]].flat().filter((id) => typeof id === 'string');
}

/** A name without its ending. */
function stemOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at > 0 ? name.slice(0, at) : name;
}

function storeOf(context: CallContext): SqlRecordStore {
  return new SqlRecordStore(context, { staffId: context.caller.staffId, now: context.now });
}
