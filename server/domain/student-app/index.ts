import { tellStudentEvent } from '../../../contract/student-app.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import { implementOpen, type Operation } from '../../kernel/operation/operation.ts';
import { takeStudentEvent } from './take-event.ts';

export { takeStudentEvent } from './take-event.ts';

/** What the students' app calls. */
export function studentAppOperations(rules: RuleBook): readonly Operation[] {
  return [implementOpen(tellStudentEvent, (body, context) => takeStudentEvent(body, context, rules))];
}
