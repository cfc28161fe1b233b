import { type Expression, parseExpression } from '../../../engine/model/expression/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';

/** An expression as a document has it; the check of the documents has seen that it is one. */
export function parsedText(source: string): Expression {
  const outcome = parseExpression(source);
  if (!outcome.ok) throw refuse('E_SERVER', { got: source });
  return outcome.expression;
}
