import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

const log = (extra: object = {}, field: object = {}) => ({
  file: 'entities/log.json',
  text: JSON.stringify({
    schemaVersion: 2,
    name: 'log',
    title: '日志',
    label: 'text',
    appendOnly: true,
    partition: 'month',
    operations: ['query'],
    fields: [{ key: 'text', title: '内容', type: 'string', ...field }],
    ...extra,
  }),
});

const referring = {
  file: 'entities/remark.json',
  text: JSON.stringify({
    schemaVersion: 2,
    name: 'remark',
    title: '批注',
    label: 'text',
    operations: ['query'],
    fields: [
      { key: 'text', title: '内容', type: 'string' },
      { key: 'logId', title: '日志', type: 'ref', ref: 'log' },
    ],
  }),
};

const faultsOf = (...files: Parameters<typeof loadDocuments>[0][number][]) =>
  loadDocuments(files)
    .faults.filter((fault) => fault.file?.startsWith('entities/') === true)
    .map((fault) => `${fault.pointer} ${fault.expected}`);

it('takes an append-only entity kept by month', () => {
  expect(faultsOf(log({ keepMonths: 24 }))).toEqual([]);
  expect(faultsOf(log(), referring)).toEqual([]);
});

it('wants rows that only come', () => {
  expect(faultsOf(log({ appendOnly: false }))).toEqual(['/partition appendOnly: true：只增不改的实体']);
});

it('wants nothing unique but the id', () => {
  const only = '分区的实体只有编号唯一';
  expect(faultsOf(log({}, { unique: true }))).toEqual([`/fields/0/unique ${only}`]);
  expect(faultsOf(log({ indexes: [{ key: 'a', fields: ['text'], unique: true }] }))).toEqual([
    `/indexes/0/unique ${only}`,
  ]);
});

it('wants keepMonths beside it alone, and nobody who refers to rows that will go', () => {
  expect(faultsOf(log({ partition: undefined, keepMonths: 3 }))).toEqual([
    '/keepMonths keepMonths 只与 partition 同用',
  ]);
  expect(faultsOf(log({ keepMonths: 3 }), referring)).toEqual(['/keepMonths 没有实体引用它：过期的数据要能删除']);
});
