import { declaredOperations } from '../../engine/model/access/index.ts';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { type EntityModel, entityModel, resolvePath } from '../../engine/model/entity/index.ts';
import type { Values } from '../kernel/operation/record-store.ts';

/** A call of an operation. */
export type Request = { readonly path: string; readonly body: Values };

type Ids = (entity: string) => readonly string[];

/**
 * Calls of every declared operation, asking for every field in every place a field can stand. `guess` is what a
 * masked value might be. Calls that only read come first. But in a deep run, of what is the same work for every entity some
 * is asked of each, in turn: each masked field stands in every place, and every place is tried on many of them.
 */
export function everyRequest(documents: DocumentSet, ids: Ids, guess: string): readonly Request[] {
  const requests = declaredOperations(documents).flatMap((operation): readonly Request[] => {
    const { path, kind } = operation;
    if (kind === 'dataset') return datasetRequests(path, documents, operation.dataset);
    const document = documents.entities.get(operation.entity);
    if (document === undefined) return [];
    const entity = entityModel(document);
    const rows = ids(operation.entity);
    switch (kind) {
      case 'query':
        return queries(path, entity, documents, guess);
      case 'view':
        return rows.flatMap((id) =>
          inParts(pathsOf(entity, documents)).map((fields) => ({ path, body: { id, fields } })),
        );
      case 'group':
        return groupedBy(entity, documents).map((by) => ({ path, body: { by, sums: [by] } }));
      case 'history':
        return rows.flatMap((id) => [
          { path, body: { id, choices: true } },
          ...maskedKeys(entity).map((field) => ({ path, body: { id, fields: [field] } })),
        ]);
      case 'check':
        return withSomeClear(entity).map((field) => ({ path, body: { field, value: guess } }));
      case 'reveal':
        return withSomeClear(entity).map((field) => ({ path, body: { id: rows[0], field, reason: '' } }));
      case 'create':
        return [
          { path, body: {} },
          { path, body: { mobile: guess, name: guess } },
        ];
      case 'export':
        return [{ path, body: { format: 'csv', columns: pathsOf(entity, documents).slice(0, 60), reason: '核对' } }];
      case 'import':
      case 'actionImport':
        return [{ path, body: {} }];
      default:
        return [
          { path, body: { id: rows[0], version: 0, name: guess, remark: guess, mobile: guess, was: {} } },
          { path, body: { ids: rows.slice(0, 2), mobile: guess } },
          { path, body: { matching: { count: 1, where: { search: guess } } } },
        ];
    }
  });
  const isReading = ({ path }: Request) => /\/(query|group|view|history|check)$/.test(path);
  return [...requests.filter(isReading), ...requests.filter((request) => !isReading(request))];
}

function maskedKeys(entity: EntityModel): readonly string[] {
  return [...entity.fields.values()].filter((field) => field.mask !== undefined).map(({ key }) => key);
}

/** All of them in a deep run; else the first few: much the same is asked of every relation to a person. */
const sampled = <Item>(items: readonly Item[], few: number): readonly Item[] =>
  process.env.TEST_DEPTH === 'deep' ? items : items.slice(0, few);

/** All of them in a deep run; else some, others for each entity: in turn, from a place that its name gives. */
function inTurn<Item>(items: readonly Item[], some: number, name: string): readonly Item[] {
  if (process.env.TEST_DEPTH === 'deep' || items.length <= some) return items;
  const start = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7);
  return Array.from({ length: some }, (_, at) => items[(start + at) % items.length]).filter(
    (item) => item !== undefined,
  );
}

/** Fields in parts of which each may be asked for at once: what one query may cost is limited. */
function inParts(fields: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(fields.length / partSize) }, (_, at) =>
    fields.slice(at * partSize, (at + 1) * partSize),
  );
}

const partSize = 40;

/** The masked fields of an entity, and some that are not. */
function withSomeClear(entity: EntityModel): readonly string[] {
  const masked = maskedKeys(entity);
  const clear = [...entity.fields.keys()].filter((key) => !masked.includes(key));
  return [...masked, ...inTurn(clear, 2, entity.document.name)];
}

/** What rows are grouped by: what is masked, here and elsewhere, and some of what is not. */
function groupedBy(entity: EntityModel, documents: DocumentSet): readonly string[] {
  const fields = pathsOf(entity, documents);
  const masked = fields.filter((field) => isMasked(field, entity, documents));
  const clear = fields.filter((field) => !masked.includes(field));
  const { name } = entity.document;
  return [
    ...masked,
    ...inTurn(
      clear.filter((field) => !field.includes('.')),
      4,
      name,
    ),
    ...inTurn(
      clear.filter((field) => field.includes('.')),
      2,
      name,
    ),
  ];
}

const isMasked = (field: string, entity: EntityModel, documents: DocumentSet) =>
  resolvePath(documents.entities, entity.document, field)?.field.mask !== undefined;

function queries(path: string, entity: EntityModel, documents: DocumentSet, guess: string): readonly Request[] {
  const fields = pathsOf(entity, documents);
  const masked = fields.filter((field) => isMasked(field, entity, documents));
  const own = masked.filter((field) => !field.includes('.'));
  const asked = [...own, ...sampled(masked.slice(own.length), 1)];
  const conditions = asked.flatMap((field) => {
    const every = [
      { op: 'eq', value: guess },
      { op: 'ne', value: guess },
      { op: 'gt', value: guess },
      { op: 'between', value: [guess, guess] },
      { op: 'in', value: [guess] },
      { op: 'contains', value: guess.slice(3, 7) },
      { op: 'startsWith', value: guess.slice(0, 5) },
      { op: 'isNull' },
    ];
    const name = `${entity.document.name}.${field}`;
    return inTurn(every, 3, name).map((condition) => ({
      path,
      body: { where: { field, ...condition }, fields: ['id', field] },
    }));
  });
  const sorts = [...asked, ...sampled([...entity.fields.keys()], 1)];
  return [
    ...inParts(fields).flatMap((part) => [
      { path, body: { fields: part } },
      { path, body: { fields: part, deleted: true } },
    ]),
    { path, body: { where: { search: guess.slice(0, 7) } } },
    ...sorts.flatMap((field) => [
      { path, body: { sort: [field], fields: ['id', field], size: 3, count: 'exact' } },
      { path, body: { sort: [`-${field}`], fields: ['id'], cursor: `value:${guess}` } },
    ]),
    ...conditions,
  ];
}

/** Every field of the entity, and of every row it refers to. */
function pathsOf(entity: EntityModel, documents: DocumentSet): readonly string[] {
  const own = [...entity.fields.values()].filter((field) => field.secret !== true).map(({ key }) => key);
  const related = [...entity.relations.values()]
    .filter((relation) => !relation.many)
    .flatMap((relation) => {
      const target = documents.entities.get(relation.entity);
      const fields = target === undefined ? [] : [...entityModel(target).fields.values()];
      return fields.filter((field) => field.secret !== true).map(({ key }) => `${relation.name}.${key}`);
    });
  return [...own, ...related].slice(0, 200);
}

function datasetRequests(path: string, documents: DocumentSet, name: string): readonly Request[] {
  const dataset = documents.datasets.get(name);
  const days = { startDate: '2026-01-01', endDate: '2026-12-31' };
  const dimensions = (dataset?.dimensions ?? []).map(({ key }) => key);
  return [
    { path, body: days },
    ...dimensions.map((key) => ({ path, body: { ...days, dimensions: [key] } })),
    ...['mobile', 'customer.mobile'].flatMap((field) => [
      { path, body: { ...days, dimensions: [field] } },
      { path, body: { ...days, measures: [field] } },
      { path, body: { ...days, sort: [field] } },
      { path, body: { ...days, [field]: ['1'] } },
    ]),
  ];
}
