import { Readable } from 'node:stream';
import { filetypeinfo } from 'magic-bytes.js';
import { type FileType, fileTypes } from '../../engine/model/fields/index.ts';
import type { FileStore, StoredFile } from '../kernel/services/file-store.ts';
import { openArchive } from './store/zip-archive.ts';

/** What the first bytes tell: a type, a container whose inside decides, text, or nothing that is taken. */
export type FirstImpression = FileType | 'zip' | 'compound' | 'text' | undefined;

/** How much of a file is looked at first. */
export const headBytes = 4100;

/** The first bytes of a stream, and a stream that begins with them again. */
export async function peek(source: Readable): Promise<{ readonly head: Buffer; readonly whole: Readable }> {
  const iterator: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < headBytes) {
    const { value, done } = await iterator.next();
    if (done === true) break;
    chunks.push(Buffer.from(value));
    length += value.length;
  }
  async function* again() {
    yield* chunks;
    for (;;) {
      const { value, done } = await iterator.next();
      if (done === true) return;
      yield value;
    }
  }
  return { head: Buffer.concat(chunks).subarray(0, headBytes), whole: Readable.from(again(), { objectMode: false }) };
}

const byMagic: Readonly<Record<string, FileType | 'zip' | 'compound'>> = {
  png: fileTypes.png,
  jpg: fileTypes.jpg,
  jpeg: fileTypes.jpg,
  gif: fileTypes.gif,
  webp: fileTypes.webp,
  pdf: fileTypes.pdf,
  mp3: fileTypes.mp3,
  wav: fileTypes.wav,
  m4a: fileTypes.m4a,
  ogg: fileTypes.ogg,
  oga: fileTypes.ogg,
  amr: fileTypes.amr,
  flac: fileTypes.flac,
};

/** Brands of the container of films (ISO 14496-12); those of pictures and others are not taken. */
const byBrand: Readonly<Record<string, FileType>> = {
  'M4A ': fileTypes.m4a,
  'M4B ': fileTypes.m4a,
  'qt  ': fileTypes.mov,
  ...Object.fromEntries(
    [
      'isom',
      'iso2',
      'iso3',
      'iso4',
      'iso5',
      'iso6',
      'mp41',
      'mp42',
      'avc1',
      'dash',
      'mmp4',
      'M4V ',
      'M4VH',
      'M4VP',
    ].map((brand) => [brand, fileTypes.mp4]),
  ),
};

/** What comes in the container of films, or is a segment of one; Matroska in general is not played by browsers, its kind WebM is. */
function filmType(head: Buffer): FileType | undefined {
  const box = head.subarray(4, 8).toString('latin1');
  if (box === 'ftyp') return byBrand[head.subarray(8, 12).toString('latin1')];
  if (box === 'styp' || box === 'moof') return fileTypes.m4s;
  if ([0, 188, 376].every((at) => head[at] === 0x47)) return fileTypes.ts;
  const isMatroska = head.subarray(0, 4).equals(Buffer.from('1a45dfa3', 'hex'));
  return isMatroska && head.subarray(4, 64).includes('\x42\x82\x84webm', 0, 'latin1') ? fileTypes.webm : undefined;
}

/** Recognises a file by its first bytes; its name decides nothing but between kinds of plain text. */
export function firstImpression(head: Buffer): FirstImpression {
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return 'zip';
  if (head.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) return 'compound';
  const film = filmType(head);
  if (film !== undefined) return film;
  if (head.length >= 2 && head[0] === 0xff && [0xfb, 0xf3, 0xf2, 0xfa].includes(head[1] ?? 0)) return fileTypes.mp3;
  const known = filetypeinfo(head)
    .map(({ typename }) => byMagic[typename])
    .find((found) => found !== undefined);
  return known ?? (isPlainText(head) ? textType(head) : undefined);
}

/** Captions and playlists begin with a word of their own; other text is told apart by its name. */
function textType(head: Buffer): FileType | 'text' {
  const beginning = head
    .subarray(0, 16)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  if (/^WEBVTT[\s]/.test(beginning)) return fileTypes.vtt;
  return /^#EXTM3U\s/.test(beginning) ? fileTypes.m3u8 : 'text';
}

/** Text without anything a browser would run, in UTF-8, UTF-16 with its mark, or GB 18030. */
function isPlainText(head: Buffer): boolean {
  const utf16 = head[0] === 0xff && head[1] === 0xfe;
  const text = new TextDecoder(utf16 ? 'utf-16le' : 'gb18030').decode(head);
  const looksUtf8 = new TextDecoder('utf-8').decode(head);
  const shown = utf16 || looksUtf8.includes('\ufffd') ? text : looksUtf8;
  return !/(?![\t\n\r\f])\p{Cc}/u.test(shown) && !/^\s*<[!?a-z]/i.test(shown.replace(/^\ufeff/, ''));
}

/** What a stored file really is, once its inside can be looked at. */
export async function recognise(
  impression: FirstImpression,
  stored: StoredFile,
  name: string,
  files: FileStore,
): Promise<FileType | undefined> {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (impression === 'text') return ending === 'txt' ? fileTypes.txt : ending === 'csv' ? fileTypes.csv : undefined;
  if (impression === 'compound')
    return ending === 'doc' || ending === 'xls' || ending === 'ppt' ? fileTypes[ending] : undefined;
  return impression === 'zip' ? archiveType(stored, files) : impression;
}

const byMainPart: Readonly<Record<string, FileType>> = {
  'xl/workbook.xml': fileTypes.xlsx,
  'word/document.xml': fileTypes.docx,
  'ppt/presentation.xml': fileTypes.pptx,
};

/** How many entries of an archive are looked at; packages of applications hold more than documents. */
const maxEntries = 65_535;

const appPlist = /^Payload\/[^/]+\.app\/Info\.plist$/;

/** An archive is taken only when it is an Office document, one without macros, or the package of an application. */
async function archiveType(stored: StoredFile, files: FileStore): Promise<FileType | undefined> {
  try {
    const archive = await openArchive(files, stored.key, stored.size, { entries: maxEntries });
    archive.close();
    return typeByEntries(archive.entries);
  } catch {
    // Not readable as an archive: nothing that is taken either.
    return undefined;
  }
}

function typeByEntries(entries: ReadonlyMap<string, unknown>): FileType | undefined {
  const names = [...entries.keys()];
  if (entries.has('AndroidManifest.xml') && (entries.has('classes.dex') || entries.has('resources.arsc')))
    return fileTypes.apk;
  if (names.some((entry) => appPlist.test(entry))) return fileTypes.ipa;
  if (names.some((entry) => entry.endsWith('vbaProject.bin'))) return undefined;
  return names.map((entry) => byMainPart[entry]).find((found) => found !== undefined);
}
