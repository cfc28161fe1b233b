import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals of calls, forbidden words and quality reviews. */
export const callErrors = {
  E_CALL_NO_RECORDING: {
    ...business,
    zh: '这通电话没有录音',
    en: 'no recording of this call',
    next: '未接通的电话没有录音；刚结束的稍后再试。',
  },
  E_CALL_BY_HAND: {
    ...business,
    zh: '只能登记“手工登记”的通话，线路的通话由系统记录或从话单导入',
    en: 'only calls of the line manual are written by hand',
    next: '线路选择“手工登记”，或导入线路的话单。',
  },
  E_CALL_LINE_ID: {
    ...business,
    zh: '导入的通话须有线路通话编号，重复导入才不会记两次',
    en: 'an imported call needs the id of its line',
    next: '为“线路通话编号”选择一列。',
  },
  E_CALL_OWN_RECORD: {
    ...business,
    zh: '这通电话由系统记录，不能用导入改写',
    en: 'recorded by the system, not to be rewritten by an import',
    next: '“已有的数据”选择跳过。',
  },
  E_CALL_OWN_WORD: {
    ...business,
    zh: '不能用导入改写自己的通话',
    en: 'nobody rewrites his own calls by an import',
    next: '由其他人导入线路的话单。',
  },
  E_CALL_TIMES: {
    ...business,
    zh: '通话时间不合理：{what}',
    en: 'times of the call do not fit: {what}',
    next: '改正时间与时长。',
  },
  E_WORD_PATTERN: {
    ...business,
    zh: '正则不能使用：{what}',
    en: 'the pattern cannot be used: {what}',
    next: '按 RE2 的写法改正，或改用“包含”。',
  },
  E_WORD_RESCAN_PERIOD: {
    ...business,
    zh: '扫描期间须从早到晚，至多 {max} 天',
    en: 'the period runs forward and has at most {max} days',
    next: '改正开始、结束日期。',
  },
  E_QA_NOT_ANSWERED: {
    ...business,
    zh: '未接通的电话不能质检',
    en: 'only answered calls are reviewed',
    next: '选择已接通的电话。',
  },
  E_QA_OPEN: {
    ...business,
    zh: '这通电话已有未定稿的质检单【{no}】',
    en: 'a review of this call is open: {no}',
    next: '打开该质检单。',
  },
  E_QA_HITS_WAIT: {
    ...business,
    zh: '还有 {count} 处违禁词命中没有处理',
    en: '{count} hits are not handled',
    next: '先逐处确认违规或记为误报。',
  },
  E_QA_WORD_DEDUCTION: {
    ...business,
    zh: '已确认 {count} 处违禁，违禁项至少扣 {least} 分',
    en: 'confirmed hits ask for at least {least} points off',
    next: '提高违禁项的扣分。',
  },
  E_QA_RED_LINE: {
    ...business,
    zh: '已确认“禁止”等级的违禁词，须勾选触碰红线',
    en: 'a confirmed forbidden word is a red line',
    next: '勾选触碰红线。',
  },
  E_QA_PROBLEM: {
    ...business,
    zh: '得分 {score}，不合格，请写明问题',
    en: 'failed with {score}: the problem must be told',
    next: '填写问题说明。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseCall = refusalsOf(callErrors);
