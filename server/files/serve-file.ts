import { Readable } from 'node:stream';
import { fileTypes, playedAs } from '../../engine/model/fields/index.ts';
import { signedInTo } from '../access/sessions.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { CallContext, OpenContext } from '../kernel/operation/context.ts';
import type { StoredRecord, Values } from '../kernel/operation/record-store.ts';
import { StreamReply } from '../kernel/operation/stream-reply.ts';
import { reachableFile, readableFile } from '../records/read/readable-file.ts';
import { isProven } from './address-proof.ts';
import { rangeOf, type Span } from './byte-range.ts';
import { contentDisposition } from './file-name.ts';
import { addressedPlaylist, isPlaylist } from './played-file.ts';
import { type FileUse, readAddress } from './signed-address.ts';

const isMedia = (mime: string) => playedAs(mime) !== undefined || mime === fileTypes.vtt.mime;

const shownInline: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'];

/**
 * Answers a signed address: whose session it was signed for must still be alive, and may still read the file. A guarded
 * one opens in the browser of that session alone.
 */
export async function serveFile(query: Values, context: OpenContext): Promise<StreamReply> {
  const { fileId, sessionId, use } = readAddress(query, context);
  const isGuarded = use === 'play' || use === 'save';
  if (isGuarded && !isProven(context.cookies, sessionId, context.protection)) throw refuse('E_FILE_ADDRESS');
  const signedIn = await signedInTo(context, sessionId, context.origin.ip);
  const call: CallContext = { ...context, ...signedIn, page: undefined, idempotencyKey: undefined };
  const file = await (isGuarded ? reachableFile : readableFile)(fileId, call);
  if (use === 'play' && isPlaylist(file)) return answeredPlaylist(file, call);
  const size = Number(file.size);
  const span = rangeOf(context.range, size);
  const content = await context.services.files.read(String(file.storageKey), span);
  return new StreamReply(headersOf(file, use, size, span), content, span === undefined ? 200 : 206);
}

/** A playlist is written for who plays it: with the addresses of its parts, whole, whatever part of it is asked for. */
async function answeredPlaylist(file: StoredRecord, call: CallContext): Promise<StreamReply> {
  const content = Buffer.from(await addressedPlaylist(file, call));
  return new StreamReply(headersOf(file, 'play', content.length, undefined), Readable.from([content]));
}

function headersOf(file: StoredRecord, use: FileUse, size: number, span: Span | undefined) {
  const mime = String(file.mime);
  const inline = (use === 'preview' || use === 'play') && (shownInline.includes(mime) || isMedia(mime));
  return {
    'content-type': mime,
    'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', String(file.name)),
    'content-length': String(span === undefined ? size : span.end - span.start + 1),
    'accept-ranges': 'bytes',
    ...(span === undefined ? {} : { 'content-range': `bytes ${span.start}-${span.end}/${size}` }),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  };
}
