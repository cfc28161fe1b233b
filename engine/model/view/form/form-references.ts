import { childRowsRead, pathsRead } from '../../expression/dependencies.ts';
import type { EntityField } from '../../generated/documents.ts';
import { relationName } from '../../naming/naming.ts';
import type { ViewContext } from '../compile/view-context.ts';
import { expressionsOf, formExpressions } from './form-expressions.ts';
import type { FormRowsView, FormView } from './form-shape.ts';

/** A reference of a form whose record its expressions read: `form.product.price` reads `price` by the field `productId`. */
export type FormReference = {
  /** What it is called in expressions. */
  readonly name: string;
  /** The field that holds the id. */
  readonly field: string;
  readonly entity: string;
  /** The fields of the record that are read. */
  readonly keys: readonly string[];
};

/** What the expressions of a form read through references: its own, and those of each list of child rows by where it stands. */
export type FormReferences = {
  readonly own: readonly FormReference[];
  readonly rows: ReadonlyMap<string, readonly FormReference[]>;
};

/** Finds what the expressions of a form read through its references. */
export function formReferences(form: FormView, { entities }: ViewContext): FormReferences {
  const items = form.sections.flatMap((section) => section.items.filter((item) => item.kind !== 'fault'));
  const lists = items.filter((item) => item.kind === 'rows').flatMap((rows) => withLists(rows, rows.key));
  const fields = items.filter((item) => item.kind === 'field');
  const cells = new Map(lists.map(({ at, fields: own }) => [at, own.filter((cell) => cell.kind === 'field')]));
  const all = formExpressions(form);
  const gathered = all.map((expression) => childRowsRead(expression, 'form'));
  const rows = lists.map(({ at: key, entity: name }) => {
    const read = [
      ...(cells.get(key) ?? []).flatMap(expressionsOf).flatMap((expression) => pathsRead(expression, 'row')),
      ...gathered.flatMap((lists_) => [...(lists_.get(key) ?? [])]),
    ];
    const child = entities.get(name)?.fields ?? [];
    return [key, referencesOf(read, [...child, ...(cells.get(key) ?? []).map(({ field }) => field)])] as const;
  });
  const own = all.flatMap((expression) => pathsRead(expression, 'form'));
  const known = [...(entities.get(form.entity)?.fields ?? []), ...fields.map(({ field }) => field)];
  return { own: referencesOf(own, known), rows: new Map(rows) };
}

/** Child rows with the lists of their rows, each with where it stands in the form: `sections.options`. */
function withLists(rows: FormRowsView, at: string): readonly (FormRowsView & { readonly at: string })[] {
  return [{ ...rows, at }, ...rows.lists.flatMap((own) => withLists(own, `${at}.${own.key}`))];
}

function referencesOf(
  paths: readonly string[],
  fields: readonly Pick<EntityField, 'key' | 'type' | 'ref'>[],
): readonly FormReference[] {
  const found = new Map<string, FormReference>();
  for (const path of paths) {
    const [name = '', key] = path.split('.');
    const field = fields.find(({ key: own, type }) => type === 'ref' && relationName(own) === name);
    if (key === undefined || field?.ref === undefined) continue;
    const keys = new Set([...(found.get(name)?.keys ?? []), key]);
    found.set(name, { name, field: field.key, entity: field.ref, keys: [...keys] });
  }
  return [...found.values()];
}
