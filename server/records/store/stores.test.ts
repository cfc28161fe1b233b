import { expect, it } from 'vitest';
import { BulkWriter } from '../../operations/import/bulk-writer.ts';
import { UnitOfWork } from '../change/unit-of-work.ts';
import { SqlRecordStore } from './sql-record-store.ts';

/** Methods that ask the database only by way of others, or not at all. */
const byOthers: ReadonlySet<string> = new Set([
  'constructor',
  'findOne',
  'hold',
  'holdValue',
  'insertLater',
  'settle',
  'afterInsert',
  'newRow',
  'nameOf',
  'toRecord',
  'bySystem',
  'takeTouched',
  'columnsOf',
]);

it.each([UnitOfWork, BulkWriter])('%o lets nothing be asked before what it keeps back is written', (store) => {
  const asking = Object.getOwnPropertyNames(SqlRecordStore.prototype).filter((name) => !byOthers.has(name));
  const own = new Set(Object.getOwnPropertyNames(store.prototype));
  expect(asking).toContain('lockOne');
  expect(asking.filter((name) => !own.has(name))).toEqual([]);
});
