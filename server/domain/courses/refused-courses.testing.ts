import { expect, it } from 'vitest';
import { lessonVideo } from '../../demo/crm/project/lesson-video.ts';
import { uploadAs } from '../../testing/multipart.ts';
import { type Office, refusalOf } from '../../testing/office.ts';

type Body = Readonly<Record<string, unknown>>;

/** The courses of the company, and how their parts are made. */
export type Courses = {
  readonly company: Office;
  readonly film: (over?: Body, content?: Uint8Array) => Promise<string>;
  readonly readyFilm: () => Promise<string>;
  readonly prepared: () => Promise<void>;
  readonly course: (over?: Body) => Promise<string>;
  readonly chapter: (courseId: string, over?: Body) => Promise<string>;
  readonly onSale: () => Promise<{ courseId: string; videoId: string; lesson: string }>;
  readonly slowly: (work: () => Promise<unknown>) => Promise<void>;
};

/** What is refused of courses, their lessons, videos and materials. */
export function isHeldToItsProject(of: () => Courses): void {
  const act = (path: string, body: Body) => of().company.act('academic', `/v1/${path}`, body);
  const done = (path: string, body: Body) => of().company.done('academic', `/v1/${path}`, body);
  const modify = (entity: string, id: string, values: Body) => of().company.modify('academic', entity, id, values);
  let foreign: string | undefined;
  const foreignProject = async () => {
    const { company } = of();
    const { itemTypeId } = await company.stored('project', String(company.ids.project));
    foreign ??= await company.records.insert('project', { code: 'cf', name: '外', itemTypeId, enabled: true });
    return foreign;
  };

  it('is of one project with its type, teachers and materials, and stays there', async () => {
    const { company, course } = of();
    const id = await course();
    const projectId = await foreignProject();
    const courseTypeId = await done('course/type/create', { name: '外类型', projectId });
    expect((await modify('course', id, { courseTypeId })).message).toBe('课程类型是另一个项目的');
    expect((await modify('course', id, { projectId, courseTypeId })).message).toBe('课程的项目不能更改');
    const teacherId = await done('teacher/create', { name: '外来', projectIds: [projectId] });
    const { courseTypeId: own } = await company.stored('course', id);
    const values = { name: '新课', projectId: company.ids.project, courseTypeId: own, free: true };
    expect(refusalOf(await act('course/create', { ...values, teacherIds: [teacherId] }))).toBe('E_COURSE_TEACHER');
    const file = await uploadAs(company, 'academic', '讲义.txt', Buffer.from('讲义'));
    const material = { name: '外讲义', kind: 'handout', projectId, file, courseId: id };
    expect((await act('material/create', material)).message).toBe('课程是另一个项目的');
  });

  it('is changed in four fields while it is on sale', async () => {
    const { onSale } = of();
    const { courseId } = await onSale();
    for (const values of [{ free: false }, { listPrice: 100 }, { kind: 'live' }])
      expect(refusalOf(await modify('course', courseId, values))).toBe('E_NOT_EDITABLE');
    expect((await modify('course', courseId, { name: '改名', sortNo: 3 })).code).toBe('0');
  });

  it('has lessons that stay lessons, and chapters that show nothing themselves', async () => {
    const { chapter, course, film } = of();
    const id = await course();
    const top = await chapter(id);
    const lesson = await chapter(id, { parentId: top, title: '节' });
    expect((await modify('course_chapter', lesson, { kind: 'chapter' })).message).toBe(
      '章与课节不能互换，请删除后重新添加',
    );
    for (const values of [{ videoId: await film() }, { liveAt: new Date().toISOString() }])
      expect((await modify('course_chapter', top, values)).message).toContain('视频与直播写在课节上，章没有');
  });
}

/** What two who are at work in the same moment leave of a course on sale. */
export function isKeptByTwoAtOnce(of: () => Courses): void {
  const act = (path: string, body: Body) => of().company.act('academic', `/v1/${path}`, body);

  it('keeps a lesson when its last two are deleted at once, and none that is empty comes in while it goes on sale', async () => {
    const { company, chapter, course, onSale, readyFilm, slowly } = of();
    for (let round = 0; round < 3; round += 1) {
      const { courseId, lesson } = await onSale();
      const { parentId } = await company.stored('course_chapter', lesson);
      const other = await chapter(courseId, { parentId, title: '第二节', videoId: await readyFilm() });
      const draft = await course();
      const top = await chapter(draft);
      await chapter(draft, { parentId: top, title: '节', videoId: await readyFilm() });
      await slowly(() =>
        Promise.all([
          act('course/chapter/delete', { id: lesson }),
          act('course/chapter/delete', { id: other }),
          act('course/publish', { id: draft }),
          act('course/chapter/create', { courseId: draft, parentId: top, title: '空的一节' }),
        ]),
      );
      const lessons = "select 1 from course_chapter where course_id = $1 and kind = 'lesson' and deleted_at is null";
      expect(await company.database.rows(lessons, [courseId])).toHaveLength(1);
    }
    const empty = `select 1 from course_chapter l join course c on c.id = l.course_id
      where c.status = 'on' and l.kind = 'lesson' and l.video_id is null and l.live_at is null and l.deleted_at is null`;
    expect(await company.database.rows(empty)).toEqual([]);
  });
}

/** What a video goes through, and where it may not go. */
export function isPlayedFromEndToEnd(of: () => Courses): void {
  const act = (path: string, body: Body) => of().company.act('academic', `/v1/${path}`, body);
  const modify = (entity: string, id: string, values: Body) => of().company.modify('academic', entity, id, values);

  it('is made ready from a file, known to its lessons by its length, and stays in its project', async () => {
    const { company, chapter, course, film, prepared } = of();
    const empty = await company.done('academic', '/v1/video/create', {
      ...{ title: '没有文件', projectId: company.ids.project },
    });
    const videoId = await film();
    const id = await course();
    const lesson = await chapter(id, { parentId: await chapter(id), title: '节', videoId });
    expect(await company.stored('course_chapter', lesson)).toMatchObject({ videoSeconds: 0 });
    await prepared();
    expect(await company.stored('video', empty)).toMatchObject({ status: 'uploading' });
    expect(await company.stored('course_chapter', lesson)).toMatchObject({ videoSeconds: 3 });
    const { itemTypeId } = await company.stored('project', String(company.ids.project));
    const projectId = await company.records.insert('project', { code: 'cv', name: '另外', itemTypeId, enabled: true });
    expect(refusalOf(await modify('video', videoId, { projectId }))).toBe('E_NOT_EDITABLE');
    await company.database.rows("update video set status = 'failed', fail_reason = '没有' where id = $1", [empty]);
    expect((await act('video/retry', { id: empty })).message).toContain('还没有视频文件');
  });

  it('is taken out of use where no lesson on sale shows it any more', async () => {
    const { chapter, course, onSale, readyFilm } = of();
    const { videoId, lesson } = await onSale();
    expect(refusalOf(await act('video/disable', { id: videoId }))).toBe('E_VIDEO_IN_USE');
    const parentId = (await of().company.stored('course_chapter', lesson)).parentId;
    const { courseId } = await of().company.stored('course_chapter', lesson);
    await chapter(String(courseId), { parentId, title: '另一节', videoId: await readyFilm() });
    expect((await act('course/chapter/delete', { id: lesson })).code).toBe('0');
    expect((await act('video/disable', { id: videoId })).code).toBe('0');
    // A course that is not on sale keeps nobody from it.
    const [draft, other] = [await course(), await readyFilm()];
    await chapter(draft, { parentId: await chapter(draft), title: '节', videoId: other });
    expect((await act('video/disable', { id: other })).code).toBe('0');
  });

  it('is never both out of use and in a lesson on sale, whether it is put there or was there before', async () => {
    const { company, chapter, course, onSale, readyFilm, slowly } = of();
    const { courseId, lesson } = await onSale();
    const parentId = (await company.stored('course_chapter', lesson)).parentId;
    for (let round = 0; round < 4; round += 1) {
      const [one, two] = [await readyFilm(), await readyFilm()];
      const taken = await chapter(courseId, { parentId, title: `换${round}`, videoId: one });
      const draft = await course();
      await chapter(draft, { parentId: await chapter(draft), title: '节', videoId: one });
      const [still, again] = [await readyFilm(), await course()];
      await chapter(again, { parentId: await chapter(again), title: '节', videoId: still });
      await slowly(() =>
        Promise.all([
          modify('course_chapter', taken, { videoId: two }),
          act('video/disable', { id: two }),
          act('course/publish', { id: again }),
          act('video/disable', { id: still }),
        ]),
      );
    }
    const broken = `select 1 from course_chapter l join course c on c.id = l.course_id join video v on v.id = l.video_id
      where c.status = 'on' and v.status <> 'ready' and l.deleted_at is null`;
    expect(await company.database.rows(broken)).toEqual([]);
  });
}

/** What is told of a file that cannot be played. */
export function isLookedInto(of: () => Courses): void {
  it('that lasts a day and more, or no time at all, is none', async () => {
    const { company, film, prepared } = of();
    const [long, none] = [await film({}, lasting(25 * 3600)), await film({}, lasting(0))];
    await prepared();
    expect(await company.stored('video', long)).toMatchObject({ status: 'failed', failReason: '时长超过 24 小时' });
    expect(await company.stored('video', none)).toMatchObject({
      ...{ status: 'failed', failReason: '读不出时长，请转换格式后重新上传' },
    });
  });

  it('without a picture, or without its file by the time it is made ready, is none', async () => {
    const { company, film, prepared } = of();
    const empty = await film(
      {},
      Buffer.from(Buffer.from(lessonVideo).toString('latin1').replace('trak', 'skip'), 'latin1'),
    );
    const gone = await film();
    await company.database.rows("update video set status = 'transcoding', file = null where id = $1", [gone]);
    await prepared();
    expect(await company.stored('video', empty)).toMatchObject({
      ...{ status: 'failed', failReason: '文件损坏，或其中没有画面，请重新上传' },
    });
    expect(await company.stored('video', gone)).toMatchObject({ status: 'failed', failReason: '没有视频文件，请上传' });
  });
}

/** The small film, as if it played so many seconds: each picture stands in its list with how long it is shown. */
function lasting(seconds: number): Buffer {
  const film = Buffer.from(lessonVideo);
  const [header, list] = [film.indexOf('mdhd') + 4, film.indexOf('trun') + 4];
  const [unitsInSecond, pictures] = [film.readUInt32BE(header + 20), film.readUInt32BE(list + 4)];
  const shown = Math.round((seconds * unitsInSecond) / pictures);
  for (let picture = 0; picture < pictures; picture += 1) film.writeUInt32BE(shown, list + 16 + 8 * picture);
  return film;
}
