import type { ExpressionRoot } from './ast.ts';
import { pathsRead } from './dependencies.ts';
import { holds, type Scope } from './evaluate.ts';
import { parseExpression } from './parse.ts';

/** Whether a condition as a document has it is certainly true; one that is no expression is not. */
export function textHolds(source: string, scope: Scope): boolean {
  const outcome = parseExpression(source);
  return outcome.ok && holds(outcome.expression, scope);
}

/** The paths below a root that expressions as documents have them read; absent ones read nothing. */
export function textReads(sources: readonly (string | undefined)[], root: ExpressionRoot): readonly string[] {
  const read = sources.flatMap((source) => {
    const outcome = source === undefined ? undefined : parseExpression(source);
    return outcome?.ok === true ? pathsRead(outcome.expression, root) : [];
  });
  return [...new Set(read)];
}
