import { createHash } from 'node:crypto';
import type { LoadedRow } from '../../../db/load/table-writer.ts';
import type { Organisation } from '../company/organisation.ts';
import { day, hour, minute } from '../values/calendar.ts';
import type { ProjectCode } from '../values/catalogue.ts';
import { DemoNumbers, demoId } from '../values/demo-ids.ts';
import { onePagePdf } from '../values/one-page-pdf.ts';
import { Random } from '../values/random.ts';
import { lessonVideo } from './lesson-video.ts';

type Plan = {
  readonly project: ProjectCode;
  readonly name: string;
  readonly type: readonly [string, string];
  readonly status: 'on' | 'off' | 'draft';
  readonly price: number;
  /** Parts, their chapters, and the lessons of each. */
  readonly parts: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
};

/** Three courses of three levels, forty lessons together. */
const plans: readonly Plan[] = [
  {
    ...{ project: 'law_exam', name: '法考客观题精讲', type: ['法考录播', '客观题'], status: 'on', price: 1980 },
    parts: {
      民法编: {
        总则: ['民事主体', '法律行为', '代理', '诉讼时效'],
        物权: ['所有权', '用益物权', '担保物权', '占有'],
        合同: ['合同的订立', '合同的履行', '违约责任'],
      },
      刑法编: {
        犯罪论: ['犯罪构成', '正当防卫', '共同犯罪', '未完成形态'],
        刑罚论: ['刑罚的种类', '累犯与自首', '数罪并罚'],
      },
    },
  },
  {
    ...{ project: 'postgraduate', name: '考研英语长难句', type: ['考研录播', '英语'], status: 'off', price: 990 },
    parts: {
      语法编: { 从句: ['名词性从句', '定语从句', '状语从句'], 非谓语: ['不定式', '动名词', '分词'] },
      阅读编: { 细节题: ['定位', '同义替换', '排除法'], 主旨题: ['首尾段', '转折词', '标题题'] },
    },
  },
  {
    ...{ project: 'constructor', name: '一建实务冲刺', type: ['一建录播', '实务'], status: 'draft', price: 1280 },
    parts: {
      施工编: { 进度: ['网络图', '流水施工', '进度调整'], 质量: ['质量计划', '质量验收'] },
      案例编: { 索赔: ['工期索赔', '费用索赔'], 合同: ['合同计价', '变更与签证', '竣工结算'] },
    },
  },
];

const states = [
  ...(['ready', 'ready', 'ready', 'ready', 'ready', 'ready', 'ready'] as const),
  ...(['off', 'off', 'failed', 'transcoding', 'uploading'] as const),
];

/** Where a chapter or lesson stands. */
type Place = {
  readonly courseId: string;
  readonly title: string;
  readonly parentId: string | null;
  readonly sortNo: number;
};
/** A course that students learn in and comment on. */
type CommentedCourse = {
  readonly type: 'course';
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
};
type Video = { readonly id: string; readonly seconds: number };
type Parts = {
  readonly organisation: Organisation;
  readonly now: number;
  readonly add: (entity: string, row: LoadedRow) => void;
};

/** Writes courses with their chapters, videos and materials; its random numbers are its own. */
export class Courses {
  readonly numbers = {
    course: new DemoNumbers('course.courseNo', 'KC'),
    video: new DemoNumbers('video.videoNo', 'VD'),
  };
  /** Contents of the files. */
  readonly contents: readonly { readonly key: string; readonly content: Uint8Array }[];
  readonly #random = new Random(2903);
  readonly #opened: number;
  readonly #author: string;
  readonly #ids = new Map<ProjectCode, string>();
  readonly #named: CommentedCourse[] = [];
  readonly #held: { readonly entity: 'course' | 'video'; readonly projectId: string; readonly row: LoadedRow }[] = [];
  #files = 0;

  constructor(private readonly parts: Parts) {
    this.#opened = parts.now - 40 * day;
    this.#author = parts.organisation.byAccount('academic').id;
    this.contents = [lessonVideo, lessonVideo.slice(0, 300), handout].map((content) => ({
      key: keyOf(content),
      content,
    }));
    for (const plan of plans) this.#course(plan);
    this.#materials();
  }

  /** What students comment on: the first courses. */
  commented(): readonly CommentedCourse[] {
    return this.#named.slice(0, 2);
  }

  /** Writes the courses and videos, now that it is known who teaches in their projects. */
  settle(teachers: readonly { readonly id: string; readonly projectIds: readonly string[] }[]): void {
    for (const { entity, projectId, row } of this.#held) {
      const ids = teachers.filter(({ projectIds }) => projectIds.includes(projectId)).map(({ id }) => id);
      const taught = entity === 'course' ? { teacherIds: ids.slice(0, 2) } : { teacherId: ids[0] ?? null };
      this.parts.add(entity, { ...row, ...taught });
    }
  }

  #hold(entity: 'course' | 'video', projectId: string, row: LoadedRow): void {
    this.#held.push({ entity, projectId, row });
  }

  /** The course of a project; undefined where it has none. */
  courseOf(project: ProjectCode): string | undefined {
    return this.#ids.get(project);
  }

  #base(at = this.#opened) {
    return { id: demoId(at, this.#random), createdAt: at, createdBy: this.#author };
  }

  #course({ project, name, type, status, price, parts }: Plan): void {
    const { organisation, add } = this.parts;
    const projectId = organisation.projectId(project);
    const [top, below] = type.map((title) => ({ ...this.#base(), name: title, projectId, enabled: true, sortNo: 1 }));
    if (top === undefined || below === undefined) return;
    add('course_type', top);
    add('course_type', { ...below, parentId: top.id });
    const videos = this.#videos(project, projectId, name);
    const course = {
      ...this.#base(),
      projectId,
      name,
      courseTypeId: below.id,
      kind: status === 'draft' ? 'mixed' : 'video',
    };
    this.#ids.set(project, course.id);
    if (status !== 'draft') this.#named.push({ type: 'course', id: course.id, name, projectId });
    this.#hold('course', projectId, {
      ...{
        ...course,
        courseNo: this.numbers.course.next(course.createdAt),
        listPrice: price * 100,
        free: false,
        status,
      },
      intro: `<p>${name}：按考纲逐章讲解，每节课配讲义。</p>`,
    });
    this.#chapters(course.id, parts, status === 'draft' ? undefined : videos, videos.slice(0, 4));
  }

  #chapters(
    courseId: string,
    parts: Plan['parts'],
    videos: readonly Video[] | undefined,
    first: readonly Video[],
  ): void {
    let lessons = 0;
    for (const [place, [part, chapters]] of Object.entries(parts).entries()) {
      const partId = this.#chapter({ courseId, title: part, parentId: null, sortNo: place + 1 });
      for (const [at, [title, names]] of Object.entries(chapters).entries()) {
        const parentId = this.#chapter({ courseId, title, parentId: partId, sortNo: at + 1 });
        for (const [sort, lesson] of names.entries()) {
          const shown = videos === undefined ? first[lessons] : videos[lessons % videos.length];
          this.#lesson({ courseId, title: lesson, parentId, sortNo: sort + 1 }, lessons, shown, videos === undefined);
          lessons += 1;
        }
      }
    }
  }

  #chapter(where: Place): string {
    const row = { ...this.#base(), ...where, kind: 'chapter', free: false };
    this.parts.add('course_chapter', row);
    return row.id;
  }

  /** A lesson; a draft has some without anything yet, and one that is live. */
  #lesson(where: Place, place: number, video: Video | undefined, isDraft: boolean): void {
    this.parts.add('course_chapter', {
      ...{ ...this.#base(), ...where, kind: 'lesson', free: place === 0 },
      ...{ videoId: video?.id ?? null, videoSeconds: video?.seconds ?? null },
      liveAt: isDraft && place === 4 ? this.parts.now + 3 * day : null,
    });
  }

  /** The videos of a project: with one film that plays, one that is broken, and one still to be uploaded. */
  #videos(project: ProjectCode, projectId: string, course: string): readonly Video[] {
    const own = plans.findIndex((plan) => plan.project === project);
    return states
      .filter((_, place) => place % plans.length === own)
      .map((status, place) => {
        const at = this.#opened + place * hour;
        const row = this.#base(at);
        const content = status === 'failed' ? lessonVideo.slice(0, 300) : lessonVideo;
        const file = status === 'uploading' ? null : this.#file('video', row.id, `第${place + 1}讲.mp4`, content);
        const seconds = status === 'ready' || status === 'off' ? 3 : 0;
        this.#hold('video', projectId, {
          ...{ ...row, videoNo: this.numbers.video.next(at), title: `${course} 第${place + 1}讲`, projectId, status },
          ...{ file, durationSeconds: seconds, playCount: seconds * (place + 7), category: '精讲' },
          failReason: status === 'failed' ? '文件不完整，请重新上传' : null,
        });
        return { id: row.id, seconds, status };
      })
      .filter(({ status }) => status === 'ready');
  }

  #materials(): void {
    const { organisation, add } = this.parts;
    const author = { ...this.#base(), name: '教研中心', title: '教研组', enabled: true };
    add('author', author);
    for (const [place, { project, name }] of [...plans, ...plans, ...plans, ...plans].slice(0, 10).entries()) {
      const row = this.#base(this.#opened + place * 20 * minute);
      const kind = place % 2 === 0 ? 'handout' : 'material';
      const title = `${name}${kind === 'handout' ? '讲义' : '资料'}${Math.floor(place / 3) + 1}`;
      add('material', {
        ...{ ...row, name: title, kind, projectId: organisation.projectId(project), courseId: this.#ids.get(project) },
        ...{ file: this.#file('material', row.id, `${title}.pdf`, handout), authorId: author.id, pageCount: 1 },
        ...{ downloadAllowed: true, visibleTo: place % 3 === 0 ? 'all' : 'student', downloadCount: place * 3 },
        enabled: place !== 9,
      });
    }
  }

  #file(entity: string, rowId: string, name: string, content: Uint8Array): string {
    this.#files += 1;
    const { id, createdAt, createdBy } = this.#base(this.#opened + this.#files);
    const isVideo = entity === 'video';
    this.parts.add('file_object', {
      ...{ id, createdAt, createdBy, name, kind: isVideo ? 'video' : 'doc' },
      ...{ mime: isVideo ? 'video/mp4' : 'application/pdf', size: content.length, storageKey: keyOf(content) },
      ...{ sha256: digestOf(content), bizEntity: entity, bizId: rowId, private: true },
    });
    return id;
  }
}

const digestOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const keyOf = (content: Uint8Array) => digestOf(content).slice(0, 40);

const handout = onePagePdf('Course handout');
