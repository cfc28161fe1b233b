import type { DeclaredOperation } from '../../access/operations.ts';
import type { DocumentSet } from '../../documents/documents.ts';
import type { WidgetContract } from '../../widget/widget-contract.ts';

/** What cross-document checks look names up in. */
export type CheckContext = {
  readonly documents: DocumentSet;
  readonly operations: ReadonlyMap<string, DeclaredOperation>;
  /** Every page there is, also one whose own document is wrong: a link to it stays right. */
  readonly pageNames: ReadonlySet<string>;
  /** Every permission key an operation or a named scope asks for. */
  readonly permissions: ReadonlySet<string>;
  /** Widgets the product registers; undefined where they are not known, then names are not checked. */
  readonly widgets: ReadonlyMap<string, WidgetContract> | undefined;
  /** What programs implement; undefined where it is not known, then it is not checked. */
  readonly implemented: ImplementedParts | undefined;
};

/** What a program implements of what documents may declare, each as `entity.key`. */
export type ImplementedParts = {
  /** Actions on one record. */
  readonly actions: ReadonlySet<string>;
  /** Actions that are about no record in particular (`of: entity`). */
  readonly wholeActions: ReadonlySet<string>;
  /** Fields with `asked`, for which a rule says what a value means. */
  readonly answers: ReadonlySet<string>;
};
