import type { LoadedRow } from '../../../db/load/table-writer.ts';
import { day } from '../values/calendar.ts';

/** A student whom exams, questions and comments are about. */
export type KeptStudent = {
  readonly id: string;
  readonly customerId: string;
  readonly registeredAt: number;
  readonly realName: string;
  /** The login number, as it is stored. */
  readonly mobile: LoadedRow[string];
  readonly projectId: string;
  /** Who supervises the student, as rows of him carry it. */
  readonly supervision: Pick<LoadedRow, 'supervisorId' | 'supervisorDeptId'>;
};

const most = 60;
/** From this one on something was applied for the students: the others are taught, and sit exams. */
export const firstOfOps = 42;
/** Those of them whose accounts are about to be cancelled. */
const leaving: ReadonlySet<number> = new Set([firstOfOps + 8, firstOfOps + 9]);

/** Remembers the first students that go by. */
export class KeptStudents {
  readonly students: KeptStudent[] = [];

  /** A student as he is written: some are about to go. */
  written(row: LoadedRow & { readonly id: string }, now: number): LoadedRow & { readonly id: string } {
    const place = this.students.findIndex(({ id }) => id === row.id);
    return leaving.has(place)
      ? { ...row, status: 'cancelling', cancelDueAt: now + 3 * day, sessionsRevokedAt: now - 4 * day }
      : row;
  }

  look({
    id,
    customerId,
    registeredAt,
    realName,
    mobile,
    projectIds,
    supervisorId,
    supervisorDeptId,
  }: LoadedRow): void {
    if (this.students.length < most && typeof customerId === 'string')
      this.students.push({
        ...{ id, customerId, mobile, registeredAt: Number(registeredAt), realName: String(realName ?? '') },
        projectId: Array.isArray(projectIds) ? String(projectIds[0]) : '',
        supervision: { supervisorId, supervisorDeptId },
      });
  }
}
