import { expect, it } from 'vitest';
import { knownPermissions } from '../access/operations.ts';
import { loadDocuments } from '../load/load-documents.ts';

const diary = (others: string) => ({
  ...{ schemaVersion: 2, name: 'diary', title: '日记', label: 'title', operations: ['query'] },
  access: { owner: ['createdBy'], others },
  fields: [{ key: 'title', title: '标题', type: 'string' }],
});
const load = (others: string) => loadDocuments([{ file: 'entities/diary.json', text: JSON.stringify(diary(others)) }]);

it('the key for the rows of others is one a role can hold, and belongs to an entity there is', () => {
  const { documents, faults } = load('diary:query_all');
  expect(faults).toEqual([]);
  expect(knownPermissions(documents).has('diary:query_all')).toBe(true);
  expect(load('dairy:query_all').faults).toMatchObject([{ pointer: '/access/others' }]);
});

it('rows are reserved by values of the entity for the holders of a key, beside who owns them', () => {
  const load = (reserved: object, owner: object = { owner: ['createdBy'] }) =>
    loadDocuments([
      {
        file: 'entities/diary.json',
        text: JSON.stringify({ ...diary('diary:query_all'), access: { ...owner, reserved: [reserved] } }),
      },
    ]);
  const kept = { key: 'secret', title: '秘密', where: { title: ['甲', '乙'] }, permission: 'diary:secret' };
  const { documents, faults } = load(kept);
  expect(faults).toEqual([]);
  expect(knownPermissions(documents).has('diary:secret')).toBe(true);
  const faultAt = (over: object, pointer: string) =>
    expect(load({ ...kept, ...over }).faults).toMatchObject([{ pointer: `/access/reserved/0/${pointer}` }]);
  faultAt({ where: { titel: '甲' } }, 'where/titel');
  faultAt({ where: { title: '@me' } }, 'where/title');
  faultAt({ permission: 'dairy:secret' }, 'permission');
  expect(load(kept, {}).faults).toMatchObject([{ pointer: '/access/reserved' }]);
});

it('rows are hidden from people their own fields refer to, where they are somebody’s', () => {
  const person = { schemaVersion: 2, name: 'person', title: '人', label: 'name', people: true, operations: ['query'] };
  const faults = (access: object) =>
    loadDocuments(
      [
        { ...person, fields: [{ key: 'name', title: '姓名', type: 'string' }] },
        {
          ...{ schemaVersion: 2, name: 'diary', title: '日记', label: 'title', operations: ['query'], access },
          fields: [
            { key: 'title', title: '标题', type: 'string' },
            { key: 'aboutId', title: '写谁', type: 'ref', ref: 'person' },
            { key: 'beforeId', title: '上一篇', type: 'ref', ref: 'diary' },
          ],
        },
      ].map((json) => ({ file: `entities/${json.name}.json`, text: JSON.stringify(json) })),
    ).faults;
  expect(faults({ owner: ['createdBy'], hiddenFrom: ['aboutId'] })).toEqual([]);
  for (const key of ['title', 'beforeId', 'abuotId'])
    expect(faults({ owner: ['createdBy'], hiddenFrom: [key] })).toMatchObject([{ pointer: '/access/hiddenFrom/0' }]);
  expect(faults({ hiddenFrom: ['aboutId'] })).toMatchObject([{ pointer: '/access/hiddenFrom' }]);
});

it('what is shown to some only is told by nothing else', () => {
  const faults = (only: readonly string[], unless = 'sale:get') =>
    loadDocuments([
      {
        file: 'entities/sale.json',
        text: JSON.stringify({
          ...{ schemaVersion: 2, name: 'sale', title: '销售', label: 'number', operations: ['query', 'view'] },
          access: { shows: { only, unless } },
          fields: [
            { key: 'number', title: '单号', type: 'string', searchable: true },
            { key: 'buyer', title: '买家', type: 'string', searchable: true },
            { key: 'amount', title: '金额', type: 'money' },
            { key: 'half', title: '一半', type: 'money', compute: 'record.amount / 2' },
          ],
        }),
      },
    ]).faults;
  expect(faults(['number', 'buyer', 'amount', 'half'])).toEqual([]);
  expect(faults(['number', 'buyer', 'amout'])).toMatchObject([{ pointer: '/access/shows/only/2', nearest: 'amount' }]);
  expect(faults(['number', 'buyer', 'half'])).toMatchObject([{ pointer: '/access/shows/only/2', got: 'amount' }]);
  expect(faults(['number'])).toMatchObject([{ pointer: '/access/shows/only', got: 'buyer' }]);
  expect(faults(['buyer'])).toMatchObject([{ pointer: '/access/shows/only', got: 'number' }]);
  expect(faults(['number', 'buyer'], 'buyer:get')).toMatchObject([{ pointer: '/access/shows/unless' }]);
});
