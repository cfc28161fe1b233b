import type { Expression } from '../../../engine/model/index.ts';

/** What is read of each child row, with the row in the place of the record: in SQL it is read where nothing else is at hand. */
export function rowAsRecord(expression: Expression): Expression {
  switch (expression.kind) {
    case 'path':
      return expression.root === 'row' ? { ...expression, root: 'record' } : expression;
    case 'list':
      return { ...expression, items: expression.items.map(rowAsRecord) };
    case 'not':
    case 'negate':
      return { ...expression, operand: rowAsRecord(expression.operand) };
    case 'binary':
      return { ...expression, left: rowAsRecord(expression.left), right: rowAsRecord(expression.right) };
    case 'conditional': {
      const { test, whenTrue, whenFalse } = expression;
      return {
        ...expression,
        test: rowAsRecord(test),
        whenTrue: rowAsRecord(whenTrue),
        whenFalse: rowAsRecord(whenFalse),
      };
    }
    case 'call':
      return { ...expression, args: expression.args.map(rowAsRecord) };
    default:
      return expression;
  }
}
