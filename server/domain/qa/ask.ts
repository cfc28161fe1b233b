import type { EventOf, StudentEventAnswer } from '../../../contract/student-app.ts';
import { dayStart } from '../../../engine/model/time/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { textOfHtml } from '../../kernel/text/html-text.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { applyInsert, numbersFor } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { qaText } from '../../texts/domain/qa-text.ts';
import { holdSupervision } from '../study/index.ts';
import { refuseQa } from './errors.ts';
import { keepImages } from './keep-images.ts';
import { leastLoaded } from './store.ts';
import { refuseEmpty } from './words.ts';

const dailyLimit = 20;
const answerWithinMs = 24 * 3_600_000;
const maxTitle = 60;

/** Takes a question of a student: at most twenty a day, due in a day, given to the teacher of its project with the fewest. */
export async function askQuestion(
  event: EventOf<'ask'>,
  context: RuleContext,
  rules: RuleBook,
): Promise<StudentEventAnswer> {
  const { records, now, db } = context;
  const { studentId, projectId, content, images = [] } = event;
  // Who asks twice at the same moment is counted twice: what holds his supervision lets one come after the other.
  await holdSupervision(studentId, context);
  const student = await records.findOne('student', { id: studentId });
  const project = await records.findOne('project', { id: projectId });
  if (student === undefined || project === undefined) throw refuse('E_NOT_FOUND');
  const asked = await records.count('student_question', { studentId }, { key: 'createdAt', moment: dayStart(now) });
  if (asked >= dailyLimit) throw refuseQa('E_ASK_DAILY', { count: asked });
  refuseEmpty(content, qaText('qa.question'));
  const entity = modelOf(context.documents, 'student_question');
  const values = {
    ...{
      studentId,
      projectId,
      content,
      images: await keepImages(images, context),
      ...(await sourceOf(event, context)),
    },
    title: event.title ?? titleOf(content),
    answererId: (await leastLoaded(db, projectId)) ?? null,
    dueAt: new Date(Date.parse(now) + answerWithinMs).toISOString(),
    status: 'pending',
  };
  const { id, stored } = await applyInsert(entity, values, await numbersFor(entity, context), context, rules);
  await logChange({ entity, id, action: 'create', title: qaText('qa.question'), after: stored }, context);
  return { id, status: 'pending' };
}

/** Where what is asked about is kept. */
const sources = { video: 'video', question: 'question', live: 'class_session' } as const;

/** What a question is about, which must be there and of its project. */
async function sourceOf(event: EventOf<'ask'>, { records }: RuleContext): Promise<Values> {
  const { bizType = 'free', bizId, bizTitle, bizSecond, projectId } = event;
  if (bizType === 'free') return { bizType, bizTitle: bizTitle ?? null };
  const about = bizId === undefined ? undefined : await records.findOne(sources[bizType], { id: bizId });
  if (about === undefined || about.projectId !== projectId) throw refuseQa('E_ASK_SOURCE');
  const second = bizType === 'question' ? null : (bizSecond ?? null);
  return { bizType, bizId, bizTitle: String(about.title).slice(0, 200), bizSecond: second };
}

function titleOf(content: string): string {
  const letters = [...textOfHtml(content)];
  if (letters.length === 0) return '（图片）';
  return letters.length > maxTitle ? `${letters.slice(0, maxTitle).join('')}…` : letters.join('');
}

/** Takes what a student asks on after an answer, that he is content, or how content he is. */
export async function goOnWithQuestion(
  event: EventOf<'askMore' | 'closeQuestion' | 'rateAnswer'>,
  context: RuleContext,
  rules: RuleBook,
): Promise<StudentEventAnswer> {
  const { records } = context;
  const { questionId: id, studentId } = event;
  const question = await records.lockOne('student_question', id);
  if (question === undefined || question.studentId !== studentId) throw refuse('E_NOT_FOUND');
  if (event.kind === 'rateAnswer') await rate(question, event.satisfaction, context);
  else
    await applySystemTransition({ entity: 'student_question', id, rules, ...(await moveOf(event, context)) }, context);
  const after = await records.findOne('student_question', { id });
  return { id, status: String(after?.status) };
}

async function moveOf(event: EventOf<'askMore' | 'closeQuestion'>, context: RuleContext) {
  if (event.kind === 'closeQuestion') return { key: 'close', input: {} };
  const { content, images = [] } = event;
  return { key: 'askMore', input: { reply: content, replyImages: await keepImages(images, context) } };
}

async function rate({ id, status, satisfaction }: StoredRecord, given: number, context: RuleContext): Promise<void> {
  const isAnswered = status === 'answered' || status === 'closed';
  if (!isAnswered || satisfaction !== null) throw refuseQa('E_QA_RATED');
  const after = { satisfaction: given };
  await context.records.update('student_question', id, after);
  const entity = modelOf(context.documents, 'student_question');
  await logChange({ entity, id, action: 'rate', title: '学员评分', before: { satisfaction }, after }, context);
}
