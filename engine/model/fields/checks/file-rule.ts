import type { EntityField, FieldFileKind } from '../../generated/documents.ts';
import { type FileKind, type FileRule, sentKinds } from '../kind/file-types.ts';
import { fileTypeOf } from '../type-groups.ts';

/** The kinds files are stored as, by the words of the language. */
const storedKinds: Readonly<Record<FieldFileKind, readonly FileKind[]>> = {
  image: ['image'],
  document: ['doc', 'sheet'],
  audio: ['audio'],
  video: ['video'],
  captions: ['captions'],
  stream: ['stream'],
  package: ['package'],
};

/** What a field takes of files; undefined for a field of another type. The same in the browser and on the server. */
export function fileRuleOf({
  type,
  kinds,
  maxMegabytes,
}: Pick<EntityField, 'type' | 'kinds' | 'maxMegabytes'>): FileRule | undefined {
  const files = fileTypeOf(type);
  if (files === undefined) return undefined;
  const stored = kinds?.flatMap((kind) => storedKinds[kind]) ?? sentKinds[files];
  return { kinds: files === 'image' ? sentKinds.image : stored, maxMegabytes };
}
