import { evaluate, pathsRead, type Scope } from '../../../model/expression/index.ts';
import { relationName } from '../../../model/naming/index.ts';
import type { FormFieldView } from '../../../model/view/index.ts';
import type { Where } from '../../../model/wire/index.ts';
import type { Values } from '../../record/values.ts';

/** The conditions on what a field may refer to as they stand; `null` while a value they need is missing. */
export function conditionsNow(view: FormFieldView, scope: Scope): readonly Where[] | null {
  const conditions = (view.conditions ?? []).map(({ path, value }) => ({ path, value: evaluate(value, scope) }));
  if (conditions.some(({ value }) => value === null)) return null;
  return conditions.map(({ path, value }) => ({ field: path, op: Array.isArray(value) ? 'in' : 'eq', value }));
}

/** What a choice is made of as the form stands: the entity, of several kinds the one that is said, and the conditions on its records. */
export type Choice = {
  readonly entity: string | undefined;
  readonly kind?: string;
  readonly where: readonly Where[];
};

/** What a field may refer to as the form stands; `null` while what that depends on is missing. */
export function choiceNow(view: FormFieldView, scope: Scope): Choice | null {
  const where = conditionsNow(view, scope);
  const { ref, refBy } = view.field;
  if (refBy === undefined || where === null) return where && { entity: ref, where };
  const kind = [scope.row, scope.form, scope.record]
    .map((values) => values?.[refBy.field])
    .find((value) => value != null);
  const entity = typeof kind === 'string' && Object.hasOwn(refBy.entities, kind) ? refBy.entities[kind] : undefined;
  return typeof kind !== 'string' || entity === undefined ? null : { entity, kind, where };
}

/** Whether what a field may refer to depends on what else the form holds. */
export function isDependent({ conditions, field, shown }: FormFieldView): boolean {
  return conditions !== undefined || (field.refBy !== undefined && shown === undefined);
}

/** Fields an expression may read under one root, with what they hold and where they stand in the form. */
export type Readable = {
  readonly root: 'form' | 'row';
  readonly views: readonly FormFieldView[];
  readonly values: Values;
  /** What the places of these fields begin with: nothing for fields of the form, `rows.row.` for cells. */
  readonly at: string;
};

/** A field that conditions read: its place, its title and what it holds. */
export type ReadField = { readonly place: string; readonly title: string; readonly value: unknown };

/** The fields the conditions of a choice read; of those that are worked out or taken over, also where that comes from. */
export function fieldsRead(
  { conditions = [], field }: FormFieldView,
  readable: readonly Readable[],
): readonly ReadField[] {
  const found = new Map<string, ReadField>();
  const collect = (view: FormFieldView, { values, at }: Readable) => {
    const place = `${at}${view.key}`;
    if (found.has(place)) return;
    found.set(place, { place, title: view.title, value: values[view.key] });
    const { compute, source } = view;
    for (const one of readable) {
      const read = [
        ...(compute === undefined ? [] : pathsRead(compute, one.root)),
        ...(source === undefined || one.at !== at ? [] : [source.reference]),
      ];
      collectNamed(read, one);
    }
  };
  const collectNamed = (paths: readonly string[], one: Readable) => {
    for (const path of paths) {
      const [name = ''] = path.split('.');
      const view = one.views.find(({ key }) => key === name || relationName(key) === name);
      if (view !== undefined) collect(view, one);
    }
  };
  const own = readable.at(-1);
  if (own !== undefined && field.refBy !== undefined) collectNamed([field.refBy.field], own);
  for (const one of readable)
    collectNamed(
      conditions.flatMap(({ value }) => pathsRead(value, one.root)),
      one,
    );
  return [...found.values()];
}
