import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals of questions students ask, their answers and comments. */
export const qaErrors = {
  E_ASK_DAILY: {
    ...business,
    zh: '今天已提问 {count} 个，到了每天的上限',
    en: '{count} questions asked today, which is the limit',
    next: '明天再问，或在已有的提问里追问。',
  },
  E_ASK_SOURCE: {
    ...business,
    zh: '提问的来源不存在，或不属于这个项目',
    en: 'what is asked about does not exist or is of another project',
    next: '核对来源的编号与项目。',
  },
  E_QA_EMPTY: {
    ...business,
    zh: '{field}没有内容',
    en: '{field} says nothing',
    next: '写明内容，或放入图片。',
  },
  E_QA_WORD: {
    ...business,
    zh: '{field}里有违禁词“{word}”',
    en: '{field} has the forbidden word {word}',
    next: '改写或隐藏；误报的词在“违禁词”里停用。',
  },
  E_QA_RECEIVER: {
    ...business,
    zh: '不能转交给“{name}”：须是这个项目的另一位在职老师',
    en: '{name} is not another teacher of the project at work',
    next: '选择该项目的另一位老师，或不选，让大家认领。',
  },
  E_COMMENT_TWICE: {
    ...business,
    zh: '已经评价过“{name}”',
    en: '{name} was commented on already',
    next: '一个对象评价一次。',
  },
  E_COMMENT_TAG: {
    ...business,
    zh: '没有标签“{got}”',
    en: 'there is no tag {got}',
    next: '标签是字典 comment_tag 的取值。',
  },
  E_QA_RATED: {
    ...business,
    zh: '还没有回答，或已经评过',
    en: 'there is no answer to rate yet, or it was rated',
    next: '老师回答之后可以评一次。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseQa = refusalsOf(qaErrors);
