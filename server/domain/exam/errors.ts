import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
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
  E_QUESTION_IN_USE: {
    ...business,
    zh: '试题在开放中的试卷“{name}”里，不能下线',
    en: 'the open paper {name} has it',
    next: '先关闭这份试卷，或等它结束。',
  },
  E_RESCORE_WRITTEN: {
    ...business,
    zh: '主观题由老师批阅，不能由系统重新评分',
    en: 'written answers are marked by people',
    next: '需要重阅的答卷由教务退回，另一位老师批阅。',
  },
  E_RESCORE_NONE: {
    ...business,
    zh: '没有答卷按第 {version} 版以前的答案评过分',
    en: 'no attempt was scored by an answer before version {version}',
    next: '不必重新评分。',
  },
  E_PAPER_TWICE: {
    ...business,
    zh: '“{title}”在试卷里出现了两次',
    en: '{title} stands twice in the paper',
    next: '删去其中一处。',
  },
  E_PAPER_PROJECT: {
    ...business,
    zh: '“{title}”不属于试卷的项目',
    en: '{title} is of another project',
    next: '选择该项目的试题。',
  },
  E_PAPER_QUESTION: {
    ...business,
    zh: '“{title}”已不是已发布的试题，不能发布试卷',
    en: '{title} is not published any more',
    next: '换一道试题，或重新发布它。',
  },
  E_PAPER_SHUT: {
    ...business,
    zh: '试卷“{name}”现在不能作答',
    en: 'the paper {name} cannot be taken now',
    next: '在开放时间内作答已发布的试卷。',
  },
  E_PAPER_ATTEMPTS: {
    ...business,
    zh: '已作答 {count} 次，到了次数上限',
    en: 'taken {count} times, which is the limit',
    next: '选择另一份试卷。',
  },
  E_ATTEMPT_OVER: {
    ...business,
    zh: '答卷已交，或作答时间已过',
    en: 'the attempt is handed in, or its time is over',
    next: '不必再交：到时已自动交卷。',
  },
  E_ATTEMPT_ANSWER: {
    ...business,
    zh: '第 {place} 项作答不属于这份答卷，或选项不属于这道题',
    en: 'answer {place} belongs to another attempt, or its options to another question',
    next: '按开始作答时给出的试题作答。',
  },
  E_CATALOG_EMPTY: {
    ...business,
    zh: '目录与其下级都还没有绑定试题或试卷，不能发布',
    en: 'nothing is bound to the catalogue',
    next: '先绑定试题或试卷。',
  },
  E_CATALOG_BOUND: {
    ...business,
    zh: '目录里还有 {count} 道试题、试卷，不能删除',
    en: '{count} questions and papers are bound to the catalogue',
    next: '先移除其中的试题与试卷。',
  },
  E_CATALOG_PROJECT: {
    ...business,
    zh: '“{name}”不属于目录的项目',
    en: '{name} is of another project',
    next: '绑定该项目的试题与试卷。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseInExam = refusalsOf(examErrors);
