import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../../engine/model/time/index.ts';
import type { PreviewAnswer } from '../../../engine/model/wire/index.ts';
import { csvStream } from '../../files/table/write-csv.ts';
import { importDriver } from '../../testing/import-driver.ts';
import { type Office, refusalOf, startOffice } from '../../testing/office.ts';
import { slowly } from '../../testing/slow-commits.ts';
import { isHandedOver, isTaughtFromDayToDay, isWrittenDown, type Teaching } from './refused-teaching.testing.ts';

let company: Office;
beforeAll(async () => {
  company = await startOffice();
  await company.hire('academic', 'academic');
  await company.hire('teacher', 'teacher');
}, 60_000);
afterAll(() => company.close());

type Body = Readonly<Record<string, unknown>>;
const act = (path: string, body: Body) => company.act('academic', path, body);
const done = (path: string, body: Body) => company.done('academic', path, body);
const said = async (path: string, body: Body) => (await act(path, body)).message;
const modify = (entity: string, id: string, values: Body) => company.modify('academic', entity, id, values);
/** The day so many days from now. */
/** A day of the company's, from today. */
const dayIn = (days: number) => addDays(dayOf(Date.now()), days);

let serial = 0;
const law = (over: Body = {}) => {
  serial += 1;
  const dates = { publishOn: '2020-01-01', effectiveOn: '2020-03-01' };
  return { title: `条例${serial}`, category: 'law', ...dates, content: '<p>第一条</p>', ...over };
};

describe('a law', () => {
  it('takes effect no earlier than it is made public, waits for its day, and takes effect by itself', async () => {
    const early = await act('/v1/law/regulation/create', law({ effectiveOn: '2019-12-31' }));
    expect(refusalOf(early)).toBe('E_RULE');
    expect(early.message).toBe('施行日期不能早于公布日期');
    const coming = await done('/v1/law/regulation/create', law({ effectiveOn: dayIn(20) }));
    const valid = await done('/v1/law/regulation/create', law());
    expect(await company.stored('law_regulation', coming)).toMatchObject({ validity: 'pending' });
    expect(await company.stored('law_regulation', valid)).toMatchObject({ validity: 'valid' });
    expect((await modify('law_regulation', valid, { effectiveOn: dayIn(3) })).message).toBe(
      '已生效的法规，施行日期不能在今天之后',
    );
    await company.run('law_regulation.takeEffect');
    expect(await company.stored('law_regulation', coming)).toMatchObject({ validity: 'pending' });
    expect((await modify('law_regulation', coming, { effectiveOn: dayIn(-1) })).code).toBe('0');
    await company.run('law_regulation.takeEffect');
    expect(await company.stored('law_regulation', coming)).toMatchObject({ validity: 'valid' });
    expect(refusalOf(await act('/v1/law/regulation/take/effect', { id: valid }))).toBe('E_NO_PERMISSION');
  });

  it('stays where it can be read once repealed: not changed, taken down or deleted; teachers read and print it', async () => {
    const id = await done('/v1/law/regulation/create', law());
    const next = await done('/v1/law/regulation/create', law());
    await done('/v1/law/regulation/repeal', { id, repealedOn: '2021-01-01', replacedById: next });
    expect(refusalOf(await modify('law_regulation', id, { title: '改名' }))).toBe('E_NOT_EDITABLE');
    expect(await said('/v1/law/regulation/status/modify', { id, enabled: false })).toBe(
      '“已废止”的法律法规不能修改上架',
    );
    expect(await said('/v1/law/regulation/delete', { id })).toBe('已废止的法规仍须可查，不能删除');
    expect(await company.stored('law_regulation', id)).toMatchObject({ enabled: true, validity: 'repealed' });
    const read = await company.act('teacher', '/v1/law/regulation/view', {
      id,
      fields: ['content', 'replacedBy.title'],
    });
    expect(read.data).toMatchObject({ content: '<p>第一条</p>' });
    expect((await company.act('teacher', '/v1/law/regulation/print/text', { ids: [id] })).code).toBe('0');
    expect(refusalOf(await company.act('teacher', '/v1/law/regulation/repeal', { id: next }))).toBe('E_NO_PERMISSION');
  });

  it('keeps no script and no picture of another place in its text', async () => {
    const content = '<p onclick="x()">甲<script>x()</script><img src="http://other.example/a.png">乙</p>';
    const id = await done('/v1/law/regulation/create', law({ content }));
    expect((await company.stored('law_regulation', id)).content).toBe('<p>甲乙</p>');
  });
});

describe('an English word', () => {
  const word = (text: string, over: Body = {}) => ({ word: text, meaning: '释义', level: 'cet4', ...over });

  it('is there once, whatever its case, and is shown as it was written', async () => {
    const id = await done('/v1/english/word/create', word('American'));
    for (const text of ['american', 'AMERICAN'])
      expect(await act('/v1/english/word/create', word(text))).toMatchObject({
        data: { error: { code: 'E_INPUT_INVALID', faults: [{ code: 'E_INPUT_DUPLICATE', pointer: '/word' }] } },
      });
    const checked = await act('/v1/english/word/check', { field: 'word', value: 'aMERICAN' });
    expect(checked.data).toMatchObject({ free: false, id, label: 'American' });
    const own = await act('/v1/english/word/check', { field: 'word', value: 'american', id });
    expect(own.data).toMatchObject({ free: true });
    await done('/v1/english/word/delete', { id });
    await done('/v1/english/word/create', word('american'));
    expect(refusalOf(await act('/v1/english/word/restore', { id }))).toBe('E_RESTORE');
  });

  it('is made once by fifty who add it at the same time in different cases', async () => {
    const texts = Array.from({ length: 50 }, (_, place) => (place % 2 === 0 ? 'Monday' : 'MONDAY'));
    const answers = await Promise.all(texts.map((text) => act('/v1/english/word/create', word(text))));
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
  });

  const isDeep = process.env.TEST_DEPTH === 'deep';
  // A hundred thousand rows with those below: as many as a file may have.
  const many = isDeep ? 99_995 : 300;

  it('is changed by an import that brings it again, and bad rows come back with their reasons', async () => {
    const id = await done('/v1/english/word/create', word('Import', { phonetic: 'ˈɪmpɔːt' }));
    const driver = importDriver(company);
    const good = Array.from({ length: many }, (_, place) => [`word${place}`, `第 ${place} 个`, '六级', '']);
    const rows = [
      ['单词', '释义', '词库', '单元'],
      ['IMPORT', '进口', '六级', '3'],
      ...good,
      ['import', '第二次', '六级', '3'],
      ['', '没有单词', '六级', ''],
      ['unit', '单元', '六级', '零'],
      ['list', '表', '雅思', ''],
    ];
    const chunks: Buffer[] = [];
    for await (const chunk of csvStream(rows)) chunks.push(Buffer.from(chunk));
    const fileId = await driver.upload('academic', '单词.csv', Buffer.concat(chunks));
    const mapping = { word: 0, meaning: 1, level: 2, unitNo: 3 };
    const asked = { fileId, mapping, by: ['word'], policy: 'update' };
    const result = await driver.done(await driver.run('academic', 'english_word', asked));
    expect(result).toMatchObject({ result: { created: many, updated: 1, failed: 4 } });
    expect(await company.stored('english_word', id)).toMatchObject({
      ...{ word: 'IMPORT', meaning: '进口', level: 'cet6', unitNo: 3, phonetic: 'ˈɪmpɔːt' },
    });
    expect(await company.records.count('english_word', { word: 'import' })).toBe(0);
  }, 900_000);
});

describe('a type of projects', () => {
  it('is not deleted while a project is of it', async () => {
    const { itemTypeId } = await company.stored('project', String(company.ids.project));
    expect(await said('/v1/project/item/type/delete', { id: itemTypeId })).toContain('还有项目属于这个类型');
    const id = await done('/v1/project/item/type/create', { code: 'new', name: '新类型' });
    await done('/v1/project/item/type/delete', { id });
    expect((await act('/v1/project/item/type/restore', { id })).code).toBe('0');
  });
});

describe('a teacher and his trainees', () => {
  let [classTypeId, otherClass] = ['', ''];
  beforeAll(async () => {
    const classType = (code: string) =>
      company.records.insert('class_type', {
        ...{ code, name: code, projectId: company.ids.project, listPrice: 100, floorPrice: 80, status: 'on' },
        ...{ serviceDays: 365, hasSupervisor: true, guarantee: false },
      });
    [classTypeId, otherClass] = [await classType('c1'), await classType('c2')];
  });
  const student = () => {
    serial += 1;
    return company.records.insert('student', {
      ...{ studentNo: `XY${serial}`, realName: `学员${serial}`, mobile: `1390000${1000 + serial}` },
      registeredAt: '2026-01-01T00:00:00Z',
    });
  };
  const teacher = (over: Body = {}) => {
    serial += 1;
    return done('/v1/teacher/create', { name: `教师${serial}`, projectIds: [company.ids.project], ...over });
  };
  const assign = (teacherId: string, studentId: string, over: Body = {}) =>
    act('/v1/teacher/trainee/create', { teacherId, studentId, classTypeId, ...over });
  const assigned = async (teacherId: string) => String((await assign(teacherId, await student())).data.id);
  /** Hands his trainees over, after looking at who they are. */
  const handOver = async (id: string, toTeacherId: string) => {
    const body = { id, toTeacherId, endReason: '离职' };
    type Seen = { readonly preview: PreviewAnswer };
    const { data } = await company.call<Seen>('academic', '/v1/teacher/hand/over', { ...body, preview: true });
    const { digest, rows } = data.preview;
    return { rows, answer: await act('/v1/teacher/hand/over', { ...body, previewed: digest }) };
  };
  const activeOf = (teacherId: string) => company.records.count('teacher_trainee', { teacherId, status: 'active' });

  const teaching = (): Teaching => ({ company, classTypeId, student, teacher, assign });
  describe('a trainee', () => isTaughtFromDayToDay(teaching));
  describe('whose teacher leaves', () => isHandedOver(teaching));
  describe('with whom something was done', () => isWrittenDown(teaching));

  it('has a student of a class once: one active teacher, whoever assigns at the same time', async () => {
    const [first, second, studentId] = [await teacher(), await teacher(), await student()];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) => assign(place % 2 === 0 ? first : second, studentId)),
    );
    const [made, ...more] = answers.filter(({ code }) => code === '0');
    expect(more).toEqual([]);
    expect(JSON.stringify(answers.find(({ code }) => code !== '0'))).toContain('在这个班型已有在带的教师');
    expect((await assign(second, studentId, { classTypeId: null })).code).toBe('0');
    expect(JSON.stringify(await assign(first, studentId, { classTypeId: null }))).toContain(
      '（不分班型）已有在带的教师',
    );
    const id = String(made?.data.id);
    const end = (endOn: string) => act('/v1/teacher/trainee/end', { id, endOn, endReason: '课程结束' });
    expect((await end('2020-01-01')).message).toBe('结束日期不能早于开始日期');
    const { startOn } = await company.stored('teacher_trainee', id);
    expect((await end(String(startOn))).code).toBe('0');
    expect(await company.stored('teacher_trainee', id)).toMatchObject({ status: 'ended', endOn: startOn });
    expect((await assign(second, studentId)).code).toBe('0');
    expect(await said('/v1/teacher/trainee/delete', { id })).toContain('留作记录');
  });

  it('is assigned who learns what he teaches', async () => {
    const itemTypeId = await done('/v1/project/item/type/create', { code: 'far', name: '远' });
    const projectId = await company.records.insert('project', { code: 'far', name: '远', itemTypeId, enabled: true });
    const far = await teacher({ projectIds: [projectId] });
    expect((await assign(far, await student())).message).toBe('教师不教这个班型的项目');
  });

  it('leaves once somebody else has his trainees, who are shown first, and gets none afterwards', async () => {
    const [leaver, next] = [await teacher(), await teacher()];
    const ids = [await assigned(leaver), await assigned(leaver)];
    const leave = () => act('/v1/teacher/leave', { id: leaver, leftOn: dayIn(0) });
    expect((await leave()).message).toBe('还有在带的学员，请先交接学员');
    const { rows, answer } = await handOver(leaver, next);
    expect(rows).toHaveLength(2);
    expect(answer.code).toBe('0');
    expect([await activeOf(leaver), await activeOf(next)]).toEqual([0, 2]);
    for (const id of ids)
      expect(await company.stored('teacher_trainee', id)).toMatchObject({
        teacherId: leaver,
        status: 'ended',
        endReason: '离职',
      });
    expect((await leave()).code).toBe('0');
    expect(refusalOf(await assign(leaver, await student()))).not.toBe('0');
    const moved = await assigned(next);
    const back = { id: moved, toTeacherId: leaver, endReason: '换回' };
    expect(refusalOf(await act('/v1/teacher/trainee/transfer', back))).not.toBe('0');
    expect(await company.stored('teacher_trainee', moved)).toMatchObject({ status: 'active' });
    expect(await said('/v1/teacher/delete', { id: leaver })).toContain('请办理离职');
  });

  const session = (teacherId: string, hour: number) => {
    const startAt = Date.now() + hour * 3_600_000;
    const moments = { startAt: new Date(startAt).toISOString(), endAt: new Date(startAt + 3_000_000).toISOString() };
    return act('/v1/class/session/create', { title: `第 ${hour} 讲`, classTypeId, teacherId, ...moments });
  };
  const openOf = (teacherId: string) => company.records.count('class_session', { teacherId, status: 'scheduled' });

  it('leaves once somebody else teaches his sessions, all of them or none, and what is in the way is named', async () => {
    const [leaver, busy, next] = [await teacher(), await teacher(), await teacher()];
    const ids = [];
    for (const hour of [10, 20, 30]) ids.push(String((await session(leaver, hour)).data.id));
    const [given = '', , over = ''] = ids;
    const leave = () => act('/v1/teacher/leave', { id: leaver, leftOn: dayIn(0) });
    expect((await leave()).message).toBe('还有未上完的课次，请先交接课次');
    // The class of his is elsewhere at that hour by then: what is in the way is the hour of who takes over.
    const { startAt, endAt, projectId, lessonUnits } = await company.stored('class_session', given);
    await company.records.insert('class_session', {
      ...{ startAt, endAt, projectId, lessonUnits, status: 'scheduled' },
      ...{ title: '撞上的课', teacherId: busy, classTypeId: otherClass },
    });
    await company.database.rows(
      "update class_session set start_at = now() - interval '2 hours', end_at = now() - interval '1 hour' where id = $1",
      [over],
    );
    const give = async (toTeacherId: string) => {
      const body = { id: leaver, toTeacherId };
      type Seen = { readonly preview: PreviewAnswer };
      const { data } = await company.call<Seen>('academic', '/v1/teacher/hand/over/sessions', {
        ...body,
        preview: true,
      });
      expect(data.preview.total).toBe(2);
      return act('/v1/teacher/hand/over/sessions', { ...body, previewed: data.preview.digest });
    };
    expect(JSON.stringify(await give(busy))).toContain('撞上的课');
    expect(await openOf(leaver)).toBe(3);
    expect((await give(next)).code).toBe('0');
    expect([await openOf(leaver), await openOf(next)]).toEqual([1, 2]);
    expect(await company.stored('class_session', given)).toMatchObject({ teacherId: next, originalTeacherId: leaver });
    await done('/v1/class/session/finish', { id: over });
    expect((await leave()).code).toBe('0');
    expect(refusalOf(await session(leaver, 50))).not.toBe('0');
    expect(refusalOf(await act('/v1/class/session/substitute', { id: given, teacherId: leaver }))).not.toBe('0');
  });

  it('has neither trainee nor session when he left, however close the two are', async () => {
    const rounds = process.env.TEST_DEPTH === 'deep' ? 100 : 16;
    for (let round = 0; round < rounds; round++) {
      const [id, studentId] = [await teacher(), await student()];
      const given = () => (round % 2 === 0 ? assign(id, studentId) : session(id, 100 + round));
      const both = () => Promise.all([act('/v1/teacher/leave', { id, leftOn: dayIn(0) }), given()]);
      // Close by themselves, and so that each has looked before the other has written.
      await (round % 4 < 2 ? both() : slowly(company.database, ['teacher', 'teacher_trainee', 'class_session'], both));
      const { status } = await company.stored('teacher', id);
      const has = (await activeOf(id)) + (await openOf(id));
      expect([status, has]).toEqual(status === 'left' ? ['left', 0] : ['active', 1]);
    }
  });

  it('sees his own trainees without their numbers, and writes down what he did with them alone', async () => {
    const staffId = (await company.records.findOne('staff', { account: 'teacher' }))?.id;
    const [own, other] = [await teacher({ staffId }), await teacher()];
    const [mine, theirs] = [await assigned(own), await assigned(other)];
    const asTeacher = (path: string, body: Body) => company.act('teacher', path, body);
    const fields = ['studentName', 'student.mobile'];
    const list = await asTeacher('/v1/teacher/trainee/query', { fields });
    expect(list.data).toMatchObject({ list: [{ id: mine }] });
    expect(JSON.stringify(list.data)).not.toContain('139');
    const fee = await asTeacher('/v1/teacher/trainee/query', { fields: ['teacher.hourFee'] });
    expect(refusalOf(fee)).toBe('E_INPUT_INVALID');
    const note = (traineeId: string, over: Body = {}) =>
      asTeacher('/v1/teacher/interaction/create', { traineeId, kind: 'guidance', content: '讲了作业', ...over });
    const noted = await note(mine, { minutes: 30 });
    expect(await company.stored('teacher_interaction', String(noted.data.id))).toMatchObject({ teacherId: own });
    expect(refusalOf(await note(theirs))).not.toBe('0');
    expect((await note(mine, { occurredAt: new Date(Date.now() + 3_600_000).toISOString() })).message).toBe(
      '互动时间不能晚于现在',
    );
    expect((await note(mine, { score: 5 })).message).toContain('学员的评分由教务登记');
    await modify('teacher_interaction', String(noted.data.id), { score: 4 });
    const seen = await company.act('academic', '/v1/teacher/view', { id: own, fields: ['scoreAvg', 'rated'] });
    expect(seen.data).toMatchObject({ scoreAvg: 4, rated: 1 });
  });
});
