import type { EntityDocument, EntityField } from '../../model/documents/index.ts';
import { entityModel, pathTitle } from '../../model/entity/index.ts';

/** A field that can be shown, by its path, and the fields of what it refers to. */
export type FieldChoice = {
  readonly path: string;
  readonly title: string;
  readonly field: EntityField;
  readonly below: readonly FieldChoice[];
};

/** How many references deep fields are offered. */
const steps = 2;

/** The fields of an entity that can be shown, and of what it refers to, two references deep. */
export function fieldChoices(
  entity: EntityDocument,
  entities: ReadonlyMap<string, EntityDocument>,
): readonly FieldChoice[] {
  return choicesOf(entity, entity, '', entities, steps);
}

function choicesOf(
  start: EntityDocument,
  entity: EntityDocument,
  before: string,
  entities: ReadonlyMap<string, EntityDocument>,
  left: number,
): readonly FieldChoice[] {
  const model = entityModel(entity);
  // What every entity has, such as when it was made, stands behind what this one is about.
  const named = new Set(entity.fields.map(({ key }) => key));
  const visible = [...model.fields.values()].filter(({ secret }) => secret !== true);
  const own = [...visible.filter(({ key }) => named.has(key)), ...visible.filter(({ key }) => !named.has(key))];
  return own.map((field): FieldChoice => {
    const path = `${before}${field.key}`;
    const relation = [...model.relations.values()].find(
      (one) => one.field === field && !one.many && one.kind === undefined,
    );
    const target = relation === undefined || left === 0 ? undefined : entities.get(relation.entity);
    const below =
      relation === undefined || target === undefined
        ? []
        : choicesOf(start, target, `${before}${relation.name}.`, entities, left - 1);
    return { path, title: pathTitle(entities, start, path), field, below };
  });
}

/** These choices and all below them. */
export function flatChoices(choices: readonly FieldChoice[]): readonly FieldChoice[] {
  return choices.flatMap((choice) => [choice, ...flatChoices(choice.below)]);
}
