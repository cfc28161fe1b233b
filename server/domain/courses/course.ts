import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { courseText } from '../../texts/domain/course-text.ts';
import { refuseCourse } from './errors.ts';

/** Most lessons and chapters of a course that are looked at. */
const maxChapters = 5000;
/** Most teachers of a course that are looked at. */
const maxTeachers = 200;

/** Rules of courses: what goes on sale can be played, and stays so while it is being looked at. */
export const courseRules: DomainRules = {
  entity: 'course',
  async beforeCreate(values, context) {
    await refuseForeignTeachers(values, values.teacherIds, context);
    return {};
  },
  async beforeModify(course, { teacherIds }, context) {
    await refuseForeignTeachers(course, teacherIds, context);
    return {};
  },
  transitions: {
    publish: {
      async check(course, _, { records }) {
        const lessons = await records.find('course_chapter', { courseId: course.id, kind: 'lesson' }, maxChapters);
        const used = lessons.filter(({ videoId }) => typeof videoId === 'string');
        const ids = [...new Set(used.map(({ videoId }) => String(videoId)))];
        const videos = new Map((await records.lockMany('video', ids)).map((video) => [video.id, video]));
        for (const { title, videoId } of used) {
          const video = videos.get(String(videoId));
          if (video?.status !== 'ready')
            throw refuseCourse('E_COURSE_VIDEO', { lesson: title, video: video?.title ?? '—' });
        }
      },
    },
  },
};

/** Refuses teachers of other projects. */
async function refuseForeignTeachers({ projectId }: Values, teacherIds: unknown, { records }: RuleContext) {
  const ids = Array.isArray(teacherIds) ? teacherIds.map(String) : [];
  const teachers = ids.length === 0 ? [] : await records.find('teacher', { id: ids }, maxTeachers);
  const foreign = teachers.find(({ projectIds }) => !(Array.isArray(projectIds) && projectIds.includes(projectId)));
  if (foreign === undefined) return;
  const place = { pointer: '/teacherIds', title: courseText('course.teachers') };
  throw refuseCourse('E_COURSE_TEACHER', { teacher: foreign.name }, place);
}

/** Rules of chapters: the video a lesson takes is held, so that nobody takes it out of use meanwhile. */
export const chapterRules: DomainRules = {
  entity: 'course_chapter',
  async beforeCreate({ videoId }, { records }) {
    if (typeof videoId === 'string') await records.lockOne('video', videoId);
    return {};
  },
  async beforeModify(_, { videoId }, { records }) {
    if (typeof videoId === 'string') await records.lockOne('video', videoId);
    return {};
  },
};
