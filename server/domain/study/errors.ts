import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals of what students watch and do. */
export const studyErrors = {
  E_WATCH_SPAN: {
    ...business,
    zh: '观看的区间不对：须在视频或上过的课次之内，结束在开始之后',
    en: 'the stretch that was watched does not lie within the video or a session that was held',
    next: '按视频或课次的时长核对 fromSecond 与 toSecond。',
  },
  E_STUDY_MOMENT: {
    ...business,
    zh: '时间不对：不能晚于现在，也不能早于 {days} 天前',
    en: 'the moment lies ahead, or more than {days} days back',
    next: '核对学员端的时钟，及时上报。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseInStudy = refusalsOf(studyErrors);
