import { business, type ErrorEntry } from './error-entry.ts';

/** Errors of what was sent: a value, a condition, a name. */
export const inputErrors = {
  E_INPUT_REQUIRED: { ...business, zh: '请{act}{title}', en: '{title} is required', next: '补充该字段。' },
  E_INPUT_TYPE: {
    ...business,
    zh: '{title}应为{expected}，实际为 {got}',
    en: '{title} should be {expected}, got {got}',
    next: '改正该字段的类型。',
  },
  E_INPUT_UNKNOWN: {
    ...business,
    zh: '不认识的字段 {got}',
    en: 'unknown field {got}',
    next: '去掉该字段或改正其名称。',
  },
  E_INPUT_READONLY: {
    ...business,
    zh: '{title}由系统维护，不能填写',
    en: '{title} is kept by the system',
    next: '去掉该字段。',
  },
  E_INPUT_TOO_LONG: {
    ...business,
    zh: '{title}不能超过{expected}个字符',
    en: '{title} may have at most {expected} characters',
    next: '缩短内容。',
  },
  E_INPUT_TOO_SHORT: {
    ...business,
    zh: '{title}不能少于{expected}个字符',
    en: '{title} needs at least {expected} characters',
    next: '补充内容。',
  },
  E_INPUT_RANGE: {
    ...business,
    zh: '{title}应在{expected}之间，实际为 {got}',
    en: '{title} should be within {expected}, got {got}',
    next: '改正数值。',
  },
  E_INPUT_TOO_MANY: {
    ...business,
    zh: '{title}至多 {expected} 个，实际 {got} 个',
    en: '{title} holds at most {expected}, got {got}',
    next: '去掉一些。',
  },
  E_INPUT_FORMAT: { ...business, zh: '请输入正确的{title}', en: '{title} is not well formed', next: '改正格式。' },
  E_INPUT_CHARACTER: {
    ...business,
    zh: '{title}含有无法保存的字符（{got}）',
    en: '{title} holds a character that cannot be kept ({got})',
    next: '去掉该字符；多半是从别处复制时带来的。',
  },
  E_INPUT_COST: {
    ...business,
    zh: '{title}过于复杂（{got}，至多 {expected}）',
    en: '{title} asks for too much ({got}, at most {expected})',
    next: '少选一些关联的列、汇总、条件或排序。',
  },
  E_INPUT_CHOICE: {
    ...business,
    zh: '{title}没有“{got}”这个选项',
    en: '{title} has no choice "{got}"',
    next: '从选项中选择。',
  },
  E_INPUT_FUTURE: {
    ...business,
    zh: '{title}必须晚于现在',
    en: '{title} must lie in the future',
    next: '选择以后的时间。',
  },
  E_INPUT_FILE: {
    envelope: '1',
    http: 200,
    zh: '{title}不能用“{got}”，可用：{expected} 以内',
    en: '{title} does not take "{got}", only {expected}',
    next: '换成可用的文件；按内容判断，改扩展名没有用。',
  },
  E_INPUT_REFERENCE: {
    ...business,
    zh: '{title}所选的数据不存在或无权查看',
    en: '{title} refers to something missing or out of reach',
    next: '重新选择。',
  },
  E_INPUT_DUPLICATE: {
    ...business,
    zh: '{title}已存在',
    en: '{title} already exists',
    next: '换一个值，或打开已有的数据。',
  },
  E_INPUT_RULE: {
    ...business,
    zh: '{expected}',
    en: 'refused by a rule: {expected}',
    next: '满足提示中的条件。',
  },
  E_INPUT_OVERLAP: {
    ...business,
    zh: '{expected}',
    en: 'overlaps another row: {expected}',
    next: '换一个时间段，或先调整提示中的数据。',
  },
  E_INPUT_CYCLE: {
    ...business,
    zh: '{title}不能是“{got}”，它就是这条数据或在其下级之中',
    en: '{title} cannot be "{got}": it is this row or lies below it',
    next: '选择不在其下级之中的数据。',
  },
  E_INPUT_DEPTH: {
    ...business,
    zh: '{title}使层级达到 {got} 层，最多 {expected} 层',
    en: '{title} makes the tree {got} levels deep, at most {expected}',
    next: '选择更靠上的上级。',
  },
  E_INPUT_INVALID: {
    ...business,
    zh: '提交的内容有误，请检查标出的字段',
    en: 'the input has faults',
    next: '见 faults 中逐条的位置。',
  },
} as const satisfies Record<string, ErrorEntry>;
