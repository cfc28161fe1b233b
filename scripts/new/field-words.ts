import type { DictionaryDocument, EntityField } from '../../engine/model/documents/index.ts';
import { typesWhere } from '../../engine/model/fields/index.ts';
import { SchemasFolderError } from '../lib/schemas-folder.ts';

/** Fields as typed on the command line, and the dictionaries their choices need. */
export type DraftFields = {
  readonly fields: readonly EntityField[];
  readonly dictionaries: readonly DictionaryDocument[];
};

/** A word of the command line that could not be read: what was expected. */
export class WordError extends Error {
  override readonly name = 'WordError';
}

const types = typesWhere(() => true);
const tones = ['blue', 'green', 'orange', 'purple', 'cyan', 'gold', 'red', 'gray'] as const;
const masked: Partial<Record<EntityField['type'], NonNullable<EntityField['mask']>>> = {
  mobile: 'mobile',
  idcard: 'idcard',
  email: 'email',
};
const word = /^([a-z][A-Za-z0-9]*):([a-z]+)(?:\(([^)]*)\))?(?::([^!]+))?(!)?$/;

/**
 * Reads fields from words such as `title:string:书名!`, `price:money:定价`, `readerId:ref(reader):读者` and
 * `status:enum(on_shelf=在架,lent=借出):状态`; `!` makes a field required.
 */
export function readFieldWords(entity: string, words: readonly string[]): DraftFields {
  const dictionaries: DictionaryDocument[] = [];
  const fields = words.map((text) => {
    const [, key = '', type = '', argument, title, required] = word.exec(text) ?? [];
    const known = types.find((name) => name === type);
    if (known === undefined)
      throw new WordError(`“${text}”应为 键:类型:标题，类型为 ${types.join('、')}；例如 title:string:书名!`);
    if (title === undefined)
      throw new WordError(`“${text}”缺少标题，应为 ${key}:${type}:标题，例如 ${key}:${type}:名称`);
    const field: EntityField = {
      key,
      title,
      type: known,
      ...target(known, argument, entity, key, title, dictionaries),
      ...(masked[known] === undefined ? {} : { mask: masked[known] }),
      ...(required === undefined ? {} : { required: true }),
    };
    return field;
  });
  return { fields, dictionaries };
}

function target(
  type: EntityField['type'],
  argument: string | undefined,
  entity: string,
  key: string,
  title: string,
  dictionaries: DictionaryDocument[],
): Partial<EntityField> {
  if (type === 'ref' || type === 'refs') {
    if (argument === undefined || argument === '') throw new WordError(`${key}：${type} 写明实体，例如 ref(book)`);
    return { ref: argument };
  }
  if (type !== 'enum') return {};
  if (argument === undefined || argument === '')
    throw new WordError(`${key}：enum 写明字典或取值，例如 enum(level) 或 enum(low=低,high=高)`);
  if (!argument.includes('=')) return { dictionary: argument };
  const name = `${entity}_${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
  const values = argument.split(',').map((pair, index) => {
    const [value = '', label = ''] = pair.split('=');
    if (label.trim() === '') throw new WordError(`${key}：取值“${pair}”缺少名称，应为 值=名称，例如 low=低`);
    return { key: value.trim(), title: label.trim(), tone: tones[index % tones.length] ?? 'blue' };
  });
  dictionaries.push({ schemaVersion: 2, name, title, values });
  return { dictionary: name };
}

/** Runs a command that writes documents and tells what it did; what cannot be understood is told with the usage, and nothing is written. */
export function run(usage: string, write: () => readonly string[]): void {
  try {
    for (const line of write()) console.log(line);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = 1;
  }
}

function isRefusal(error: unknown): error is Error {
  if (error instanceof WordError || error instanceof SchemasFolderError) return true;
  // parseArgs refuses unknown options with errors of its own.
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
