import { entityModel } from '../../../engine/model/entity/index.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { maxFound, type StoredRecord } from '../../kernel/operation/record-store.ts';
import {
  dropNumbers,
  forgetFiles,
  storedPhones,
  type Wiping,
  wipeNumbers,
  wipeOwnRows,
  wipeRowsBelow,
} from './store.ts';
import { wipedColumns } from './wiped-columns.ts';

const word = '已注销';
/** Whoever works here keeps his own number, even where he was a student under it. */
const staffed: ReadonlySet<string> = new Set(['staff', 'teacher']);
/** What else told who he was. */
const nothing = { avatar: null, gender: null, province: null, city: null, education: null } as const;

/**
 * Takes what tells who a student was out of every row of his and of his customer: numbers, cards, addresses and names;
 * his numbers also out of what was written about him, and out of whatever else keeps them. Orders and ledgers stay,
 * without him. The log of operations is only ever added to: it has no number as a whole, and keeps what it has.
 */
export async function wipeStudent(student: StoredRecord, context: RuleContext): Promise<void> {
  const { records, documents, db } = context;
  const ops = await records.find('student_account_op', { studentId: student.id }, maxFound);
  const wiping = await wipingOf(student, ops, context);
  await records.update('student', student.id, nothing);
  for (const { id, proofs } of ops) {
    await records.update('student_account_op', id, { proofs: null });
    await forgetFiles(db, Array.isArray(proofs) ? proofs.map(String) : []);
  }
  await records.settle();
  for (const document of documents.entities.values()) {
    if (document.appendOnly === true || staffed.has(document.name)) continue;
    const columns = wipedColumns(entityModel(document), documents.entities);
    await wipeOwnRows(db, columns, wiping);
    await wipeRowsBelow(db, columns, wiping);
    await wipeNumbers(db, columns, wiping);
  }
  await dropNumbers(db, wiping);
}

/**
 * Every number he had: those he signed in with, those he was to, and those of his customer; his customer stays, with its
 * numbers, while somebody else learns under it.
 */
async function wipingOf(
  student: StoredRecord,
  ops: readonly StoredRecord[],
  { records, protection, db }: RuleContext,
): Promise<Wiping> {
  const customerId = typeof student.customerId === 'string' ? student.customerId : null;
  const phones = customerId === null ? [] : await storedPhones(db, customerId);
  const others = customerId === null ? [] : await records.find('student', { customerId }, maxFound);
  const staying = others.filter(({ id, status }) => id !== student.id && status !== 'cancelled');
  const own = [student.mobile, student.idCard, ...ops.flatMap(({ oldMobile, newMobile }) => [oldMobile, newMobile])];
  const ofCustomer = phones.map(({ phone, isLive }) => ({ number: protection.decrypt(phone), isLive }));
  const kept = new Set<unknown>([
    ...ofCustomer.flatMap(({ number, isLive }) => (isLive ? [number] : [])),
    ...staying.map(({ mobile }) => mobile),
  ]);
  const told =
    staying.length === 0
      ? [...own, ...ofCustomer.map(({ number }) => number)]
      : own.filter((number) => !kept.has(number));
  const numbers = [...new Set(told.filter((value) => typeof value === 'string' && value !== word))].map(String);
  return {
    ...{ studentId: student.id, customerId: staying.length === 0 ? customerId : null },
    ...{ numbers, word, stored: protection.encrypt(word) },
    hashes: numbers.map((number) => protection.hash(number)),
  };
}
