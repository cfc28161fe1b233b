import { day, hour, minute } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';
import type { KeptStudent } from '../world/kept-students.ts';
import type { World } from '../world/world.ts';
import { type AskedText, askedTexts, commentTexts } from './qa-texts.ts';
import type { DemoQuestion } from './question-rows.ts';

type Plan = {
  readonly status: 'pending' | 'claimed' | 'answered' | 'follow_up' | 'closed' | 'hidden';
  /** Hours since it was asked. */
  readonly ago: number;
  readonly by?: 'teacher' | 'teacher2';
  /** Who handed it over, two hours after it was asked. */
  readonly givenBy?: 'teacher' | 'teacher2';
  /** How often the student asked on. */
  readonly more?: number;
  readonly satisfaction?: number;
  readonly featured?: true;
};

/** Eighteen questions in every state, two wait longer than a day; two more are asked when the rest is there. */
const plans: readonly Plan[] = [
  { status: 'pending', ago: 3, by: 'teacher' },
  { status: 'pending', ago: 5, by: 'teacher' },
  { status: 'pending', ago: 7, by: 'teacher2' },
  { status: 'pending', ago: 9, givenBy: 'teacher2' },
  { status: 'pending', ago: 20, by: 'teacher' },
  { status: 'pending', ago: 27, by: 'teacher2' },
  { status: 'claimed', ago: 4, by: 'teacher2', givenBy: 'teacher' },
  { status: 'follow_up', ago: 30, by: 'teacher', more: 1 },
  { status: 'follow_up', ago: 80, by: 'teacher', more: 1 },
  { status: 'follow_up', ago: 50, by: 'teacher2', more: 1 },
  { status: 'answered', ago: 40, by: 'teacher', satisfaction: 5, featured: true },
  { status: 'answered', ago: 60, by: 'teacher', more: 1 },
  { status: 'answered', ago: 70, by: 'teacher2', satisfaction: 2 },
  { status: 'answered', ago: 90, by: 'teacher2' },
  { status: 'closed', ago: 240, by: 'teacher', satisfaction: 5 },
  { status: 'closed', ago: 300, by: 'teacher2', more: 1, satisfaction: 4 },
  { status: 'closed', ago: 400, by: 'teacher' },
  { status: 'hidden', ago: 100 },
];

type Asked = { readonly id: string; readonly plan: Plan; readonly text: AskedText; readonly at: number };

/** Writes what students asked with its threads, and what they think of teachers, supervisors, courses and answers. */
export function addAsked(questions: readonly DemoQuestion[], world: World): void {
  // Its own sequence: what is asked changes nothing else.
  const random = new Random(2801);
  const about = questions.filter(({ status, kind }) => status === 'published' && kind !== 'composite');
  const answers: Commented[] = [];
  for (const [index, plan] of plans.entries()) {
    const student = world.students[index + 12];
    const question = about[index % Math.max(1, about.length)];
    const text = askedTexts[index % askedTexts.length];
    if (student === undefined || question === undefined || text === undefined) continue;
    const asked = { id: demoId(world.now - plan.ago * hour, random), plan, text, at: world.now - plan.ago * hour };
    addQuestion(asked, student, index % 3 === 2 ? undefined : question, question.projectId, world);
    addTransfer(asked, student, question.projectId, world);
    const answerId = addThread(asked, random, world);
    if (answerId !== undefined) answers.push({ student, type: 'answer', id: answerId, name: text.title });
  }
  addComments(answers, random, world);
}

function addQuestion(
  { id, plan, text, at }: Asked,
  student: KeptStudent,
  about: DemoQuestion | undefined,
  projectId: string,
  { add, numbers, organisation, now }: World,
): void {
  const { status, by, givenBy, more = 0, satisfaction, featured = false } = plan;
  const idOf = (account: Plan['by']) => (account === undefined ? null : organisation.byAccount(account).id);
  const isOpen = status === 'pending' || status === 'claimed' || status === 'follow_up';
  const isAnswered = status === 'answered' || status === 'closed' || status === 'follow_up';
  const last = answeredAt(at, more - (status === 'follow_up' ? 1 : 0));
  add('student_question', {
    ...{ id, createdAt: at, createdBy: null, questionNo: numbers.asked.next(at), studentId: student.id, projectId },
    ...student.supervision,
    ...(about === undefined
      ? { bizType: 'free' }
      : { bizType: 'question', bizId: about.id, bizTitle: about.stem.slice(0, 60) }),
    ...{ title: text.title, content: `<p>${text.content}</p>`, status, followUps: more, featured },
    ...{ answererId: idOf(by), formerAnswererId: idOf(givenBy) },
    dueAt: isOpen ? (status === 'follow_up' ? now + (20 - plan.ago / 4) * hour : at + day) : null,
    claimUntil: status === 'claimed' ? now + 20 * minute : null,
    ...(isAnswered ? { answeredAt: answeredAt(at, 0), lastAnsweredAt: last } : {}),
    ...(satisfaction === undefined ? {} : { satisfaction }),
    ...(status === 'closed' ? { closedAt: last + 7 * day < now ? last + 7 * day : now - hour } : {}),
    ...(status === 'hidden' ? { hideReason: '广告' } : {}),
  });
}

/** Writes that a teacher handed a question over. */
function addTransfer({ id: questionId, plan, at }: Asked, student: KeptStudent, projectId: string, world: World): void {
  const { by, givenBy } = plan;
  if (givenBy === undefined) return;
  const [{ add, organisation }, createdAt] = [world, at + 2 * hour];
  const fromId = organisation.byAccount(givenBy).id;
  add('question_transfer', {
    ...{ id: demoId(createdAt, new Random(at)), createdAt, createdBy: fromId, questionId, projectId },
    ...{ ...student.supervision, givenById: fromId, fromId },
    toId: by === undefined ? null : organisation.byAccount(by).id,
  });
}

/** When the first answer, or the one after so many further questions, was given. */
function answeredAt(at: number, after: number): number {
  return at + (2 + Math.max(0, after) * 5) * hour;
}

/** Writes the answers of a question and what was asked on; answers the id of the first answer. */
function addThread({ id: questionId, plan, text, at }: Asked, random: Random, { add, organisation }: World) {
  const { status, by, more = 0 } = plan;
  if (by === undefined || status === 'pending' || status === 'claimed' || status === 'hidden') return undefined;
  const authorId = organisation.byAccount(by).id;
  const say = (when: number, content: string, isTeacher: boolean) => {
    const id = demoId(when, random);
    const who = isTeacher ? { authorType: 'teacher', authorId } : { authorType: 'student', authorId: null };
    add('student_answer', {
      id,
      createdAt: when,
      createdBy: who.authorId,
      questionId,
      ...who,
      content: `<p>${content}</p>`,
    });
    return id;
  };
  const first = say(answeredAt(at, 0), text.answer, true);
  for (let count = 1; count <= more; count++) {
    say(answeredAt(at, count) - 3 * hour, text.more ?? '还有一点不明白：换一种问法时也这样判断吗？', false);
    if (status !== 'follow_up' || count < more)
      say(answeredAt(at, count), '是的，判断的标准不变，先看范围再看例外。', true);
  }
  return first;
}

type Commented = { readonly student: KeptStudent; readonly type: string; readonly id: string; readonly name: string };

/** Fifteen comments in every state: low scores of teachers and supervisors are called back. */
function addComments(
  answers: readonly Commented[],
  random: Random,
  { add, students, now, organisation, courses }: World,
) {
  const of = (type: string, account: string) => {
    const { id, name } = organisation.byAccount(account);
    return { type, id, name };
  };
  const studied = courses.map(({ type, id, name }) => ({ type, id, name }));
  const targets = [of('teacher', 'teacher'), of('supervisor', 'supervisor'), ...studied, of('teacher', 'teacher2')];
  const said = Array.from({ length: 12 }, (_, index) => ({
    student: students[index],
    ...targets[index % targets.length],
  }));
  for (const [index, one] of [...said, ...answers.slice(0, 3)].entries()) {
    const [score, tags, content] = commentTexts[index % commentTexts.length] ?? [5, [], '好'];
    if (one.student === undefined || one.id === undefined) continue;
    const at = now - (index + 1) * 7 * hour;
    const status = index % 5 < 2 ? 'pending' : index % 5 === 4 ? 'hidden' : 'visible';
    add('comment', {
      ...{ id: demoId(at, random), createdAt: at, createdBy: null, studentId: one.student.id, targetType: one.type },
      ...one.student.supervision,
      ...{ targetId: one.id, targetName: one.name, score, tags: JSON.stringify(tags), content, status },
      ...(status === 'hidden' ? { hideReason: '与课程无关' } : {}),
      ...(status === 'visible' && index % 2 === 0
        ? {
            reply: '谢谢您的评价，我们会继续改进。',
            repliedById: organisation.byAccount('content_ops').id,
            repliedAt: at + hour,
          }
        : {}),
    });
  }
}
