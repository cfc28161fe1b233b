import type { Scope } from '../../../model/expression/index.ts';
import { type FormLinkage, type FormView, linkage } from '../../../model/view/index.ts';
import type { Values } from '../../record/values.ts';
import type { RowsSession } from './rows/rows-session.ts';

type Linked = {
  readonly view: FormView;
  /** The values of the fields of the form itself. */
  readonly own: Values;
  readonly rows: ReadonlyMap<string, RowsSession>;
  readonly scope: (form: Values) => Scope;
};

/**
 * Works out fields and child rows until neither changes the other: fields sum up cells that read other fields. A chain
 * is no longer than what is worked out; documents with a circle are refused, and one that got past stops here.
 */
export function settledLinkage({ view, own, rows, scope }: Linked): FormLinkage {
  const lists = [...rows.values()];
  const shown = () => lists.map((list) => list.snapshot().rows);
  for (let pass = 0; ; pass++) {
    const before = shown();
    const linked = linkage(view, { ...own, ...rowValues(rows) }, scope);
    for (const list of lists) list.relink(scope(linked.values));
    const isDone = shown().every((list, index) => list === before[index]);
    if (isDone || pass > view.computed.length) return linked;
  }
}

/** The values of child rows by the name of their list. */
export function rowValues(rows: ReadonlyMap<string, RowsSession>): Values {
  return Object.fromEntries([...rows].map(([key, list]) => [key, list.values()]));
}
