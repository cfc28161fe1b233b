import { documentKinds, type Grammar, type JsonSchema } from './grammar.ts';

const kindTitles: Readonly<Record<string, string>> = {
  entity: '实体',
  page: '页面',
  dictionary: '字典',
  dataset: '数据集',
  menu: '菜单',
  role: '角色',
  demo: '演示数据',
  migration: '数据迁移',
};
const shared = 'common.schema.json';

/** A function of the expression language as its table has it. */
export type FunctionEntry = { readonly args: readonly string[]; readonly result: string; readonly zh: string };

/** What gathers child rows, as its table has it. */
export type AggregateEntry = { readonly of: string; readonly isOptional?: true; readonly zh: string };

/** What expressions may call, by name. */
export type ExpressionWords = {
  readonly functions: Readonly<Record<string, FunctionEntry>>;
  readonly aggregates: Readonly<Record<string, AggregateEntry>>;
};

/** The reference of the schema language as Markdown: every property of every definition, as the grammar has it. */
export function referenceMarkdown(grammar: Grammar, { functions, aggregates }: ExpressionWords): string {
  const parts = [
    '# 文档语言参考',
    '',
    '本文由 `npm run generate` 从 `engine/meta` 生成，请勿手改。入门见 [schema-language.md](schema-language.md)。',
    '',
    '必填的属性以 **粗体** 标出。',
    '',
  ];
  for (const [kind, file] of documentKinds(grammar)) {
    const schema = grammar.get(file);
    if (schema === undefined) continue;
    const writer = new Writer(grammar, file);
    parts.push(`## ${kindTitles[kind] ?? kind}（${kind}）`, '', text(schema.description), '');
    if (isObject(schema.properties)) parts.push(...writer.table(schema), '');
    parts.push(...writer.rest());
  }
  const common = grammar.get(shared);
  if (common !== undefined) {
    parts.push('## 共用', '');
    parts.push(...new Writer(grammar, shared).definitions(common));
  }
  parts.push('## 表达式的函数', '', ...functionTable(functions), '');
  parts.push('## 表达式的子表合计', '', ...aggregateTable(aggregates), '');
  return `${parts
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

const argumentWords: Readonly<Record<string, string>> = {
  text: '文本',
  number: '数字',
  whole: '整数',
  time: '与前者同类',
  moment: '时刻',
  day: '日期',
  instant: '时刻或日期',
  sized: '文本或列表',
  ordered: '可比大小的值',
  alike: '同类的值',
  bool: '是否',
  same: '与参数同类',
};

function functionTable(functions: Readonly<Record<string, FunctionEntry>>): readonly string[] {
  const rows = Object.entries(functions).map(([name, { args, result, zh }]) => {
    const call = `${name}(${args.map((arg) => argumentWords[arg] ?? arg).join(', ')})`;
    return `| \`${call}\` | ${argumentWords[result] ?? result} | ${cell(zh)} |`;
  });
  return ['| 函数 | 结果 | 说明 |', '|---|---|---|', ...rows];
}

function aggregateTable(aggregates: Readonly<Record<string, AggregateEntry>>): readonly string[] {
  const rows = Object.entries(aggregates).map(([name, { of, isOptional, zh }]) => {
    const each = `每行的${of === 'bool' ? '条件' : (argumentWords[of] ?? of)}`;
    return `| \`${name}(子表, ${isOptional === true ? `${each}?` : each})\` | ${cell(zh)} |`;
  });
  return ['| 合计 | 说明 |', '|---|---|', ...rows];
}

type Section = { readonly title: string; readonly schema: JsonSchema };

/** Writes the tables of one file, and of the titled objects inside them after it. */
class Writer {
  readonly #inner: Section[] = [];

  constructor(
    readonly grammar: Grammar,
    readonly file: string,
  ) {}

  table(schema: JsonSchema): string[] {
    const required = Array.isArray(schema.required) ? schema.required : [];
    const rows = Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, property]) => {
      const shown = required.includes(name) ? `**${name}**` : name;
      return `| ${shown} | ${cell(this.#type(property))} | ${cell(this.#description(property))} |`;
    });
    return ['| 属性 | 取值 | 说明 |', '|---|---|---|', ...rows];
  }

  /** Definitions of the file and objects met inside tables, each once. */
  rest(): string[] {
    const lines: string[] = [];
    const schema = this.grammar.get(this.file);
    if (schema !== undefined) lines.push(...this.definitions(schema));
    return lines;
  }

  definitions(schema: JsonSchema): string[] {
    const lines: string[] = [];
    const named = Object.entries(isObject(schema.$defs) ? schema.$defs : {}).flatMap(([name, definition]) =>
      isObject(definition) ? [{ title: titleOf(name, definition), schema: definition }] : [],
    );
    const waiting: Section[] = [...this.#inner.splice(0), ...named];
    const written = new Set<string>();
    for (let section = waiting.shift(); section !== undefined; section = waiting.shift()) {
      if (written.has(section.title)) continue;
      written.add(section.title);
      lines.push(...this.#section(section));
      waiting.unshift(...this.#inner.splice(0));
    }
    return lines;
  }

  #section({ title, schema }: Section): string[] {
    const body = isObject(schema.properties) ? this.table(schema) : [`取值：${this.#type(schema)}`];
    return [
      `### ${title}`,
      '',
      ...(text(schema.description) === '' ? [] : [text(schema.description), '']),
      ...body,
      '',
    ];
  }

  #type(node: unknown): string {
    if (!isObject(node)) return '';
    if (typeof node.$ref === 'string') return this.#link(node.$ref);
    if ('const' in node) return code(node.const);
    if (Array.isArray(node.enum)) return node.enum.map(code).join(' ');
    return this.#composed(node) ?? scalar(node);
  }

  /** Of a type that is put together of others; undefined for one that is not. */
  #composed(node: JsonSchema): string | undefined {
    const branches = Array.isArray(node.anyOf) ? node.anyOf : Array.isArray(node.oneOf) ? node.oneOf : undefined;
    if (branches !== undefined) return branches.map((branch) => this.#type(branch)).join(' 或 ');
    if (node.type === 'array') return `[ ${this.#type(node.items)} ]${bounds(node, 'Items', '项')}`;
    if (isObject(node.properties)) return this.#object(node);
    if (node.type !== 'object') return undefined;
    const { additionalProperties: others } = node;
    return others === undefined || others === false ? '对象' : `{ 键: ${this.#type(others)} }`;
  }

  /** An object inside a table gets a section of its own when it has a title, else its properties are listed. */
  #object(node: JsonSchema): string {
    if (typeof node.title !== 'string') {
      const names = Object.entries(isObject(node.properties) ? node.properties : {});
      return `{ ${names.map(([name, property]) => `${name}: ${this.#type(property)}`).join('，')} }`;
    }
    this.#inner.push({ title: node.title, schema: node });
    return link(node.title);
  }

  #link(reference: string): string {
    const { name, schema } = this.#target(reference);
    if (schema === undefined) return name;
    const isLong = isObject(schema.properties) || schema.title !== undefined || Array.isArray(schema.oneOf);
    return isLong ? link(titleOf(name, schema)) : this.#type(schema);
  }

  #target(reference: string): { readonly name: string; readonly schema: JsonSchema | undefined } {
    const [file = '', path = ''] = reference.split('#');
    const name = path.split('/').at(-1) ?? '';
    const definitions = this.grammar.get(file === '' ? this.file : file)?.$defs;
    const schema = isObject(definitions) ? definitions[name] : undefined;
    return { name, schema: isObject(schema) ? schema : undefined };
  }

  #description(node: unknown): string {
    if (!isObject(node)) return '';
    if (typeof node.description === 'string') return node.description;
    return typeof node.$ref === 'string' ? text(this.#target(node.$ref).schema?.description) : '';
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: '文本',
  integer: '整数',
  number: '数字',
  boolean: '是否',
  undefined: '任意',
};

function bounds(node: JsonSchema, of: 'Length' | 'Items' | 'imum', unit: string): string {
  const [low, high] = [node[`min${of}`], node[`max${of}`]];
  if (low === undefined && high === undefined) return '';
  if (low === undefined) return `（至多 ${String(high)}${unit}）`;
  return high === undefined ? `（至少 ${String(low)}${unit}）` : `（${String(low)}–${String(high)}${unit}）`;
}

function titleOf(name: string, schema: JsonSchema): string {
  return typeof schema.title === 'string' ? schema.title : name;
}

function link(title: string): string {
  return `[${title}](#${title.toLowerCase()})`;
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function cell(value: string): string {
  return value.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text, number or the like with its bounds. */
function scalar(node: JsonSchema): string {
  const types = [node.type].flat().map(String).join(' 或 ');
  const pattern = typeof node.pattern === 'string' ? ` ${code(node.pattern)}` : '';
  return `${typeWords[types] ?? types}${pattern}${bounds(node, 'Length', '字')}${bounds(node, 'imum', '')}`;
}
