import { errorCatalogue, fillTemplate } from '../../faults/errors.ts';

/** Kinds of files as they are stored and counted. */
export type FileKind = 'image' | 'doc' | 'sheet' | 'audio' | 'other';

/** A type that is taken: what it is called, how it is served, and the endings its names may have, the usual one first. */
export type FileType = {
  readonly kind: FileKind;
  readonly mime: string;
  readonly extensions: readonly string[];
};

const type = (kind: FileKind, mime: string, ...extensions: readonly string[]): FileType => ({ kind, mime, extensions });
const office = 'application/vnd.openxmlformats-officedocument';

/** Kinds that may be sent: any where a file is wanted, pictures where one is. */
export const sentKinds = { file: ['doc', 'sheet', 'image', 'audio'], image: ['image'] } as const satisfies Readonly<
  Record<string, readonly FileKind[]>
>;

/** What one file of a field is: any that is taken, or a picture. */
export type FileFieldType = keyof typeof sentKinds;

/** Most files of a field that states no `max`, and the most one may state. */
export const usualFiles = 20;
export const maxFiles = 50;

/** Every type that is taken, by name. What can run in a browser (HTML, SVG, scripts) is not among them. */
export const fileTypes = {
  png: type('image', 'image/png', 'png'),
  jpg: type('image', 'image/jpeg', 'jpg', 'jpeg'),
  gif: type('image', 'image/gif', 'gif'),
  webp: type('image', 'image/webp', 'webp'),
  pdf: type('doc', 'application/pdf', 'pdf'),
  docx: type('doc', `${office}.wordprocessingml.document`, 'docx'),
  pptx: type('doc', `${office}.presentationml.presentation`, 'pptx'),
  xlsx: type('sheet', `${office}.spreadsheetml.sheet`, 'xlsx'),
  doc: type('doc', 'application/msword', 'doc'),
  xls: type('sheet', 'application/vnd.ms-excel', 'xls'),
  ppt: type('doc', 'application/vnd.ms-powerpoint', 'ppt'),
  csv: type('sheet', 'text/csv; charset=utf-8', 'csv'),
  txt: type('doc', 'text/plain; charset=utf-8', 'txt', 'csv'),
  mp3: type('audio', 'audio/mpeg', 'mp3'),
  wav: type('audio', 'audio/wav', 'wav'),
  m4a: type('audio', 'audio/mp4', 'm4a'),
  ogg: type('audio', 'audio/ogg', 'ogg', 'oga', 'opus'),
  amr: type('audio', 'audio/amr', 'amr'),
  flac: type('audio', 'audio/flac', 'flac'),
} as const satisfies Readonly<Record<string, FileType>>;

const mebibyte = 1_048_576;

/** Most bytes of a file by kind. */
export const sizeLimits: Readonly<Record<FileKind, number>> = {
  image: 10 * mebibyte,
  doc: 50 * mebibyte,
  sheet: 50 * mebibyte,
  audio: 100 * mebibyte,
  other: 0,
};

/** A size in words: `1.5 MB`, small ones in KB. */
export function sizeText(bytes: number): string {
  if (bytes < mebibyte / 10) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${Math.round((bytes / mebibyte) * 10) / 10} MB`;
}

/** The type a file name says it has; its content may say otherwise. */
export function typeOfName(name: string): FileType | undefined {
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  const types: readonly FileType[] = Object.values(fileTypes);
  return types.find(({ extensions }) => extensions.includes(ending));
}

/** The types of some kinds as people know them: `png、jpg …`. */
export function typesOf(kinds: readonly FileKind[]): string {
  return Object.entries(fileTypes)
    .filter(([, { kind }]) => kinds.includes(kind))
    .map(([name]) => name)
    .join('、');
}

/** Endings of the names of some kinds, as a file dialog takes them: `.png`. */
export function endingsOf(kinds: readonly FileKind[]): readonly string[] {
  const types: readonly FileType[] = Object.values(fileTypes);
  return types
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap(({ extensions }) => extensions.map((end) => `.${end}`));
}

const kindTitles: Readonly<Record<FileKind, string>> = {
  image: '图片',
  doc: '文档',
  sheet: '表格',
  audio: '录音',
  other: '其他',
};

/** How large files of some kinds may be, in words: `图片 10 MB，文档、表格 50 MB`. */
export function fileLimits(kinds: readonly FileKind[]): string {
  const sizes = [...new Set(kinds.map((kind) => sizeLimits[kind]))];
  return sizes
    .map(
      (size) =>
        `${kinds
          .filter((kind) => sizeLimits[kind] === size)
          .map((kind) => kindTitles[kind])
          .join('、')} ${sizeText(size)}`,
    )
    .join('，');
}

/** Why a file would be refused, as far as its name and size tell, in the words of the server; undefined when nothing speaks against it. */
export function fileFault(
  { name, size }: { readonly name: string; readonly size: number },
  type: FileFieldType,
): string | undefined {
  const kinds: readonly FileKind[] = sentKinds[type];
  const found = typeOfName(name);
  if (size === 0) return errorCatalogue.E_FILE_EMPTY.zh;
  if (found === undefined || !kinds.includes(found.kind))
    return fillTemplate(errorCatalogue.E_FILE_TYPE.zh, { got: name.slice(0, 60), expected: typesOf(kinds) });
  const limit = sizeLimits[found.kind];
  return size > limit ? fillTemplate(errorCatalogue.E_FILE_TOO_LARGE.zh, { expected: sizeText(limit) }) : undefined;
}
