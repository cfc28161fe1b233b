import { type EntityModel, entityModel } from '../../entity/entity-model.ts';
import { childRowsRead, pathsRead } from '../../expression/dependencies.ts';
import { parseExpression } from '../../expression/parse.ts';
import type { EntityDocument, EntityField } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import type { Checker } from '../checker/checker.ts';
import { checkPermission } from './check-inputs.ts';

/**
 * Nothing tells of what an entity shows to some only: what a row is called is shown to all, so is every text that a
 * keyword finds rows by, and what is worked out is worked out of what they are shown.
 */
export function checkShows(entity: EntityDocument, checker: Checker): void {
  const shows = entity.access?.shows;
  if (shows === undefined) return;
  const at = ['access', 'shows', 'only'];
  const model = entityModel(entity);
  checkPermission(shows.unless, entity, checker, ['access', 'shows', 'unless']);
  for (const [index, key] of shows.only.entries()) {
    const field = model.fields.get(key);
    if (field === undefined) {
      checker.name('field', key, [...model.fields.keys(), ...model.children.keys()], [...at, index]);
      continue;
    }
    const closed = readBy(field, model).find((read) => !shows.only.includes(read));
    if (closed !== undefined) checker.expect(documentText('check.shows.whatItIsWorkedOutOf'), closed, [...at, index]);
  }
  for (const field of model.fields.values())
    if ((field.key === entity.label || isSearchedText(field)) && !shows.only.includes(field.key))
      checker.expect(documentText('check.shows.labelAndTextsSearchedBesideIt'), field.key, at);
}

function isSearchedText({ searchable, type, mask }: EntityField): boolean {
  return searchable === true && type !== 'ref' && mask === undefined;
}

/** What of the row, and of the rows that refer to it, a field is worked out of. */
function readBy({ compute, rollup }: EntityField, { relations }: EntityModel): readonly string[] {
  const outcome = compute === undefined || rollup !== undefined ? undefined : parseExpression(compute);
  if (outcome?.ok !== true) return [];
  const fields = pathsRead(outcome.expression, 'record').map((path) => path.split('.', 1)[0] ?? path);
  const keys = fields.map((name) => relations.get(name)?.field.key ?? name);
  return [...keys, ...childRowsRead(outcome.expression, 'record').keys()];
}
