import type { ErrorEntry } from '../../../engine/model/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals of the area of questions, papers and catalogues. */
export const examErrors = {
  E_QUESTION_STEM: {
    ...business,
    zh: '题干没有内容',
    en: 'the stem says nothing',
    next: '写明题干，或放入图片。',
  },
  E_QUESTION_TEXT: {
    ...business,
    zh: '“{field}”没有内容',
    en: '{field} says nothing',
    next: '写明内容，或清空该项。',
  },
  E_QUESTION_SAME: {
    ...business,
    zh: '与试题 {no} 的题干相同',
    en: 'the stem is that of {no}',
    next: '使用已有的试题，或改写题干。',
  },
  E_QUESTION_ANSWERED: {
    ...business,
    zh: '学员已作答 {count} 次，不能改变选项个数（原为 {options} 个）',
    en: 'answered {count} times: the number of options stays {options}',
    next: '保留原来的选项个数；须改变的，下线后另出一题。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseInExam = refusalsOf(examErrors);
