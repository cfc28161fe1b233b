import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import { listed } from '../../kernel/language/listed.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { importText } from '../../texts/import-text.ts';
import { inspectFile } from './inspect.ts';
import type { Intake } from './intake.ts';
import { startRun, startUndo } from './start-run.ts';
import { makeTemplate } from './template.ts';

/** What an `import` call may ask for. */
export const importModes = ['template', 'inspect', 'run', 'undo'] as const;

/** Importing rows of an entity: the empty table, a look into a filled one, the import itself, and taking it back. */
export async function startImport(
  intake: Intake,
  body: Values,
  context: CallContext,
  rules: RuleBook,
): Promise<unknown> {
  switch (body.mode ?? 'run') {
    case 'template':
      return makeTemplate(intake, context);
    case 'inspect':
      return inspectFile(intake, body, context);
    case 'run':
      return startRun(intake, body, context, rules);
    case 'undo':
      return startUndo(intake, body, context);
    default:
      throw wrongInput('/mode', importText('import.step'), listed(importModes), body.mode);
  }
}
