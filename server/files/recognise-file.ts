import { Readable } from 'node:stream';
import { filetypeinfo } from 'magic-bytes.js';
import { type FileType, fileTypes } from '../../engine/model/index.ts';
import type { FileStore, StoredFile } from '../kernel/services/file-store.ts';
import { openArchive } from './store/zip-archive.ts';

/** What the first bytes tell: a type, a container whose inside decides, text, or nothing that is taken. */
export type FirstImpression = FileType | 'zip' | 'compound' | 'text' | undefined;

const headLength = 4100;

/** The first bytes of a stream, and a stream that begins with them again. */
export async function peek(source: Readable): Promise<{ readonly head: Buffer; readonly whole: Readable }> {
  const iterator: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < headLength) {
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
  return { head: Buffer.concat(chunks).subarray(0, headLength), whole: Readable.from(again(), { objectMode: false }) };
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

/** Recognises a file by its first bytes; its name decides nothing but between kinds of plain text. */
export function firstImpression(head: Buffer): FirstImpression {
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return 'zip';
  if (head.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) return 'compound';
  if (head.subarray(4, 11).toString('latin1') === 'ftypM4A') return fileTypes.m4a;
  if (head.length >= 2 && head[0] === 0xff && [0xfb, 0xf3, 0xf2, 0xfa].includes(head[1] ?? 0)) return fileTypes.mp3;
  const known = filetypeinfo(head)
    .map(({ typename }) => byMagic[typename])
    .find((found) => found !== undefined);
  return known ?? (isPlainText(head) ? 'text' : undefined);
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
  return impression === 'zip' ? officeType(stored, files) : impression;
}

const byMainPart: Readonly<Record<string, FileType>> = {
  'xl/workbook.xml': fileTypes.xlsx,
  'word/document.xml': fileTypes.docx,
  'ppt/presentation.xml': fileTypes.pptx,
};

/** An archive is taken only when it is an Office document, and one without macros. */
async function officeType(stored: StoredFile, files: FileStore): Promise<FileType | undefined> {
  try {
    const archive = await openArchive(files, stored.key, stored.size, { entries: 20_000 });
    archive.close();
    const names = [...archive.entries.keys()];
    if (names.some((entry) => entry.endsWith('vbaProject.bin'))) return undefined;
    return names.map((entry) => byMainPart[entry]).find((found) => found !== undefined);
  } catch {
    // Not readable as an archive: not a document either.
    return undefined;
  }
}
