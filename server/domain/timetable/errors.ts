import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals of the timetable. */
export const timetableErrors = {
  E_TIMETABLE_CLASH: {
    ...business,
    zh: '{day} 不能排：{what}“{title}”，一次也没有排',
    en: '{day} is taken: {what} “{title}”; none was made',
    next: '换一个时间、教师或教室，或先移开那一次。',
  },
  E_TIMETABLE_NONE: {
    ...business,
    zh: '这段时间里没有要排的课次',
    en: 'there is no session to make in these days',
    next: '检查周几、起止日期与选定的教师、教室。',
  },
  E_TIMETABLE_MANY: {
    ...business,
    zh: '一次至多排 {most} 次课，这里有 {count} 次',
    en: 'at most {most} sessions are made at once, here are {count}',
    next: '缩短日期范围，分几次排。',
  },
  E_TIMETABLE_SAME_WEEK: {
    ...business,
    zh: '不能复制到同一周',
    en: 'a week is not copied to itself',
    next: '选另一周。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseTimetable = refusalsOf(timetableErrors);
