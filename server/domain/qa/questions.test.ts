import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudentEvent } from '../../../contract/student-app.ts';
import { signed } from '../../kernel/crypto/signature.ts';
import { type ScheduleDriver, startScheduleDriver } from '../../testing/schedule-driver.ts';
import { testStudentSecret } from '../../testing/test-app.ts';
import { type Answer, codeOf } from '../exam/exam-company.testing.ts';
import { hoursAgo, type QaCompany, startQaCompany } from './qa-company.testing.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const hour = 3_600_000;

let company: QaCompany;
let schedules: ScheduleDriver;

beforeAll(async () => {
  company = await startQaCompany();
  schedules = startScheduleDriver(company);
}, 60_000);
afterAll(async () => {
  await schedules.close();
  await company.close();
});

const stored = (id: string) => company.stored('student_question', id);
/** A pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

describe('asking', () => {
  it('is due in a day and goes to the teacher of the project with the fewest', async () => {
    const ids = [];
    for (let made = 0; made < 6; made++) ids.push(await company.asked());
    const rows = await Promise.all(ids.map(stored));
    const { teacher, teacher2, teacher3 } = company.staff;
    const given = (who: unknown) => rows.filter(({ answererId }) => answererId === who).length;
    expect([teacher, teacher2, teacher3].map(given)).toEqual([2, 2, 2]);
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'pending', bizType: 'free', followUps: 0 });
      expect(Date.parse(String(row.dueAt)) - Date.parse(String(row.createdAt))).toBeGreaterThan(23 * hour);
    }
  });

  it('of another project is nobody’s, where nobody teaches it', async () => {
    const id = await company.asked({ projectId: String(company.ids.otherProject) });
    expect(await stored(id)).toMatchObject({ answererId: null });
  });

  it('is taken twenty times a day, also where many come at once', async () => {
    const studentId = await company.student();
    const answers = await Promise.all(Array.from({ length: 24 }, () => company.ask({ studentId })));
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(20);
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['0', 'E_ASK_DAILY']));
    await company.database.rows(
      `update student_question set created_at = created_at - interval '1 day' where student_id = $1`,
      [studentId],
    );
    expect((await company.ask({ studentId })).code).toBe('0');
  });

  it('keeps its pictures, and nothing that acts', async () => {
    const id = await company.asked({
      content: '<p onclick="steal()">图中<script>steal()</script>这一步</p>',
      images: [{ name: '题目.png', content: png }],
    });
    const { content, images, title } = await stored(id);
    expect(content).toBe('<p>图中这一步</p>');
    expect(title).toBe('图中这一步');
    expect(images).toHaveLength(1);
    const [file] = await company.database.rows(
      'select biz_entity, biz_id from file_object where id = any($1::uuid[])',
      [images],
    );
    expect(file).toEqual({ biz_entity: 'student_question', biz_id: id });
  });

  it.each<[string, () => Parameters<QaCompany['ask']>[0], string]>([
    ['without words', () => ({ content: '<p> </p>' }), 'E_QA_EMPTY'],
    ['about what is not there', () => ({ bizType: 'question', bizId: crypto.randomUUID() }), 'E_ASK_SOURCE'],
    ['by nobody', () => ({ studentId: crypto.randomUUID() }), 'E_NOT_FOUND'],
    ['of no project', () => ({ projectId: crypto.randomUUID() }), 'E_NOT_FOUND'],
    ['with a picture that is none', () => ({ images: [{ name: 'a.png', content: 'aGVsbG8=' }] }), 'E_FILE_TYPE'],
  ])('is refused %s', async (_, over, code) => {
    expect(codeOf(await company.ask(over()))).toBe(code);
  });

  it('names what it is about, of its own project', async () => {
    const bizId = await company.published();
    expect(await stored(await company.asked({ bizType: 'question', bizId }))).toMatchObject({
      bizType: 'question',
      bizId,
    });
    const projectId = String(company.ids.otherProject);
    expect(codeOf(await company.ask({ bizType: 'question', bizId, projectId }))).toBe('E_ASK_SOURCE');
  });

  it('is believed by its signature alone, and what is sent twice is asked once', async () => {
    const studentId = await company.student();
    const { project: projectId } = company.ids;
    const text = JSON.stringify({ kind: 'ask', studentId, projectId, content: '<p>签了名的</p>' });
    const tell = (body: object) =>
      company.call<Answer['data']>(undefined, '/v1/student/app/event/create', { event: text, ...body });
    const right = signed(text, testStudentSecret);
    for (const wrong of [
      signed(text, `${testStudentSecret}x`),
      signed(text, testStudentSecret, Date.now() - 301_000),
      signed(text, testStudentSecret, Date.now() + 301_000),
      { ...right, sign: 'f'.repeat(64) },
      { ...right, nonce: 'another-one' },
      { ...right, event: text.replace('签了名的', '改过的') },
      {},
    ])
      expect(codeOf(await tell(wrong))).toBe('E_STUDENT_APP_SIGNATURE');
    expect(await company.records.count('student_question', { studentId })).toBe(0);
    const told = await Promise.all([tell(right), tell(right), tell(right)]);
    expect(new Set(told.map(({ data }) => data.id)).size).toBe(1);
    expect(await tell(right)).toEqual(told[0]);
    expect(await company.records.count('student_question', { studentId })).toBe(1);
  });
});

describe('answering', () => {
  it('is claimed by one of fifty teachers', async () => {
    const id = await company.asked();
    const teachers = await company.teachers(isDeep ? 50 : 10);
    const claims = Array.from({ length: 50 }, (_, place) => teachers[place % teachers.length] ?? '');
    const answers = await Promise.all(claims.map((by) => company.on(by, 'claim', id)));
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
    const winner = claims[answers.findIndex(({ code }) => code === '0')] ?? '';
    const { answererId, status, claimUntil } = await stored(id);
    expect({ answererId, status }).toEqual({
      answererId: (await company.records.findOne('staff', { account: winner }))?.id,
      status: 'claimed',
    });
    expect(Date.parse(String(claimUntil)) - Date.now()).toBeGreaterThan(29 * 60_000);
  });

  it('is done by whoever claimed it, with words, pictures and what he says', async () => {
    const id = await company.asked();
    await company.on('teacher2', 'claim', id);
    for (const by of ['teacher', 'content', 'supervisor', 'sales', 'admin'])
      expect((await company.answer(by, id)).code).not.toBe('0');
    expect(codeOf(await company.answer('teacher2', id, { reply: '<p></p>' }))).toBe('E_INPUT_INVALID');
    expect((await company.answer('teacher2', id, { reply: undefined })).code).not.toBe('0');
    expect((await company.answer('teacher2', id, { reply: '<p>看<script>steal()</script>这里</p>' })).code).toBe('0');
    expect(await stored(id)).toMatchObject({
      status: 'answered',
      answererId: company.staff.teacher2,
      dueAt: null,
      claimUntil: null,
    });
    expect(await company.replies(id)).toMatchObject([
      { authorType: 'teacher', authorId: company.staff.teacher2, content: '<p>看这里</p>' },
    ]);
  });

  it('is done straight from the queue, which gives each question to one teacher', async () => {
    const id = await company.asked();
    await company.database.rows(
      `update student_question set status = 'closed' where id <> $1 and status in ('pending', 'follow_up')`,
      [id],
    );
    const next = (by: string) => company.act(by, '/v1/student/question/queue/next', {});
    const page = { 'x-app-page': 'recententry' };
    const taken = await company.call(
      'teacher2',
      '/v1/student/question/queue/next',
      {},
      { ...page, 'idempotency-key': crypto.randomUUID() },
    );
    expect(taken.data).toMatchObject({ id });
    expect((await next('teacher3')).data).toMatchObject({ id: null });
    expect(codeOf(await company.answer('teacher3', id))).toBe('E_QUEUE_HELD');
    expect((await company.answer('teacher2', id)).code).toBe('0');
  });

  it('has no forbidden words, whatever stands before them', async () => {
    await company.records.insert('forbidden_word', {
      word: '包过',
      category: 'promise',
      level: 'forbidden',
      matchMode: 'contain',
      enabled: true,
    });
    const id = await company.asked();
    await company.on('teacher2', 'claim', id);
    for (const said of ['<p>保证包过</p>', '<p>学员：包过</p>'])
      expect(codeOf(await company.answer('teacher2', id, { reply: said }))).toBe('E_QA_WORD');
    expect((await stored(id)).status).toBe('claimed');
    expect((await company.answer('teacher2', id)).code).toBe('0');
    const [first] = await company.replies(id);
    const changed = await company.act('teacher2', '/v1/student/answer/modify', {
      id: first?.id,
      version: first?.version,
      content: '<p>包过</p>',
    });
    expect(codeOf(changed)).toBe('E_QA_WORD');
  });

  it('is put back when it is claimed for half an hour', async () => {
    const id = await company.asked();
    await company.on('teacher2', 'claim', id);
    expect((await company.on('teacher3', 'release', id)).code).not.toBe('0');
    await company.later(id, 'claim_until', '31 minutes');
    await schedules.at(new Date(Date.now() + 2 * 60_000));
    expect(await stored(id)).toMatchObject({ status: 'pending', answererId: null, claimUntil: null });
    expect((await company.on('teacher3', 'claim', id)).code).toBe('0');
    expect((await company.on('teacher3', 'release', id)).code).toBe('0');
  });

  it('is changed by its author for half an hour, then a further answer is written', async () => {
    const id = await company.answered();
    const [first] = await company.replies(id);
    const change = async (by: string, content = '<p>改过</p>') => {
      const [row] = await company.replies(id);
      return company.act(by, '/v1/student/answer/modify', { id: row?.id, version: row?.version, content });
    };
    expect((await change('teacher3')).code).not.toBe('0');
    expect((await change('admin')).code).not.toBe('0');
    expect((await change('teacher2')).code).toBe('0');
    expect((await company.replies(id))[0]).toMatchObject({ content: '<p>改过</p>' });
    expect((await company.replies(id))[0]?.editedAt).not.toBeNull();
    await company.database.rows(
      `update student_answer set created_at = created_at - interval '31 minutes' where id = $1`,
      [first?.id],
    );
    expect(JSON.stringify(await change('teacher2', '<p>太晚</p>'))).toContain('30 分钟');
    expect((await company.answer('teacher3', id)).code).not.toBe('0');
    expect((await company.answer('teacher2', id, { reply: '<p>补充</p>' })).code).toBe('0');
    expect((await company.replies(id)).map(({ content }) => content).toSorted()).toEqual([
      '<p>改过</p>',
      '<p>补充</p>',
    ]);
  });
});

describe('a session of a class', () => {
  type Attend = Extract<StudentEvent, { readonly kind: 'attend' }>;
  const attend = (studentId: string, sessionId: string, over: Partial<Attend> = {}) =>
    company.tell({
      ...{ kind: 'attend', studentId, sessionId, fromSecond: 0, toSecond: 1800, startedAt: hoursAgo(2.9), ...over },
    });
  const lessons = (studentId: string) => company.records.find('lesson_record', { studentId });

  it('is a lesson as a video is, each second counted once, and its replay another', async () => {
    const student = await company.student();
    const sessionId = await company.held();
    await attend(student, sessionId, { fromSecond: 1200, toSecond: 3600 });
    expect((await attend(student, sessionId)).code).toBe('0');
    expect(await lessons(student)).toMatchObject([
      {
        ...{ sessionId, videoId: null, kind: 'live', title: '刑法直播', totalSeconds: 3600, watchedSeconds: 3600 },
        ...{ projectId: company.ids.project, playCount: 2 },
      },
    ]);
    expect((await attend(student, sessionId, { lessonKind: 'replay', startedAt: hoursAgo(1) })).code).toBe('0');
    expect(await lessons(student)).toHaveLength(2);
  });

  it.each<[string, Readonly<Record<string, unknown>>, Partial<Attend>, string]>([
    ['that was called off', { status: 'cancelled' }, {}, 'E_WATCH_SPAN'],
    ['before it began', {}, { startedAt: hoursAgo(4) }, 'E_WATCH_SPAN'],
    ['beyond its end', {}, { toSecond: 3601 }, 'E_WATCH_SPAN'],
    ['that is not there', {}, { sessionId: crypto.randomUUID() }, 'E_NOT_FOUND'],
  ])('is refused %s', async (_, over, sent, code) => {
    const student = await company.student();
    expect(codeOf(await attend(student, await company.held(over), sent))).toBe(code);
    expect(await lessons(student)).toEqual([]);
  });

  it('may be asked about, by its project, and commented on once', async () => {
    const sessionId = await company.held();
    const studentId = await company.student();
    const about = { studentId, bizType: 'live', bizId: sessionId, bizSecond: 90 } as const;
    const other = await company.held({ projectId: company.ids.otherProject });
    expect(codeOf(await company.ask({ ...about, bizId: other }))).toBe('E_ASK_SOURCE');
    expect(codeOf(await company.ask({ studentId, bizType: 'live' }))).toBe('E_ASK_SOURCE');
    const asked = await company.stored('student_question', String((await company.ask(about)).data.id));
    expect(asked).toMatchObject({ bizType: 'live', bizId: sessionId, bizTitle: '刑法直播', bizSecond: 90 });
    const said = { kind: 'comment', studentId, targetType: 'live', targetId: sessionId, score: 2 } as const;
    const { data } = await company.tell(said);
    expect(await company.stored('comment', String(data.id))).toMatchObject({
      targetName: '刑法直播',
      status: 'pending',
    });
    expect(codeOf(await company.tell(said))).toBe('E_COMMENT_TWICE');
  });
});
