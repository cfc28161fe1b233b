import type { LoadedRow } from '../../../db/load/table-writer.ts';

/** A student whom exams, questions and comments are about. */
export type KeptStudent = {
  readonly id: string;
  readonly customerId: string;
  readonly registeredAt: number;
  /** Who supervises the student, as rows of him carry it. */
  readonly supervision: Pick<LoadedRow, 'supervisorId' | 'supervisorDeptId'>;
};

const most = 60;

/** Remembers the first students that go by. */
export class KeptStudents {
  readonly students: KeptStudent[] = [];

  look({ id, customerId, registeredAt, supervisorId, supervisorDeptId }: LoadedRow): void {
    if (this.students.length < most && typeof customerId === 'string')
      this.students.push({
        ...{ id, customerId, registeredAt: Number(registeredAt) },
        supervision: { supervisorId, supervisorDeptId },
      });
  }
}
