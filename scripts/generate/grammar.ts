import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A JSON Schema as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The grammar of the documents: one schema per file, by file name. */
export type Grammar = ReadonlyMap<string, JsonSchema>;

const suffix = '.schema.json';

/** Definitions that several kinds share; no kind of document by itself. */
const sharedFile = `common${suffix}`;

/** Reads every `*.schema.json` of a folder; an absent folder is an empty grammar. */
export function readGrammar(folder: string): Grammar {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(suffix)) : [];
  return new Map(files.sort().map((file) => [file, parseSchema(path.join(folder, file))]));
}

function parseSchema(file: string): JsonSchema {
  const schema: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isObject(schema)) throw new TypeError(`${file}: expected a JSON object`);
  return schema;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Kinds of documents with the file of their schema, for example `entity` with `entity.schema.json`. */
export function documentKinds(grammar: Grammar): ReadonlyMap<string, string> {
  const files = [...grammar.keys()].filter((file) => file !== sharedFile);
  return new Map(files.map((file) => [file.slice(0, -suffix.length), file]));
}

/** Name of the TypeScript type of a kind's documents: the schema's `title`. */
export function typeName(grammar: Grammar, file: string): string {
  const title = grammar.get(file)?.title;
  if (typeof title !== 'string' || !/^[A-Z]\w*$/.test(title)) {
    throw new TypeError(`${file}/title: expected a type name such as PageDocument, got ${JSON.stringify(title)}`);
  }
  return title;
}
