/** Roots an expression may read. */
export const expressionRoots = ['record', 'form', 'user', 'page', 'row', 'now'] as const;
export type ExpressionRoot = (typeof expressionRoots)[number];

export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||' | '+' | '-' | '*' | '/' | 'in';

/** A checked expression: data only, so that browser, server and SQL compiler read the same thing. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'path'; readonly root: ExpressionRoot; readonly path: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: 'negate'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'conditional';
      readonly test: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] };

/** Functions an expression may call; each has the same meaning in the evaluator and in SQL. */
export const expressionFunctions = {
  size: 1,
  contains: 2,
  startsWith: 2,
  days: 1,
  hours: 1,
  minutes: 1,
} as const;
export type FunctionName = keyof typeof expressionFunctions;
