import type { EntityModel } from '../../../engine/model/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { shownInput } from '../../kernel/text/shown-input.ts';
import { inspectFile } from './inspect.ts';
import { startRun, startUndo } from './start-run.ts';
import { makeTemplate } from './template.ts';

/** What an `import` call may ask for. */
export const importModes = ['template', 'inspect', 'run', 'undo'] as const;

/** Importing rows of an entity: the empty table, a look into a filled one, the import itself, and taking it back. */
export async function startImport(
  entity: EntityModel,
  body: Values,
  context: CallContext,
  rules: RuleBook,
): Promise<unknown> {
  switch (body.mode ?? 'run') {
    case 'template':
      return makeTemplate(entity, context);
    case 'inspect':
      return inspectFile(entity, body, context);
    case 'run':
      return startRun(entity, body, context, rules);
    case 'undo':
      return startUndo(entity, body, context);
    default:
      throw refuse(
        'E_INPUT_INVALID',
        {},
        {
          faults: [
            {
              code: 'E_INPUT_TYPE',
              pointer: '/mode',
              title: '导入步骤',
              expected: importModes.join('、'),
              got: shownInput(body.mode),
            },
          ],
        },
      );
  }
}
