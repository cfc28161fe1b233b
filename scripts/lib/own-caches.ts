import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A cache made by hand, or something that could be one. */
export type OwnCache = {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly what: string;
};

/** The caches there are. */
const helper = 'engine/model/cache/cache.ts';

/** What looks like a cache and is none: each with the reason. */
const others: Readonly<Record<string, string>> = {
  'server/db/connection/prepared.ts':
    'names that sessions know their plans by: one that is gone would be told them anew',
  'server/records/log/record-audit.ts': 'what is to be written down of a refusal, noted on the error itself',
  'engine/react/queue/take-next.ts': 'what the user passed over in a queue',
  'engine/react/form/session/form-display.ts': 'what the fields of a form show just now',
};

/**
 * What caches are made of: variables that hold an empty map outside of functions and classes, which fills up while the
 * program runs, maps by identity wherever they are, and objects that watch what is read of others.
 */
export function ownCaches(file: string, text: string): readonly OwnCache[] {
  if (file === helper || Object.hasOwn(others, file)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: OwnCache[] = [];
  const visit = (node: ts.Node, isInside: boolean): void => {
    const what = ts.isNewExpression(node) ? cacheMade(node, isInside) : undefined;
    if (what !== undefined) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ file, line, what });
    }
    const holds = isInside || ts.isFunctionLike(node) || ts.isClassLike(node);
    ts.forEachChild(node, (child) => visit(child, holds));
  };
  visit(source, false);
  return found;
}

function cacheMade(made: ts.NewExpression, isInside: boolean): string | undefined {
  const name = made.expression.getText();
  if (name === 'Proxy' || name === 'WeakMap') return `new ${name}`;
  const isEmpty = name === 'Map' && (made.arguments ?? []).length === 0;
  return isEmpty && !isInside && fillsUp(made.parent) ? 'new Map' : undefined;
}

/** Whether what holds a map lets it be written to; where nobody may, an empty one stays empty. */
function fillsUp(holder: ts.Node): boolean {
  if (!ts.isVariableDeclaration(holder)) return false;
  return holder.type === undefined || holder.type.getText().startsWith('Map<');
}

/** Caches made by hand in these files of ours, below `root`. */
export function ownCachesIn(root: string, files: readonly string[]): readonly OwnCache[] {
  return files.flatMap((file) => ownCaches(file, readFileSync(path.join(root, file), 'utf8')));
}
