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

/** The types of some kinds as people know them: `png、jpg …`. */
export function typesOf(kinds: readonly FileKind[]): string {
  return Object.entries(fileTypes)
    .filter(([, { kind }]) => kinds.includes(kind))
    .map(([name]) => name)
    .join('、');
}
