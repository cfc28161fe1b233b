import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals of courses and their videos. */
export const courseErrors = {
  E_COURSE_VIDEO: {
    ...business,
    zh: '课节“{lesson}”的视频“{video}”还不可用',
    en: 'the video “{video}” of the lesson “{lesson}” cannot be played',
    next: '等视频处理完成，或换一个可用的视频。',
  },
  E_COURSE_TEACHER: {
    ...business,
    zh: '教师“{teacher}”不教这门课的项目',
    en: 'the teacher “{teacher}” does not teach the project of the course',
    next: '换一位教师，或先给教师加上这个项目。',
  },
  E_VIDEO_IN_USE: {
    ...business,
    zh: '在售课程“{course}”用到这个视频，不能停用',
    en: 'the course “{course}” on sale uses the video',
    next: '先给课节换一个视频，或下架课程。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseCourse = refusalsOf(courseErrors);
