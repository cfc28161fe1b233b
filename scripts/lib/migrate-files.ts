import { spawnSync } from 'node:child_process';
import { type ParseError, parse } from 'jsonc-parser';
import { documentKindOf } from '../../engine/model/documents/index.ts';
import { type Fault, faultMessage } from '../../engine/model/faults/index.ts';
import type { DocumentFile } from '../../engine/model/load/index.ts';
import { migrateDocument } from '../../engine/model/migrate/index.ts';
import { editJsonText } from './edit-json-text.ts';
import { replaceFiles } from './replace-files.ts';
import { binaryOf, root } from './run.mjs';

/** A document of an older version, and its text in the current one. */
export type BehindFile = {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly before: string;
  readonly after: string;
};

/** What a migration of these documents would do; a place is `file:line:column` or `file#pointer`. */
export type MigrationPlan = {
  readonly behind: readonly BehindFile[];
  readonly unreadable: readonly { readonly place: string; readonly sentence: string }[];
};

/** Works out the current text of every document that is behind, and writes nothing. */
export function planMigration(files: readonly DocumentFile[]): MigrationPlan {
  const behind: BehindFile[] = [];
  const unreadable: { place: string; sentence: string }[] = [];
  for (const { file, text } of files) {
    const kind = documentKindOf(file);
    if (kind === undefined) continue;
    const parsed = parseText(file, text);
    if ('fault' in parsed) {
      unreadable.push(parsed.fault);
      continue;
    }
    const outcome = migrateDocument(kind, parsed.json);
    if (!outcome.ok) unreadable.push(told(`${file}#${outcome.fault.pointer}`, outcome.fault));
    else if (outcome.applied.length > 0) {
      const after = formatted(file, editJsonText(text, parsed.json, outcome.json));
      behind.push({ file, from: outcome.from, to: outcome.to, before: text, after });
    }
  }
  return { behind, unreadable };
}

/** Puts the new texts in place, see `replaceFiles`. */
export function writeMigrated(folder: string, behind: readonly BehindFile[]): void {
  replaceFiles(
    folder,
    behind.map(({ file, after }) => ({ file, text: after })),
  );
}

function parseText(file: string, text: string): { json: unknown } | { fault: { place: string; sentence: string } } {
  try {
    const json: unknown = JSON.parse(text);
    return { json };
  } catch (error) {
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true });
    const lines = text.slice(0, errors[0]?.offset ?? text.length).split('\n');
    const place = `${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
    const got = error instanceof Error ? error.message : String(error);
    return { fault: told(place, { code: 'E_JSON_UNREADABLE', pointer: '', got }) };
  }
}

function told(place: string, fault: Fault): { place: string; sentence: string } {
  return { place, sentence: `${fault.code}  ${faultMessage(fault)}` };
}

/** The text as `npm run format` would leave it. */
function formatted(file: string, text: string): string {
  const biome = binaryOf('@biomejs/biome', 'biome');
  const run = spawnSync(process.execPath, [biome, 'format', `--stdin-file-path=schemas/${file}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`${file}: biome ${run.stderr}`);
  return run.stdout;
}
