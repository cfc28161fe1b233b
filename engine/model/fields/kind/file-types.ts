import { faultCatalogue, fillTemplate } from '../../faults/fault-errors.ts';
import { spokenError } from '../../faults/spoken.ts';
import { formatMessage } from '../../texts/message.ts';
import { modelText } from '../../texts/model-text.ts';

/** Kinds of files as they are stored and counted. */
export type FileKind = 'image' | 'doc' | 'sheet' | 'audio' | 'video' | 'captions' | 'stream' | 'package' | 'other';

/** A type that is taken: what it is called, how it is served, and the endings its names may have, the usual one first. */
export type FileType = {
  readonly kind: FileKind;
  readonly mime: string;
  readonly extensions: readonly string[];
};

const type = (kind: FileKind, mime: string, ...extensions: readonly string[]): FileType => ({ kind, mime, extensions });
const office = 'application/vnd.openxmlformats-officedocument';

/** Kinds that are taken where a field does not say: any that is read where a file is wanted, pictures where one is. */
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
  mp4: type('video', 'video/mp4', 'mp4', 'm4v'),
  mov: type('video', 'video/quicktime', 'mov'),
  webm: type('video', 'video/webm', 'webm'),
  vtt: type('captions', 'text/vtt; charset=utf-8', 'vtt'),
  m3u8: type('stream', 'application/vnd.apple.mpegurl', 'm3u8'),
  ts: type('stream', 'video/mp2t', 'ts'),
  m4s: type('stream', 'video/iso.segment', 'm4s'),
  apk: type('package', 'application/vnd.android.package-archive', 'apk'),
  ipa: type('package', 'application/octet-stream', 'ipa'),
} as const satisfies Readonly<Record<string, FileType>>;

const mebibyte = 1_048_576;

/** Most bytes of a file by kind, where a field does not say. */
export const sizeLimits: Readonly<Record<FileKind, number>> = {
  image: 10 * mebibyte,
  doc: 50 * mebibyte,
  sheet: 50 * mebibyte,
  audio: 100 * mebibyte,
  video: 500 * mebibyte,
  captions: 5 * mebibyte,
  stream: 100 * mebibyte,
  package: 500 * mebibyte,
  other: 0,
};

/** A file with more bytes is sent in parts, which outlast a broken line. */
export const wholeBytes = 50 * mebibyte;

/** The most a field may allow: pictures are drawn whole, the others are read in parts. */
export const maxMegabytes = { image: 50, other: 4096 } as const;

/** What a field takes of files. */
export type FileRule = {
  readonly kinds: readonly FileKind[];
  /** Most megabytes of each; absent: the usual of its kind. */
  readonly maxMegabytes?: number | undefined;
};

/** Most bytes of a file of a kind. */
export function sizeLimitOf(kind: FileKind, { maxMegabytes: most }: Pick<FileRule, 'maxMegabytes'>): number {
  if (most === undefined) return sizeLimits[kind];
  return Math.min(most, kind === 'image' ? maxMegabytes.image : maxMegabytes.other) * mebibyte;
}

/** A size in words: `1.5 MB`, small ones in KB, large ones in GB. */
export function sizeText(bytes: number): string {
  if (bytes >= 1024 * mebibyte) return `${Math.round((bytes / mebibyte / 1024) * 10) / 10} GB`;
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
  const items = Object.entries(fileTypes)
    .filter(([, { kind }]) => kinds.includes(kind))
    .map(([name]) => name);
  return formatMessage(modelText('model.value.list', { items }));
}

/** How a stored file is played: as a sound, a film, or a stream of parts; undefined where it is not. */
export function playedAs(mime: string): 'sound' | 'film' | 'stream' | undefined {
  if (mime === fileTypes.m3u8.mime) return 'stream';
  const types: readonly FileType[] = Object.values(fileTypes);
  const kind = types.find((known) => known.mime === mime)?.kind;
  return kind === 'audio' ? 'sound' : kind === 'video' ? 'film' : undefined;
}

/** Endings of the names of some kinds, as a file dialog takes them: `.png`. */
export function endingsOf(kinds: readonly FileKind[]): readonly string[] {
  const types: readonly FileType[] = Object.values(fileTypes);
  return types
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap(({ extensions }) => extensions.map((end) => `.${end}`));
}

/** How large files of a field may be, in words: `图片 10 MB，文档、表格 50 MB`. */
export function fileLimits(rule: FileRule): string {
  const { kinds } = rule;
  const sizes = [...new Set(kinds.map((kind) => sizeLimitOf(kind, rule)))];
  return sizes
    .map((size) => {
      const titles = kinds
        .filter((kind) => sizeLimitOf(kind, rule) === size)
        .map((kind) => modelText(`model.file.${kind}`));
      return formatMessage(modelText('model.file.limit', { kinds: titles, size: sizeText(size) }));
    })
    .reduce((one, other) => (one === '' ? other : formatMessage(modelText('model.file.limits', { one, other }))), '');
}

/** What is wrong with a file for a field, in the words of the catalogue; undefined when nothing speaks against it. */
export function kindFault(
  { name, kind, size }: { readonly name: string; readonly kind: FileKind | undefined; readonly size: number },
  rule: FileRule,
): { readonly code: 'E_FILE_TYPE' | 'E_FILE_TOO_LARGE'; readonly got: string; readonly expected: string } | undefined {
  const got = name.slice(0, 60);
  if (kind === undefined || !rule.kinds.includes(kind))
    return { code: 'E_FILE_TYPE', got, expected: typesOf(rule.kinds) };
  const limit = sizeLimitOf(kind, rule);
  return size > limit ? { code: 'E_FILE_TOO_LARGE', got: sizeText(size), expected: sizeText(limit) } : undefined;
}

/** Why a file would be refused, as far as its name and size tell, in the language of the host; undefined when nothing speaks against it. */
export function fileFault(
  { name, size }: { readonly name: string; readonly size: number },
  rule: FileRule,
): string | undefined {
  if (size === 0) return spokenError('E_FILE_EMPTY', {}) ?? faultCatalogue.E_FILE_EMPTY.zh;
  const fault = kindFault({ name, kind: typeOfName(name)?.kind, size }, rule);
  if (fault === undefined) return undefined;
  return spokenError(fault.code, fault) ?? fillTemplate(faultCatalogue[fault.code].zh, fault);
}
