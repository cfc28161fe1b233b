import type { AggregateName } from './aggregates.ts';
import type { FunctionName } from './functions.ts';

/** Roots an expression may read. */
export const expressionRoots = ['record', 'old', 'form', 'user', 'page', 'row', 'now'] as const;
export type ExpressionRoot = (typeof expressionRoots)[number];

export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||' | '+' | '-' | '*' | '/' | 'in';

/** Where a part stands in the source, in characters; `end` is the first one after it. */
export type Span = { readonly start: number; readonly end: number };

type Shape =
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
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] }
  | {
      readonly kind: 'aggregate';
      readonly name: AggregateName;
      /** The list of child rows. */
      readonly rows: ChildRowsPath;
      /** What is gathered, with `row` for each of them; absent where the rows themselves are counted. */
      readonly of?: Expression;
    }
  | {
      readonly kind: 'lookup';
      /** The entity whose one enabled row is sought. */
      readonly entity: string;
      /** What its fields must hold. */
      readonly by: readonly LookupCondition[];
      /** The field that is read of it. */
      readonly field: string;
    };

/** A field of the row that is looked up, and the value it must hold. */
export type LookupCondition = { readonly field: string; readonly value: Expression; readonly at?: Span };

/** A list of child rows below a root, by its key. */
export type ChildRowsPath = { readonly root: 'record' | 'form'; readonly key: string; readonly at?: Span };

/** A parsed expression: data only, so that browser, server and SQL compiler read the same thing. */
export type Expression = Shape & { readonly at?: Span };
