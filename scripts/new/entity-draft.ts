import type {
  DictionaryDocument,
  EntityDocument,
  EntityField,
  StateMachine,
  Transition,
} from '../../engine/model/documents/index.ts';
import { isGroupable } from '../../engine/model/entity/index.ts';
import { isNumber, isTime } from '../../engine/model/fields/index.ts';
import { readFieldWords, WordError } from './field-words.ts';

export type EntityWish = {
  /** Name in the documents, lower case with underscores. */
  readonly name: string;
  readonly title: string;
  /** Fields as words, see `readFieldWords`. */
  readonly fields: readonly string[];
  /** Transitions as words: `lend=借出:on_shelf>lent`, several states of departure joined by `|`. */
  readonly transitions: readonly string[];
};

export type EntityDraft = {
  readonly entity: EntityDocument;
  readonly dictionaries: readonly DictionaryDocument[];
};

/** A complete entity document from a few words: searchable label, sortable times, states with their transitions. */
export function draftEntity(wish: EntityWish): EntityDraft {
  const { fields, dictionaries } = readFieldWords(wish.name, wish.fields);
  const label = fields.find((field) => field.type === 'string' && field.mask === undefined) ?? fields[0];
  if (label === undefined) throw new WordError('至少写一个字段，例如 name:string:名称!');
  const machine = stateMachine(wish, fields, dictionaries);
  const entity: EntityDocument = {
    schemaVersion: 2,
    name: wish.name,
    title: wish.title,
    label: label.key,
    operations: [
      'query',
      ...(fields.some((field) => isGrouping(field)) ? ['group' as const] : []),
      'view',
      'create',
      'modify',
      'delete',
    ],
    fields: fields.map((field) => ({
      ...field,
      ...(field.key === label.key && field.type === 'string' ? { searchable: true } : {}),
      ...(field.type === 'mobile' ? { searchable: true } : {}),
      ...((isNumber(field) || isTime(field)) && field.mask === undefined ? { sortable: true } : {}),
      ...(machine?.field === field.key
        ? { required: true, readonly: true, defaultValue: `'${machine.initial[0] ?? ''}'` }
        : {}),
    })),
    ...(machine === undefined ? {} : { states: [machine] }),
  };
  return { entity, dictionaries };
}

/** Whether a list may open its rows in groups along it. */
function isGrouping(field: EntityField): boolean {
  return field.mask === undefined && (field.type === 'ref' || isGroupable(field.key, field));
}

const transitionWord = /^([a-z][A-Za-z0-9]*)(?:=([^:]+))?:([a-z0-9_|]+)>([a-z0-9_]+)$/;

function stateMachine(
  wish: EntityWish,
  fields: readonly EntityField[],
  dictionaries: readonly DictionaryDocument[],
): StateMachine | undefined {
  if (wish.transitions.length === 0) return undefined;
  const transitions = wish.transitions.map((text): Transition => {
    const [, key, title, from, to] = transitionWord.exec(text) ?? [];
    if (key === undefined || from === undefined || to === undefined)
      throw new WordError(`“${text}”应为 键=名称:从>到，例如 lend=借出:on_shelf>lent`);
    if (title === undefined)
      throw new WordError(`流转“${text}”缺少名称，应为 键=名称:从>到，例如 ${key}=借出:${from}>${to}`);
    const permission = `${wish.name}:${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    return { key, title, from: from.split('|'), to, permission };
  });
  const states = new Set(transitions.flatMap((item) => [...item.from, typeof item.to === 'string' ? item.to : '']));
  const field = fields.find((candidate) => {
    const values = dictionaries.find((item) => item.name === candidate.dictionary)?.values.map((value) => value.key);
    return values !== undefined && [...states].every((state) => values.includes(state));
  });
  if (field === undefined)
    throw new WordError(
      `流转用到的状态 ${[...states].join('、')} 应是某个 enum 字段的取值，例如 status:enum(on_shelf=在架,lent=借出)`,
    );
  const reached = new Set(transitions.map((item) => item.to));
  const values = dictionaries.find((item) => item.name === field.dictionary)?.values ?? [];
  const initial = values.filter((value) => !reached.has(value.key)).map((value) => value.key);
  const first = values[0]?.key ?? '';
  return { key: field.key, field: field.key, initial: initial.length === 0 ? [first] : initial, transitions };
}
