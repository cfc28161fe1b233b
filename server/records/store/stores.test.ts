import { expect, it } from 'vitest';
import { UnitOfWork } from '../change/unit-of-work.ts';
import { SqlRecordStore } from './sql-record-store.ts';

/** Methods that ask the database only by way of others, or not at all. */
const byOthers: ReadonlySet<string> = new Set([
  'constructor',
  'findOne',
  'hold',
  'holdValues',
  'insertLater',
  'isFollowed',
  'changedColumns',
  'settle',
  'afterInsert',
  'noteInsert',
  'newRow',
  'toRecord',
  'bySystem',
  'takeTouched',
  'columnsOf',
]);

/** Asks about files alone, of which no change keeps one back. */
const aboutFiles: ReadonlySet<string> = new Set(['settleTexts']);

it('lets nothing be asked before what it keeps back is written', () => {
  const asking = Object.getOwnPropertyNames(SqlRecordStore.prototype).filter(
    (name) => !byOthers.has(name) && !aboutFiles.has(name),
  );
  const own = new Set(Object.getOwnPropertyNames(UnitOfWork.prototype));
  expect(asking).toEqual(expect.arrayContaining(['lockOne', 'insertMany']));
  expect(asking.filter((name) => !own.has(name))).toEqual([]);
});
