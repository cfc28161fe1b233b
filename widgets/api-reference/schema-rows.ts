import { isSchema, type Reference, type Schema } from './reference.ts';

/** One line of the table that explains a schema. */
export type SchemaRow = {
  /** Unique in its table. */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly meaning: string;
  readonly children?: readonly SchemaRow[];
};

const deepest = 4;

/** The lines that explain an object, a list or a value; shared schemas are followed, but not into themselves. */
export function schemaRows(schema: Schema, { schemas }: Pick<Reference, 'schemas'>): readonly SchemaRow[] {
  const { body, names } = resolve(schema, schemas, []);
  const rows = propertyRows(body, schemas, '', names);
  return rows.length > 0 ? rows : [row('', body, schemas, '', false, names)];
}

type Resolved = { readonly body: Schema; readonly names: readonly string[] };

/** Follows references and looks through “or nothing”. */
function resolve(schema: Schema, schemas: Reference['schemas'], names: readonly string[]): Resolved {
  const { $ref, anyOf } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    const body = schemas.get(name);
    if (body === undefined || names.includes(name)) return { body: { title: name, type: 'object' }, names };
    return resolve({ ...body, ...withoutRef(schema) }, schemas, [...names, name]);
  }
  const choices: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const [only, ...others] = choices.filter((choice) => !isSchema(choice) || choice.type !== 'null');
  if (choices.length > 1 && others.length === 0 && isSchema(only)) {
    const { anyOf: _, ...rest } = schema;
    return resolve({ ...only, ...rest }, schemas, names);
  }
  return { body: schema, names };
}

function withoutRef({ $ref: _, ...rest }: Schema): Schema {
  return rest;
}

function propertyRows(
  body: Schema,
  schemas: Reference['schemas'],
  parent: string,
  names: readonly string[],
): readonly SchemaRow[] {
  if (parent.split('/').length > deepest) return [];
  const items = body.type === 'array' && isSchema(body.items) ? resolve(body.items, schemas, names) : undefined;
  if (items !== undefined) return propertyRows(items.body, schemas, parent, items.names);
  const required: readonly unknown[] = Array.isArray(body.required) ? body.required : [];
  const own = Object.entries(isSchema(body.properties) ? body.properties : {}).flatMap(([name, property]) =>
    isSchema(property) ? [row(name, property, schemas, parent, required.includes(name), names)] : [],
  );
  return [...own, ...alternativeRows(body, schemas, parent, names)];
}

/** The properties of each shape a value may have, each once. */
function alternativeRows(
  { anyOf, oneOf }: Schema,
  schemas: Reference['schemas'],
  parent: string,
  names: readonly string[],
): readonly SchemaRow[] {
  const choices = [anyOf, oneOf].flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []));
  const rows = choices.filter(isSchema).flatMap((choice) => {
    const { body, names: seen } = resolve(choice, schemas, names);
    return propertyRows(body, schemas, parent, seen).map((line) => ({ ...line, required: false }));
  });
  return [...new Map(rows.map((line) => [line.key, line])).values()];
}

function row(
  name: string,
  property: Schema,
  schemas: Reference['schemas'],
  parent: string,
  required: boolean,
  names: readonly string[],
): SchemaRow {
  const { body, names: seen } = resolve(property, schemas, names);
  const key = `${parent}/${name}`;
  const children = propertyRows(body, schemas, key, seen);
  return {
    key,
    name,
    type: typeOf(body, schemas, seen),
    required,
    meaning: meaningOf(body),
    ...(children.length === 0 ? {} : { children }),
  };
}

const typeNames: Readonly<Record<string, string>> = {
  string: '文本',
  integer: '整数',
  number: '数字',
  boolean: '是/否',
  object: '对象',
  array: '列表',
  null: '空',
};

const formatNames: Readonly<Record<string, string>> = {
  uuid: '编号',
  date: '日期',
  'date-time': '时间',
  email: '邮箱',
  uri: '网址',
  password: '密码',
};

function typeOf(body: Schema, schemas: Reference['schemas'], names: readonly string[]): string {
  const types = (Array.isArray(body.type) ? body.type : [body.type]).filter((type) => type !== 'null');
  if (body.enum !== undefined) return '选项';
  if (types[0] === 'array') {
    const items = isSchema(body.items) ? resolve(body.items, schemas, names).body : {};
    return `${typeOf(items, schemas, names)}的列表`;
  }
  if (typeof body.format === 'string' && formatNames[body.format] !== undefined) return formatNames[body.format] ?? '';
  if (body.properties !== undefined || body.oneOf !== undefined || body.anyOf !== undefined) return '对象';
  const named = types.map((type) => (typeof type === 'string' ? (typeNames[type] ?? type) : '任意'));
  return body.type === undefined ? '任意' : named.length === 0 ? '空' : named.join(' / ');
}

/** Title, help, choices and bounds in one sentence. */
function meaningOf(body: Schema): string {
  const says = [body.title, body.description, choicesOf(body), boundsOf(body)];
  const texts = says.filter((part): part is string => typeof part === 'string' && part !== '');
  return texts.map((text) => text.replace(/。$/, '')).join('；');
}

function choicesOf({ enum: keys, 'x-choices': named }: Schema): string {
  const shown = isSchema(named) ? Object.entries(named).map(([key, title]) => `${key} ${String(title)}`) : undefined;
  const list = shown ?? (Array.isArray(keys) ? keys.filter((key) => key !== null).map(String) : []);
  return list.length === 0 ? '' : `可选：${list.join('、')}`;
}

function boundsOf(body: Schema): string {
  const bound = (low: unknown, high: unknown, unit: string) => {
    if (low === undefined && high === undefined) return '';
    if (low === undefined) return `最多 ${String(high)}${unit}`;
    if (high === undefined) return `至少 ${String(low)}${unit}`;
    return `${String(low)} 到 ${String(high)}${unit}`;
  };
  const parts = [
    bound(body.minLength, body.maxLength, ' 个字符'),
    bound(body.minItems === 0 ? undefined : body.minItems, body.maxItems, ' 项'),
    bound(body.minimum, body.maximum === 2_147_483_647 ? undefined : body.maximum, ''),
    typeof body['x-unit'] === 'string' ? `单位：${body['x-unit']}` : '',
    typeof body['x-mask'] === 'string' ? '遮盖' : '',
  ];
  return parts.filter(Boolean).join('；');
}
