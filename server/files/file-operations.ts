import {
  downloadFile,
  fileContent,
  notePlaying as notePlayingContract,
  playFile as playFileContract,
  playRecording,
  previewFile,
  uploadFile,
  uploadImage,
} from '../../contract/files.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import { implement, implementOpen, implementUpload, type Operation } from '../kernel/operation/operation.ts';
import { readableFile } from '../records/read/readable-file.ts';
import { notePlaying, playFile } from './play-file.ts';
import { serveFile } from './serve-file.ts';
import { signedAddress } from './signed-address.ts';
import { upload } from './upload.ts';
import { wantedRule } from './wanted-rule.ts';

/** Files: sending them in, and getting an address for those one may read. */
export const fileOperations: readonly Operation[] = [
  implementUpload(uploadFile, (body, context) => upload(body, wantedRule('file', body), context)),
  implementUpload(uploadImage, (body, context) => upload(body, wantedRule('image', body), context)),
  implement(downloadFile, ({ id }, context) => addressOf(id, 'download', undefined, context)),
  implement(previewFile, ({ id }, context) => addressOf(id, 'preview', undefined, context)),
  implement(playRecording, ({ id }, context) => addressOf(id, 'preview', ['audio'], context)),
  implement(playFileContract, ({ id }, context) => playFile(id, context)),
  implement(notePlayingContract, notePlaying),
  implementOpen(fileContent, serveFile),
];

async function addressOf(
  fileId: string,
  use: 'download' | 'preview',
  kinds: readonly string[] | undefined,
  context: CallContext,
) {
  const { id, name, mime, size, kind } = await readableFile(fileId, context);
  if (kinds?.includes(String(kind)) === false) throw refuse('E_FILE_GONE');
  const address = signedAddress({ fileId: id, sessionId: context.caller.sessionId, use }, context);
  return { address, name: String(name), mime: String(mime), size: Number(size) };
}
