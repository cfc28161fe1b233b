import { randomBytes } from 'node:crypto';
import type { StudentEvent, StudentEventAnswer } from '../../../../contract/student-app.ts';
import { connectDatabase } from '../../../db/connection/connect.ts';
import { domainRulesFor } from '../../../domain/index.ts';
import { takeStudentEvent } from '../../../domain/student-app/index.ts';
import { signed } from '../../../kernel/crypto/signature.ts';
import type { OpenContext } from '../../../kernel/operation/context.ts';
import type { RecordStore, StoredRecord } from '../../../kernel/operation/record-store.ts';
import { noServices } from '../../../seed/no-services.ts';
import { type Seeding, seedContext } from '../../../seed/seed-context.ts';
import { day } from '../values/calendar.ts';

type Telling = Omit<Seeding, 'db'> & { readonly migratorUrl: string };
type Tell = (event: StudentEvent) => Promise<StudentEventAnswer>;

/** Tells what students do just now by the calls their app makes, signed with a key of this start. */
export async function tellEvents({ migratorUrl, ...seeding }: Telling): Promise<void> {
  const connection = connectDatabase({ url: migratorUrl, max: 1 });
  try {
    const { documents, now } = seeding;
    const secret = randomBytes(32).toString('hex');
    const { records, ...seeded } = seedContext({ ...seeding, db: connection.db });
    const context: OpenContext = {
      ...seeded,
      services: { ...noServices, studentAppSecret: secret },
      origin: { ip: '127.0.0.1', userAgent: '', platform: '', appVersion: '' },
      cookies: { get: () => undefined, set: () => undefined },
      range: undefined,
    };
    const rules = new Map(domainRulesFor(documents).map((rule) => [rule.entity, rule]));
    const tell: Tell = (event) => {
      const text = JSON.stringify(event);
      return takeStudentEvent({ ...signed(text, secret, Date.parse(now)), event: text }, context, rules);
    };
    const [student, another] = await records.find('student', { status: 'active' }, 2);
    if (student === undefined || another === undefined) return;
    await study(student.id, tell, records);
    const about = await records.findOne('question', { status: 'published', track: 'fs', parentId: null });
    const session = await lastSession(about?.projectId, Date.parse(now), records);
    if (session !== undefined) await attend(student.id, session, tell);
    if (about !== undefined) await ask([student.id, another.id], about, session, tell);
    await goOn(tell, records);
    await sitExam(student.id, tell, records);
  } finally {
    await connection.close();
  }
}

/** He signs in, watches a lesson and says what he thinks of his teacher. */
async function study(studentId: string, tell: Tell, records: RecordStore): Promise<void> {
  await tell({ kind: 'log', studentId, event: 'login', terminal: 'ios' });
  const video = await records.findOne('video', { status: 'ready' });
  const toSecond = Math.min(600, Number(video?.durationSeconds ?? 0));
  if (video !== undefined) await tell({ kind: 'watch', studentId, videoId: video.id, fromSecond: 0, toSecond });
  const teacher = await records.findOne('staff', { account: 'teacher' });
  if (teacher === undefined) return;
  const said = { score: 5, tags: ['clear'], content: '例题讲得很细，听得懂。' };
  await tell({ kind: 'comment', studentId, targetType: 'teacher', targetId: teacher.id, ...said });
}

/** The last session of a project that is over, an online one where there is any; of one a week ago nobody tells any more. */
async function lastSession(projectId: unknown, now: number, records: RecordStore): Promise<StoredRecord | undefined> {
  const over = await records.find('class_session', { status: 'finished', projectId }, 200);
  const startOf = ({ startAt }: StoredRecord) => Date.parse(String(startAt));
  const recent = over.filter((session) => startOf(session) > now - 6 * day).sort((a, b) => startOf(b) - startOf(a));
  return recent.find(({ classroomId }) => classroomId === null) ?? recent[0];
}

/** He was at a session for an hour of it, and says what he thinks of it. */
async function attend(studentId: string, session: StoredRecord, tell: Tell): Promise<void> {
  const startedAt = new Date(Date.parse(String(session.startAt))).toISOString();
  await tell({ kind: 'attend', studentId, sessionId: session.id, startedAt, fromSecond: 0, toSecond: 3600 });
  const said = { score: 4, tags: ['clear'], content: '讲得清楚，答疑的时间再长一些就好。' };
  await tell({ kind: 'comment', studentId, targetType: 'live', targetId: session.id, ...said });
}

/** One asks about a question, the other about a session, or about anything. */
async function ask(
  [studentId, anotherId]: readonly [string, string],
  about: StoredRecord,
  session: StoredRecord | undefined,
  tell: Tell,
): Promise<void> {
  const projectId = String(about.projectId);
  const source = { bizType: 'question', bizId: about.id } as const;
  const [one, other] = ['<p>这道题答题时应当从哪里入手？</p>', '<p>主观题写不完，应当先写哪些要点？</p>'];
  await tell({ kind: 'ask', studentId, projectId, ...source, content: one ?? '' });
  const live = session === undefined ? {} : ({ bizType: 'live', bizId: session.id, bizSecond: 1800 } as const);
  await tell({ kind: 'ask', studentId: anotherId, projectId, ...live, content: other ?? '' });
}

/** What was answered is asked on, rated and closed by who asked it. */
async function goOn(tell: Tell, records: RecordStore): Promise<void> {
  const answered = await records.find('student_question', { status: 'answered' }, 20);
  const unhappy = answered.find(({ satisfaction }) => Number(satisfaction ?? 5) <= 2);
  const [rated, closed] = answered.filter(({ satisfaction }) => satisfaction === null);
  const of = (question: (typeof answered)[number]) => ({
    studentId: String(question.studentId),
    questionId: question.id,
  });
  if (unhappy !== undefined)
    await tell({ kind: 'askMore', ...of(unhappy), content: '<p>还是没有看懂，能换个例子吗？</p>' });
  if (rated !== undefined) await tell({ kind: 'rateAnswer', ...of(rated), satisfaction: 5 });
  if (closed !== undefined) await tell({ kind: 'closeQuestion', ...of(closed) });
}

/** He takes the mock exam and hands it in. */
async function sitExam(studentId: string, tell: Tell, records: RecordStore): Promise<void> {
  const paper = await records.findOne('paper', { kind: 'mock', status: 'published' });
  if (paper === undefined) return;
  const { id: attemptId, questions = [] } = await tell({ kind: 'beginPaper', studentId, paperId: paper.id });
  const answers = questions.map(({ answerId, options, gaps }) => {
    const [chosen] = options;
    if (chosen !== undefined) return { answerId, options: [chosen.id] };
    if (gaps > 0) return { answerId, texts: Array.from({ length: gaps }, () => '1982') };
    return { answerId, text: '先写结论，再写法条与理由。' };
  });
  await tell({ kind: 'keepAnswers', studentId, attemptId, answers: answers.slice(0, 2) });
  await tell({ kind: 'handIn', studentId, attemptId, answers });
}
