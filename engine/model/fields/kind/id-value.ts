import { modelText } from '../../texts/model-text.ts';
import { faulty } from './check-outcome.ts';
import type { FieldType, ValueCheck } from './field-type.ts';
import { type FileFieldType, usualFiles } from './file-types.ts';
import { emptiness } from './operators.ts';

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text is an id as the product makes them (UUID in lower case). */
export function isId(text: string): boolean {
  return idPattern.test(text);
}

/** One id. */
export const checkId: ValueCheck = (raw) =>
  typeof raw === 'string' && isId(raw) ? { value: raw } : faulty('E_INPUT_TYPE', modelText('model.value.id'), raw);

/** One file of a kind. */
export function fileType(files: FileFieldType) {
  return { kind: 'reference', files, check: checkId, operators: emptiness } as const satisfies FieldType;
}

/** Several files of a kind. */
export function fileListType(files: FileFieldType) {
  return { kind: 'references', files, check: checkFiles, operators: emptiness } as const satisfies FieldType;
}

/** Files in their order, each once; none at all is no value. */
const checkFiles: ValueCheck = (raw, { max: most = usualFiles }) => {
  if (!Array.isArray(raw) || !raw.every((item) => typeof item === 'string' && isId(item)))
    return faulty('E_INPUT_TYPE', modelText('model.value.fileIds'), raw);
  const ids: readonly string[] = [...new Set(raw)];
  if (ids.length > most) return faulty('E_INPUT_TOO_MANY', `${most}`, ids.length);
  return { value: ids.length === 0 ? null : ids };
};
