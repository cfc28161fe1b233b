import type { Value } from '../../../contract/definition/schema.ts';
import {
  type StudentEvent,
  type StudentEventAnswer,
  studentEvent,
  type tellStudentEvent,
} from '../../../contract/student-app.ts';
import { calendarInForce } from '../../db/holiday-store.ts';
import { systemCaller } from '../../kernel/caller/caller.ts';
import { isSigned } from '../../kernel/crypto/signature.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext, OpenContext } from '../../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import { plain } from '../../kernel/operation/json-schema.ts';
import { schemaCheck } from '../../kernel/operation/schema-check.ts';
import { mutate } from '../../records/change/mutate.ts';
import { beginPaper, takeAnswers } from '../exam/index.ts';
import { askQuestion, goOnWithQuestion, takeComment } from '../qa/index.ts';
import { takeResetLink, tellSession } from '../student-account/index.ts';
import { logDeed, takeDeed, takeWatched } from '../study/index.ts';
import { refuseStudentApp } from './errors.ts';

const faultsOf = schemaCheck(plain(studentEvent));

/** Takes what the students' app tells: `{time, nonce, sign, event}`, where `event` is a JSON text; each nonce once. */
export async function takeStudentEvent(
  body: Value<typeof tellStudentEvent.input>,
  context: OpenContext,
  rules: RuleBook,
): Promise<StudentEventAnswer> {
  const { event: text = '' } = body;
  const inside = await signedContext(body, text, context);
  const event = parsed(text);
  return mutate('student_app.event', { text }, inside, (own) => followEvent(event, own, rules));
}

/** The context of a call the app signed: the server's own work, done once for each of its nonces. */
async function signedContext(
  { time = '', nonce = '', sign = '' }: Value<typeof tellStudentEvent.input>,
  text: string,
  context: OpenContext,
): Promise<CallContext> {
  const { studentAppSecret: secret } = context.services;
  if (secret === undefined) throw refuseStudentApp('E_STUDENT_APP_OFF');
  if (!isSigned(text, { time, nonce, sign }, secret, Date.parse(context.now)))
    throw refuseStudentApp('E_STUDENT_APP_SIGNATURE');
  const caller = { ...systemCaller, ip: context.origin.ip };
  const calendar = await calendarInForce(context);
  return { ...context, caller, calendar, page: undefined, idempotencyKey: `student-${nonce}` };
}

function parsed(text: string): StudentEvent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('E_BODY_UNREADABLE');
  }
  const faults = faultsOf(value);
  if (faults.length > 0) throw invalidInput(faults);
  // Checked against this very schema.
  return value as StudentEvent;
}

async function followEvent(event: StudentEvent, context: RuleContext, rules: RuleBook): Promise<StudentEventAnswer> {
  switch (event.kind) {
    case 'beginPaper':
      return beginPaper(event, context);
    case 'keepAnswers':
      return takeAnswers(event, context, rules);
    case 'handIn':
      return logged('practice', event, await takeAnswers(event, context, rules), context);
    case 'ask':
      return logged('ask', event, await askQuestion(event, context, rules), context);
    case 'watch':
    case 'attend':
      return takeWatched(event, context);
    case 'log':
      return takeDeed(event, context);
    case 'comment':
      return takeComment(event, context, rules);
    case 'resetLink':
      return takeResetLink(event, context);
    case 'session':
      return tellSession(event, context);
    case 'askMore':
    case 'closeQuestion':
    case 'rateAnswer':
      return goOnWithQuestion(event, context, rules);
  }
}

/** What was done, written down in the log of the student too. */
async function logged(
  event: 'ask' | 'practice',
  { studentId }: { readonly studentId: string },
  answer: StudentEventAnswer,
  context: RuleContext,
): Promise<StudentEventAnswer> {
  await logDeed({ studentId, event }, context);
  return answer;
}
