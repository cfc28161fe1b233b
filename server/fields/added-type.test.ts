import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DocumentSet, EntityDocument, EntityField } from '../../engine/model/documents/index.ts';
import { entityModel } from '../../engine/model/entity/index.ts';
import { type FieldType, fieldTypes } from '../../engine/model/fields/index.ts';
import { messagesOf } from '../../engine/model/texts/index.ts';
import type { HistoryAnswer } from '../../engine/model/wire/index.ts';
import { describeEntity } from '../db/spec/describe-entity.ts';
import { ExportCells } from '../operations/export/export-cells.ts';
import { cellValue } from '../operations/import/cell-value.ts';
import { guessMapping } from '../operations/import/guess-mapping.ts';
import { inputSchema } from '../operations/schema/field-schema.ts';
import { startOperations, type TestOperations } from '../testing/operations.ts';
import { serverFieldTypes } from './field-types.ts';
import type { ServerFieldType } from './kind/server-field-type.ts';

/** A type that the product does not have: whole seconds, written in minutes. */
const duration: FieldType = {
  kind: 'whole',
  number: { scale: 60, precision: 0, symbol: '分钟', units: [] },
  check: (raw) =>
    typeof raw === 'number' && Number.isInteger(raw) && raw % 60 === 0
      ? { value: raw }
      : { fault: { code: 'E_INPUT_TYPE', expected: '整分钟', got: String(raw) } },
  operators: ['between', 'gte', 'isNull', 'notNull'],
  isComputable: true,
  fitsCell: true,
};

/** Whole seconds in the database and on the wire, minutes in tables. */
const onServer: ServerFieldType = {
  sqlKind: 'number',
  column: () => 'integer',
  cast: 'numeric',
  copyForm: 'safe',
  schema: () => ({ type: 'integer', multipleOf: 60 }),
  exported: () => (value) => (typeof value === 'number' ? value / 60 : null),
  imported: {
    read: (text) => (/^\d+分钟?$/.test(text) ? Number.parseInt(text, 10) * 60 : undefined),
    expected: messagesOf({ minutes: '分钟，如 90分钟' })('minutes'),
    headings: ['用时'],
    keyType: 'integer',
  },
};

/** The grammar does not know the type, so that no literal of it could be written. */
const durationField = (field: Pick<EntityField, 'key' | 'title' | 'compute'>): EntityField =>
  JSON.parse(JSON.stringify({ ...field, type: 'duration' }));

const spent = durationField({ key: 'spent', title: '维修时长' });
const repair: EntityDocument = {
  schemaVersion: 2,
  name: 'repair',
  title: '维修',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify', 'history'],
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'spent', title: '维修时长', type: 'int' },
    { key: 'twice', title: '两倍', type: 'int', compute: 'record.spent * 2' },
  ],
};

/** The documents as they would be if the grammar had the word. */
function retyped(documents: DocumentSet): DocumentSet {
  const fields = repair.fields.map((field) => (field.key === 'name' ? field : durationField(field)));
  return { ...documents, entities: new Map([...documents.entities, ['repair', { ...repair, fields }]]) };
}

let shop: TestOperations;

beforeAll(async () => {
  // As a line in each table would.
  Object.assign(fieldTypes, { duration });
  Object.assign(serverFieldTypes, { duration: onServer });
  shop = await startOperations([repair], { asLoaded: retyped });
}, 60_000);

afterAll(async () => {
  await shop.close();
  for (const table of [fieldTypes, serverFieldTypes]) Reflect.deleteProperty(table, 'duration');
});

const entity = () => entityModel(shop.documents.entities.get('repair') ?? repair);
const create = async (name: string, seconds: number) =>
  (await shop.run<{ readonly id: string }>('/v1/repair/create', { name, spent: seconds })).id;

it('has the column of its type, and is described in the API document', () => {
  const { columns } = describeEntity(entity().document, shop.documents);
  expect(columns.find(({ name }) => name === 'spent')).toMatchObject({ type: 'integer' });
  expect(inputSchema(spent, shop.documents.dictionaries)).toMatchObject({
    title: '维修时长',
    type: ['integer', 'null'],
    multipleOf: 60,
  });
});

it('is stored, found, sorted by and computed with', async () => {
  await create('换轴', 5400);
  await create('上油', 600);
  const body = { where: { field: 'spent', op: 'gte', value: 3600 }, fields: ['name', 'spent', 'twice'] };
  const found = await shop.run<{ readonly list: readonly object[] }>('/v1/repair/query', body);
  expect(found.list).toMatchObject([{ name: '换轴', spent: 5400, twice: 10_800 }]);
  const sorted = await shop.run<{ readonly list: readonly { readonly spent: number }[] }>('/v1/repair/query', {
    sort: ['spent'],
    fields: ['spent'],
  });
  expect(sorted.list.map((row) => row.spent)).toEqual([600, 5400]);
});

it('refuses a value that is none of the type, and says where', async () => {
  const { detail } = await shop.refusal('/v1/repair/create', { name: '清洗', spent: 61 });
  expect(detail.faults).toMatchObject([{ code: 'E_INPUT_TYPE', pointer: '/spent', expected: '整分钟', got: '61' }]);
});

it('stands in the history with its type', async () => {
  const id = await create('校准', 60);
  await shop.run('/v1/repair/modify', { id, version: 1, spent: 120 });
  const { list } = await shop.run<HistoryAnswer>('/v1/repair/history', { id });
  expect(list[0]?.changes).toEqual([{ key: 'spent', title: '维修时长', type: 'duration', before: 60, after: 120 }]);
});

it('is exported in the unit people write', () => {
  const columns = [{ path: 'spent', title: '维修时长' }];
  const cells = new ExportCells(columns, entity(), shop.documents);
  expect(cells.row({ id: '1', version: 1, spent: 5400 })).toEqual([90]);
});

it('is imported under the headings people use, and refused with what is expected', () => {
  const { dictionaries } = shop.documents;
  expect(guessMapping(entity(), ['名称', '用时'])).toEqual({ name: 0, spent: 1 });
  expect(cellValue(spent, ' 90分钟 ', dictionaries)).toEqual({ value: 5400 });
  expect(cellValue(spent, '很久', dictionaries)).toMatchObject({
    fault: { pointer: '/spent', expected: '分钟，如 90分钟', got: '很久' },
  });
});
