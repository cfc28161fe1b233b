import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { refuseCourse } from './errors.ts';

/** Most lessons and chapters of a course that are looked at. */
const maxChapters = 5000;

/** Rules of courses: what goes on sale can be played, and stays so while it is being looked at. */
export const courseRules: DomainRules = {
  entity: 'course',
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
