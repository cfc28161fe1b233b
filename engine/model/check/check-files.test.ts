import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

const paper = (field: object) => ({
  file: 'entities/paper.json',
  text: JSON.stringify({
    schemaVersion: 2,
    name: 'paper',
    title: '资料',
    label: 'name',
    operations: ['query', 'create'],
    fields: [
      { key: 'name', title: '名称', type: 'string' },
      { key: 'scans', title: '扫描件', type: 'files', ...field },
    ],
  }),
});

const faultsOf = (field: object) =>
  loadDocuments([paper(field)])
    .faults.filter(({ file }) => file === 'entities/paper.json')
    .map(({ pointer, expected }) => `${pointer} ${expected}`);

it.each([
  [{}],
  [{ max: 1 }],
  [{ max: 50 }],
  [{ type: 'images', max: 9 }],
  [{ kinds: ['video', 'package'], maxMegabytes: 4096 }],
])('a field holds several files: %j', (field) => {
  expect(faultsOf(field)).toEqual([]);
});

it.each([
  [{ max: 0 }, '/fields/1/max 1 到 50 个文件'],
  [{ max: 51 }, '/fields/1/max 1 到 50 个文件'],
  [{ max: 2.5 }, '/fields/1/max 1 到 50 个文件'],
  [{ min: 1 }, '/fields/1/min min 用于数字字段'],
  [{ type: 'file', max: 2 }, '/fields/1/max max 用于数字字段'],
  [{ type: 'images', kinds: ['image'] }, '/fields/1/kinds kinds 用于 file、files 字段'],
  [{ type: 'string', maxMegabytes: 5 }, '/fields/1/maxMegabytes maxMegabytes 用于文件、图片字段'],
  [{ type: 'images', maxMegabytes: 51 }, '/fields/1/maxMegabytes 图片至多 50 MB'],
  [{ kinds: ['image'], maxMegabytes: 51 }, '/fields/1/maxMegabytes 图片至多 50 MB'],
  [{ kinds: ['film'] }, '/fields/1/kinds/0'],
  [{ kinds: [] }, '/fields/1/kinds'],
  [{ maxMegabytes: 4097 }, '/fields/1/maxMegabytes'],
  [{ defaultValue: "'x'" }, '/fields/1/defaultValue'],
])('but not: %j', (field, fault) => {
  const [first = ''] = faultsOf(field);
  expect(first.startsWith(fault), first).toBe(true);
});
