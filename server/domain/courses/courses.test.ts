import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PreviewAnswer } from '../../../engine/model/wire/index.ts';
import { lessonVideo } from '../../demo/crm/project/lesson-video.ts';
import { send, uploadAs } from '../../testing/multipart.ts';
import { type Office, refusalOf, startOffice } from '../../testing/office.ts';
import { slowly as slowCommits } from '../../testing/slow-commits.ts';
import { ChapterTree } from './chapter-tree.testing.ts';
import {
  type Courses,
  isHeldToItsProject,
  isKeptByTwoAtOnce,
  isLookedInto,
  isPlayedFromEndToEnd,
} from './refused-courses.testing.ts';

let company: Office;
let classTypeId: string;
beforeAll(async () => {
  company = await startOffice();
  await company.hire('academic', 'academic');
  classTypeId = await company.records.insert('class_type', {
    ...{ code: 'full', name: '全程班', projectId: company.ids.project, listPrice: 100, floorPrice: 80, status: 'on' },
    ...{ serviceDays: 365, hasSupervisor: true, guarantee: false },
  });
}, 60_000);
afterAll(() => company.close());

type Body = Readonly<Record<string, unknown>>;
const act = (path: string, body: Body) => company.act('academic', path, body);
const done = (path: string, body: Body) => company.done('academic', path, body);
const said = async (path: string, body: Body) => (await act(path, body)).message;
const modify = (entity: string, id: string, values: Body) => company.modify('academic', entity, id, values);

const belowOf = (parentId: string | null) =>
  parentId === null ? { field: 'parentId', op: 'isNull' } : { field: 'parentId', op: 'eq', value: parentId };

let serial = 0;
const filmFile = async (content: Uint8Array) => {
  const sent = await send(company, 'academic', '/v1/file/upload?kinds=video', '讲.mp4', Buffer.from(content));
  return String(sent.json().data.id);
};
const film = async (over: Body = {}, content: Uint8Array = lessonVideo) => {
  serial += 1;
  const file = await filmFile(content);
  return done('/v1/video/create', { title: `视频${serial}`, projectId: company.ids.project, file, ...over });
};
/** A video that plays. */
const readyFilm = async () => {
  const id = await film();
  await prepared();
  return id;
};
const prepared = async () => {
  await company.run('video.process');
  await company.run('video.processing');
};
const course = async (over: Body = {}) => {
  serial += 1;
  const { project: projectId } = company.ids;
  const courseTypeId = await done('/v1/course/type/create', { name: `类型${serial}`, projectId });
  return done('/v1/course/create', { name: `课程${serial}`, projectId, courseTypeId, free: true, ...over });
};
const chapter = (courseId: string, over: Body = {}) =>
  done('/v1/course/chapter/create', { courseId, title: '章', ...over });
/** A course on sale with one lesson, its video. */
const onSale = async () => {
  const [courseId, videoId] = [await course(), await readyFilm()];
  const lesson = await chapter(courseId, { parentId: await chapter(courseId), title: '第一节', videoId });
  await done('/v1/course/publish', { id: courseId });
  return { courseId, videoId, lesson };
};

describe('a course', () => {
  it('goes from empty to on sale once each lesson has something that plays', async () => {
    const id = await course({ free: false });
    expect(await said('/v1/course/publish', { id })).toBe('至少要有一节课；请填写原价，或标为免费');
    const lesson = await chapter(id, { parentId: await chapter(id), title: '第一节' });
    expect(await company.stored('course_chapter', lesson)).toMatchObject({ kind: 'lesson' });
    await modify('course', id, { listPrice: 99_00 });
    expect(await said('/v1/course/publish', { id })).toBe('有的课节还没有视频或直播时间');
    const videoId = await film();
    expect((await modify('course_chapter', lesson, { videoId })).code).toBe('0');
    expect(await said('/v1/course/publish', { id })).toContain('还不可用');
    await prepared();
    expect(await company.stored('video', videoId)).toMatchObject({ status: 'ready', durationSeconds: 3 });
    await done('/v1/course/publish', { id });
    const seen = await company.call('academic', '/v1/course/view', { id, fields: ['totalSeconds', 'lessonCount'] });
    expect(seen.data).toMatchObject({ totalSeconds: 3, lessonCount: 1 });
  });

  it('keeps what plays while it is on sale, by every door', async () => {
    const { courseId, videoId, lesson } = await onSale();
    const change = (values: Body) => modify('course_chapter', lesson, values);
    const always = '已上架的课程，每节课都要有可用的视频或直播时间';
    expect((await change({ videoId: null })).message).toContain(always);
    expect((await change({ videoId: await film() })).message).toContain(always);
    expect((await act('/v1/course/chapter/delete', { id: lesson })).message).toContain('至少要有一节课');
    expect(refusalOf(await act('/v1/video/disable', { id: videoId }))).toBe('E_VIDEO_IN_USE');
    const parent = (await company.stored('course_chapter', lesson)).parentId;
    expect((await act('/v1/course/chapter/create', { courseId, parentId: parent, title: '空' })).message).toContain(
      always,
    );
  });

  it('has chapters of its own, lessons below them, and one thing to show in each', async () => {
    const [one, other] = [await course(), await course()];
    const top = await chapter(one);
    const create = (over: Body) =>
      act('/v1/course/chapter/create', { courseId: one, parentId: top, title: '节', ...over });
    expect((await create({ courseId: other })).code).toBe('1');
    const lesson = String((await create({})).data.id);
    expect((await create({ parentId: lesson })).message).toContain('课节之下不能再有章节');
    expect((await create({ videoId: await film(), liveAt: new Date().toISOString() })).message).toContain(
      '一节课只能是视频或直播之一',
    );
    const foreign = await company.records.insert('project', {
      ...{ code: `P${serial}`, name: `别的项目${serial}`, enabled: true },
      itemTypeId: (await company.stored('project', String(company.ids.project))).itemTypeId,
    });
    expect((await create({ videoId: await film({ projectId: foreign }) })).message).toContain('视频是另一个项目的');
    const teacherId = await done('/v1/teacher/create', { name: '外项目老师', projectIds: [foreign] });
    expect((await modify('course', one, { teacherIds: [teacherId] })).message).toBe('教师“外项目老师”不教这门课的项目');
    expect((await modify('video', await film(), { teacherId })).message).toContain('教师不教这个项目');
    expect((await act('/v1/course/chapter/move', { id: top, parentId: lesson, before: null })).code).toBe('1');
  });

  it('has its chapters arranged from its own page, by the rules of every other door', async () => {
    const [one, other] = [await course(), await course()];
    const [top, second] = [await chapter(one, { title: '一' }), await chapter(one, { title: '二' })];
    const lesson = await chapter(one, { title: '节', parentId: top });
    const foreign = await chapter(other);
    const onPage = (path: string, body: Body) =>
      company.call<Body>('academic', path, body, {
        ...{ 'idempotency-key': crypto.randomUUID(), 'x-app-page': 'coursedetail' },
      });
    const move = (id: string, parentId: string | null, from: string | null, before: string | null = null) =>
      onPage('/v1/course/chapter/move', { id, parentId, before, from });
    const below = async (parentId: string | null) => {
      const where = { and: [{ field: 'courseId', op: 'eq', value: one }, belowOf(parentId)] };
      const answer = await onPage('/v1/course/chapter/query', { where, fields: ['title'], size: 50, sort: ['sortNo'] });
      expect(answer, JSON.stringify(answer)).toMatchObject({ code: '0' });
      return (answer.data.list as readonly Body[]).map(({ title }) => title);
    };
    expect(await below(null)).toEqual(['一', '二']);
    expect((await move(second, null, null, top)).code).toBe('0');
    expect(await below(null)).toEqual(['二', '一']);
    expect((await move(lesson, second, top)).code).toBe('0');
    expect(await below(second)).toEqual(['节']);
    // Into another course, below a lesson, and by somebody who saw it elsewhere.
    expect(await move(lesson, foreign, second)).toMatchObject({ code: '1' });
    expect((await move(top, lesson, null)).code).toBe('1');
    expect((await move(lesson, null, top)).code).toBe('1');
    expect(await below(second)).toEqual(['节']);
    // Two at once: one of them is first, and the other is told.
    const both = await Promise.all([move(lesson, top, second), move(lesson, null, second)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['0', '1']);
  });

  it('keeps 500 chapters and lessons in their places and orders, however they are moved', async () => {
    const tree = await ChapterTree.of(company, await course());
    expect(tree.size).toBe(500);
    const moves = process.env.TEST_DEPTH === 'deep' ? 500 : 40;
    for (let move = 0; move < moves; move++) await tree.moveSome();
    expect(await tree.stored()).toEqual(tree.below);
    // Nothing goes below itself, nor deeper than three.
    const [part = '', other = ''] = tree.level(1);
    const [chapterId = ''] = tree.below.get(part) ?? [];
    const into = (parentId: string) => act('/v1/course/chapter/move', { id: part, parentId, before: null, from: null });
    expect(JSON.stringify(await into(chapterId))).toContain('E_INPUT_CYCLE');
    expect(JSON.stringify(await into(other))).toContain('E_INPUT_DEPTH');
    expect(await tree.stored()).toEqual(tree.below);
  }, 300_000);

  it('is taken down after the classes on sale that have it were seen', async () => {
    const { courseId } = await onSale();
    await company.records.insert('class_type_course', {
      ...{ classTypeId, courseId, name: '课程', lessonUnits: 10, openRule: 'at_once', sortNo: 9 },
    });
    expect(refusalOf(await act('/v1/course/unpublish', { id: courseId }))).toBe('E_PREVIEW');
    const shown = await act('/v1/course/unpublish', { id: courseId, preview: true });
    expect(shown, JSON.stringify(shown)).toMatchObject({ code: '0' });
    expect(shown.data.preview).toMatchObject({ total: 1 });
    const { digest: previewed } = shown.data.preview as PreviewAnswer;
    await done('/v1/course/unpublish', { id: courseId, previewed });
  });
});

/** Lets what writes lessons or videos take its time, so that two of them meet. */
const slowly = (work: () => Promise<unknown>) => slowCommits(company.database, ['course_chapter', 'video'], work);

describe('a video', () => {
  it('that is broken says why, and is tried again with another file', async () => {
    const id = await film({}, lessonVideo.slice(0, 300));
    await prepared();
    expect(await company.stored('video', id)).toMatchObject({ status: 'failed', durationSeconds: 0 });
    expect((await company.stored('video', id)).failReason).toMatch(/请重新上传/);
    const file = await filmFile(lessonVideo);
    await modify('video', id, { file });
    await done('/v1/video/retry', { id });
    await prepared();
    expect(await company.stored('video', id)).toMatchObject({ status: 'ready', durationSeconds: 3, failReason: null });
    const other = await filmFile(lessonVideo);
    expect((await modify('video', id, { file: other })).code, 'a file in use stays').not.toBe('0');
  });

  it('takes no file that only bears the name of one, and none that was not sent whole', async () => {
    const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(600)]);
    for (const content of [picture, Buffer.from('%PDF-1.4 not a film')]) {
      const sent = (await send(company, 'academic', '/v1/file/upload?kinds=video', '讲.mp4', content)).json();
      expect(sent.code, sent.message).toBe('1');
      expect(sent.message).toContain('讲.mp4');
    }
    // By the door that takes any file it is known for what it is, and no video takes it.
    const asPicture = await uploadAs(company, 'academic', '讲.png', picture);
    const values = { title: '改名', projectId: company.ids.project, file: asPicture };
    expect(JSON.stringify(await act('/v1/video/create', values))).toContain('/file');
    const cut = await film({}, lessonVideo.slice(0, -400));
    await prepared();
    expect((await company.stored('video', cut)).status).toBe('failed');
  });

  it('is never both out of use and in a course on sale, however many try at once', async () => {
    const { courseId, lesson } = await onSale();
    const parentId = (await company.stored('course_chapter', lesson)).parentId;
    const films = await Promise.all(Array.from({ length: 12 }, () => film()));
    await prepared();
    const acts = films.flatMap((videoId, place) => {
      const take = () => act('/v1/course/chapter/create', { courseId, parentId, title: `节${place}`, videoId });
      const stop = () => act('/v1/video/disable', { id: videoId });
      return place % 2 === 0 ? [take, stop] : [stop, take];
    });
    await slowly(() => Promise.all(acts.map((one) => one())));
    const broken = `select 1 from course_chapter l join course c on c.id = l.course_id join video v on v.id = l.video_id
      where c.status = 'on' and v.status <> 'ready' and l.deleted_at is null`;
    expect(await company.database.rows(broken)).toEqual([]);
  });
});

it('materials count who takes them, and name the classes they are for', async () => {
  const file = await uploadAs(company, 'academic', '讲义.txt', Buffer.from('讲义'));
  const body = { name: '讲义', kind: 'handout', projectId: company.ids.project, file, visibleTo: 'class_type' };
  expect((await act('/v1/material/create', body)).message).toContain('请选择指定的班型');
  const id = await done('/v1/material/create', { ...body, classTypeIds: [classTypeId] });
  await Promise.all(Array.from({ length: 5 }, () => act('/v1/material/download', { id })));
  expect(await company.stored('material', id)).toMatchObject({ downloadCount: 5 });
  const lesson = await chapter(await course(), { materialIds: [id] });
  const lessons = async () => (await act('/v1/material/view', { id, fields: ['lessons'] })).data;
  expect(await lessons()).toMatchObject({ lessons: 1 });
  expect((await act('/v1/course/chapter/delete', { id: lesson })).code).toBe('0');
  expect(await lessons()).toMatchObject({ lessons: 0 });
});

const courses = (): Courses => ({ company, film, readyFilm, prepared, course, chapter, onSale, slowly });
describe('a course and its parts', () => isHeldToItsProject(courses));
describe('a course on sale', () => isKeptByTwoAtOnce(courses));
describe('a video and its lessons', () => isPlayedFromEndToEnd(courses));
describe('the file of a video', () => isLookedInto(courses));
