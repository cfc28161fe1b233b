import type { DocumentSet, EntityDocument, ListPage } from '../../../engine/model/documents/index.ts';
import { resolvePath } from '../../../engine/model/entity/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { fieldTypes } from '../../../engine/model/fields/index.ts';
import { expectation } from '../../../engine/model/texts/index.ts';
import { viewsText } from '../../texts/views-text.ts';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Where a state holds the whole value of a masked field. Such values are stored encrypted and found by a keyed hash
 * only; a view would keep them in clear and, shared, show them to whoever opens it. So no view may hold one.
 */
export function maskedFaults(state: Json, page: ListPage, documents: DocumentSet): readonly Fault[] {
  const entity = documents.entities.get(page.entity);
  if (entity === undefined) return [];
  const paths = new Map((page.filters ?? []).map((filter) => [filter.key, filter.field]));
  const titleOf = maskedTitle(entity, documents);
  const filters = Object.entries(isJson(state.filters) ? state.filters : {}).flatMap(([key, condition]) =>
    faultIn(titleOf(paths.get(key)), condition, `/state/filters${pointer(key)}`),
  );
  const conditions = itemsOf(state.conditions).flatMap((item, index) =>
    faultIn(titleOf(item.field), item, `/state/conditions/${index}`),
  );
  return [
    ...keywordFaults(state.keyword, entity),
    ...filters,
    ...conditions,
    ...groupFaults(state.advanced, titleOf, '/state/advanced'),
  ];
}

type TitleOf = (path: unknown) => string | undefined;

/** The title of the masked field at a path; undefined for every other. */
function maskedTitle(entity: EntityDocument, documents: DocumentSet): TitleOf {
  return (path) => {
    const field = typeof path === 'string' ? resolvePath(documents.entities, entity, path)?.field : undefined;
    return field?.mask === undefined ? undefined : field.title;
  };
}

function faultIn(title: string | undefined, condition: unknown, at: string): readonly Fault[] {
  if (title === undefined || !isJson(condition) || condition.value === undefined || condition.value === null) return [];
  return [maskedFault(title, `${at}/value`)];
}

function groupFaults(group: unknown, titleOf: TitleOf, at: string): readonly Fault[] {
  if (!isJson(group)) return [];
  return ['and', 'or'].flatMap((match) =>
    itemsOf(group[match]).flatMap((item, index) => {
      const here = `${at}/${match}/${index}`;
      return 'field' in item ? faultIn(titleOf(item.field), item, here) : groupFaults(item, titleOf, here);
    }),
  );
}

/** A keyword finds masked fields by their whole value: one that reads like a number of theirs is not kept. */
function keywordFaults(keyword: unknown, entity: EntityDocument): readonly Fault[] {
  if (typeof keyword !== 'string') return [];
  const sought = entity.fields.filter((field) => field.searchable === true && field.mask !== undefined);
  const found = sought.find(({ type }) => {
    const { lookup } = fieldTypes[type];
    return lookup === undefined ? /\d{6}|@/.test(keyword) : lookup(keyword) !== undefined;
  });
  return found === undefined ? [] : [maskedFault(found.title, '/state/keyword')];
}

function maskedFault(title: string, at: string): Fault {
  return {
    code: 'E_INPUT_RULE',
    pointer: at,
    title,
    ...expectation(viewsText('views.masked', { field: title })),
  };
}

function itemsOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}
