import type { EventOf, StudentEventAnswer } from '../../../contract/student-app.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { toldMoment } from './moment.ts';

/** Something a student did, as his log has it. */
type Deed = {
  readonly studentId: string;
  readonly event: 'login' | 'watch' | 'practice' | 'download' | 'ask' | 'exchange';
  readonly object?: string | undefined;
  readonly terminal?: string | undefined;
  readonly occurredAt?: string;
  readonly durationSeconds?: number | undefined;
};

/** Writes down what a student did. */
export function logDeed(deed: Deed, { records, now }: RuleContext): Promise<string> {
  const { object, occurredAt = now, ...rest } = deed;
  return records.insert('user_log', { ...rest, occurredAt, objectName: object?.slice(0, 100) ?? null });
}

/** Takes what the app saw a student do. */
export async function takeDeed(event: EventOf<'log'>, context: RuleContext): Promise<StudentEventAnswer> {
  const { records, now } = context;
  const { kind: _, occurredAt: told, ...deed } = event;
  if ((await records.findOne('student', { id: event.studentId })) === undefined) throw refuse('E_NOT_FOUND');
  const occurredAt = toldMoment(told, now);
  if (event.event === 'login') await records.update('student', event.studentId, { lastLoginAt: occurredAt });
  return { id: await logDeed({ ...deed, occurredAt }, context), status: null };
}
