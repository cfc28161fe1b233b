import { type DictionaryDocument, type EntityField, usualFiles } from '../../../engine/model/index.ts';
import { idSchema, type JsonSchema, nullable } from '../../kernel/operation/json-schema.ts';

type Dictionaries = ReadonlyMap<string, DictionaryDocument>;

/** What a field takes. Texts are trimmed before they are measured; nothing, `null` and an empty text are the same. */
export function inputSchema(field: EntityField, dictionaries: Dictionaries): JsonSchema {
  const schema = { ...titles(field), ...masked(field), ...bounds(field), ...typeSchema(field, dictionaries, true) };
  return field.required === true ? schema : nullable(schema);
}

/** What is answered of a field; it may be null whatever the document says, since masks may hide it. */
export function outputSchema(field: EntityField, dictionaries: Dictionaries): JsonSchema {
  const shown = field.mask === undefined ? typeSchema(field, dictionaries, false) : { type: 'string' };
  return nullable({ ...titles(field), ...masked(field), ...shown });
}

function masked({ mask }: EntityField): JsonSchema {
  return mask === undefined ? {} : { 'x-mask': mask };
}

function titles({ title, help }: EntityField): JsonSchema {
  return { title, ...(help === undefined ? {} : { description: help }) };
}

const textLengths: Partial<Record<EntityField['type'], number>> = { text: 2000, html: 100_000 };

function bounds(field: EntityField): JsonSchema {
  switch (field.type) {
    case 'string':
    case 'text':
    case 'html':
    case 'url':
    case 'email':
    case 'idcard':
    case 'mobile': {
      const minLength = Math.max(field.minLength ?? 0, field.required === true ? 1 : 0);
      return {
        maxLength: field.maxLength ?? textLengths[field.type] ?? 255,
        ...(minLength === 0 ? {} : { minLength }),
      };
    }
    case 'int':
      return { ...(field.min === undefined ? {} : { minimum: field.min }), maximum: field.max ?? 2_147_483_647 };
    case 'money':
    case 'decimal':
      return {
        ...(field.min === undefined ? {} : { minimum: field.min }),
        ...(field.max === undefined ? {} : { maximum: field.max }),
      };
    default:
      return {};
  }
}

/** The type of a value; choices only where they are taken, since rows keep choices that were withdrawn. */
function typeSchema(field: EntityField, dictionaries: Dictionaries, isInput: boolean): JsonSchema {
  switch (field.type) {
    case 'string':
    case 'text':
    case 'html':
    case 'mobile':
      return { type: 'string' };
    case 'url':
      return { type: 'string', format: 'uri', pattern: '^https?://\\S+$' };
    case 'email':
      return { type: 'string', format: 'email', pattern: '^[^\\s@<>]+@[^\\s@<>]+\\.[^\\s@<>]+$' };
    case 'idcard':
      return { type: 'string', pattern: '^\\d{17}[\\dX]$' };
    case 'int':
      return { type: 'integer' };
    case 'money':
      return { type: 'integer', 'x-unit': '分' };
    case 'decimal':
      return { type: 'number' };
    case 'bool':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', format: 'date', pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
    case 'datetime':
      return {
        type: 'string',
        format: 'date-time',
        pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d.*(Z|[+-]\\d\\d:?\\d\\d)$',
      };
    case 'enum':
      return choiceSchema(field, dictionaries, isInput);
    case 'ref':
    case 'file':
    case 'image':
      return { ...idSchema, ...(field.ref === undefined ? {} : { 'x-ref': field.ref }) };
    case 'refs':
    case 'files':
    case 'images':
      return idsSchema(field, isInput);
    case 'json':
      if (field.dictionary !== undefined) return { type: 'array', items: choiceSchema(field, dictionaries, isInput) };
      return field.required === true && isInput ? filledJson : {};
  }
}

/** Several ids; what there is may hold more than is taken now. */
function idsSchema(field: EntityField, isInput: boolean): JsonSchema {
  const most = field.type === 'refs' ? 200 : (field.max ?? usualFiles);
  return {
    type: 'array',
    items: idSchema,
    ...(isInput ? { maxItems: most } : {}),
    ...(isInput && field.required === true ? { minItems: 1 } : {}),
    ...(field.ref === undefined ? {} : { 'x-ref': field.ref }),
  };
}

/** Any value but one that counts as none. */
const filledJson: JsonSchema = {
  type: ['object', 'array', 'string', 'number', 'boolean'],
  minLength: 1,
};

function choiceSchema(field: EntityField, dictionaries: Dictionaries, isInput: boolean): JsonSchema {
  const values = (field.dictionary === undefined ? undefined : dictionaries.get(field.dictionary))?.values ?? [];
  const open = isInput ? values.filter((value) => value.disabled !== true) : values;
  return {
    type: 'string',
    ...(isInput ? { enum: open.map((value) => value.key) } : {}),
    'x-choices': Object.fromEntries(open.map((value) => [value.key, value.title])),
  };
}
