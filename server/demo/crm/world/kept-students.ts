import type { LoadedRow } from '../../../db/load/table-writer.ts';

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

/** Remembers the first students that go by. */
export class KeptStudents {
  readonly students: KeptStudent[] = [];

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
