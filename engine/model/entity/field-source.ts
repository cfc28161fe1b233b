import type { EntityField } from '../generated/documents.ts';
import type { EntityModel } from './entity-model.ts';

/** Where a field takes its value from once a reference is chosen. */
export type FieldSource = {
  /** The reference, a field of the same entity. */
  readonly reference: string;
  /** The entity it leads to, and the field there. */
  readonly entity: string;
  readonly key: string;
};

/** The source of a field that says `from`; undefined where it says none, or none that is there. */
export function fieldSource({ from }: Pick<EntityField, 'from'>, { relations }: EntityModel): FieldSource | undefined {
  const [name = '', key = ''] = from?.split('.') ?? [];
  const relation = relations.get(name);
  return relation === undefined || relation.many
    ? undefined
    : { reference: relation.field.key, entity: relation.entity, key };
}
