import type { DesignTitles } from '../../model/design/index.ts';
import { entityModel, resolvePath } from '../../model/entity/index.ts';
import { checkExpression, expressionUses } from '../../model/expression/index.ts';
import { faultMessage } from '../../model/faults/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { valueIn } from '../document/edits.ts';
import { entityOfNode } from '../palette/node-entity.ts';

/** What is wrong with an expression where it stands, in one line each. */
export function expressionFaults(
  source: string,
  { document, titles }: { readonly document: JsonObject; readonly titles: DesignTitles },
  at: string,
  name: string,
): readonly string[] {
  const entity = entityOfNode(document, at, titles);
  const node = valueIn(document, at);
  const path = isJsonObject(node) && typeof node.field === 'string' ? node.field : undefined;
  const field =
    entity === undefined || path === undefined ? undefined : resolvePath(titles.entities, entity, path)?.field;
  const place = placeOf(at, name);
  const isForm = place === 'formWhen' || place === 'formValue';
  return checkExpression(source, expressionUses[place], {
    entities: titles.entities,
    dictionaries: titles.dictionaries,
    record: entity,
    field,
    ...(isForm && entity !== undefined ? { form: entityModel(entity).fields, formOf: entity } : {}),
  }).map(({ length: _, ...fault }) => faultMessage({ ...fault, pointer: '' }));
}

/** The place an expression stands in, as the checker knows it. */
function placeOf(at: string, name: string): keyof typeof expressionUses {
  const isInForm = /(^|\/)forms?\//.test(at) || /(^|\/)sections(\/|$)/.test(at);
  if (isInForm) return name.endsWith('When') ? 'formWhen' : 'formValue';
  if (name === 'defaultValue') return 'filterDefault';
  if (name === 'tone') return 'tone';
  if (name === 'enabledWhen') return 'enabledWhen';
  return name === 'visibleWhen' || name === 'dim' ? 'visibleWhen' : 'value';
}
