import type { EventOf, StudentEventAnswer } from '../../../contract/student-app.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { applyInsert } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { qaText } from '../../texts/domain/qa-text.ts';
import { holdSupervision } from '../study/index.ts';
import { refuseQa } from './errors.ts';
import { refuseForbidden } from './words.ts';

const noForbidden = ({ content }: StoredRecord, _: unknown, context: RuleContext) =>
  refuseForbidden(content, qaText('qa.comment'), context);

/** Rules of comments that documents cannot say: nothing that is forbidden is shown, nor answered. */
export const commentRules: DomainRules = {
  entity: 'comment',
  transitions: {
    approve: { check: noForbidden },
    // What could not be approved is not shown by way of hiding it.
    show: { check: noForbidden },
    reply: { check: (_, { reply }, context) => refuseForbidden(reply, qaText('qa.reply'), context) },
  },
};

/** Where the name of what is commented on stands. */
const targets = {
  course: { entity: 'course', label: 'name' },
  teacher: { entity: 'staff', label: 'name' },
  supervisor: { entity: 'staff', label: 'name' },
  answer: { entity: 'student_answer', label: 'authorId' },
  live: { entity: 'class_session', label: 'title' },
} as const;

/** Takes what a student thinks of a course, somebody or an answer: once of each. */
export async function takeComment(
  event: EventOf<'comment'>,
  context: RuleContext,
  rules: RuleBook,
): Promise<StudentEventAnswer> {
  const { records, documents } = context;
  const { studentId, targetType, targetId, score, content = null, tags = [] } = event;
  // Who comments twice at the same moment is told that he did: one comes after the other.
  await holdSupervision(studentId, context);
  const student = await records.findOne('student', { id: studentId });
  const targetName = await nameOf(event, context);
  if (student === undefined || targetName === undefined) throw refuse('E_NOT_FOUND');
  const known = documents.dictionaries.get('comment_tag')?.values.map(({ key }) => key) ?? [];
  const unknown = tags.find((tag) => !known.includes(tag));
  if (unknown !== undefined) throw refuseQa('E_COMMENT_TAG', { got: unknown });
  const before = await records.findOne('comment', { studentId, targetType, targetId });
  if (before !== undefined) throw refuseQa('E_COMMENT_TWICE', { name: targetName });
  const entity = modelOf(documents, 'comment');
  const values = { studentId, targetType, targetId, targetName, score, content, tags, status: 'pending' };
  const { id, stored } = await applyInsert(entity, values, {}, context, rules);
  await logChange({ entity, id, action: 'create', title: qaText('qa.comment'), after: stored }, context);
  return { id, status: 'pending' };
}

/** The name of what a comment is about; undefined where it is not there. */
async function nameOf({ targetType, targetId, studentId }: EventOf<'comment'>, { records }: RuleContext) {
  const { entity, label } = targets[targetType];
  const target = await records.findOne(entity, { id: targetId });
  if (target === undefined) return undefined;
  if (targetType !== 'answer') return String(target[label]);
  // Of an answer its question, which must be the student's own.
  const question = await records.findOne('student_question', { id: target.questionId });
  return question?.studentId === studentId ? String(question.title) : undefined;
}
