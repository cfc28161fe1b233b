import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { studentsOf } from './store.ts';

/** How many students come to a session, and what is said where they are more than the seats: it is no refusal. */
export async function seatsFor({ classTypeId, classroomId }: Values, { db, records }: RuleContext): Promise<Values> {
  const students = await studentsOf(db, String(classTypeId));
  const room = typeof classroomId === 'string' ? await records.findOne('classroom', { id: classroomId }) : undefined;
  const seats = room === undefined ? undefined : Number(room.seats);
  const isFull = seats !== undefined && seats < students;
  return { students, seatNote: isFull ? `学员 ${students} 人，教室 ${seats} 座` : null };
}
