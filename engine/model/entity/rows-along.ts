import type { EntityDocument } from '../generated/documents.ts';
import type { EntityModel } from './entity-model.ts';

/** Rows of another entity that are deleted and restored together with the record they refer to. */
export type RowsAlong = {
  readonly key: string;
  readonly title: string;
  readonly entity: string;
  readonly by: string;
};

/** What goes and comes back with a record of an entity: its child rows, and what says so of its own reference to it. */
export function rowsAlong(
  { document, children }: EntityModel,
  entities: ReadonlyMap<string, EntityDocument>,
): readonly RowsAlong[] {
  const referring = [...entities.values()].flatMap(({ name, title, fields }) =>
    fields
      .filter(({ along, ref }) => along === true && ref === document.name)
      .map(({ key }) => ({ key: `${name}.${key}`, title, entity: name, by: key })),
  );
  return [...children.values(), ...referring];
}
