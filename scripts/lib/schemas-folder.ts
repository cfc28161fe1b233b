import { statSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** The documents folder is not there. */
export class SchemasFolderError extends Error {
  override readonly name = 'SchemasFolderError';
}

/**
 * The documents folder a script works on: what the command line names, else `SCHEMAS_DIR`, else `schemas/` of the
 * repository. Throws a `SchemasFolderError` when it is no folder: a mistyped name is not a product without documents.
 */
export function schemasFolder(named?: string): string {
  const [source, given] = namedFolder(named);
  const folder = path.resolve(given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new SchemasFolderError(`${source}：应为已存在的目录，写的是“${given}” (${folder})`);
  return folder;
}

function namedFolder(named: string | undefined): readonly [string, string] {
  if (named !== undefined) return ['文档目录', named];
  const { SCHEMAS_DIR = '' } = process.env;
  return SCHEMAS_DIR === '' ? ['文档目录', path.join(root, 'schemas')] : ['SCHEMAS_DIR', SCHEMAS_DIR];
}

/** The folder as `schemasFolder` finds it; a script told of none says so and ends with 1. */
export function schemasFolderOrExit(named?: string): string {
  try {
    return schemasFolder(named);
  } catch (error) {
    if (!(error instanceof SchemasFolderError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
