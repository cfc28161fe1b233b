import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals of promotion by short message. */
export const smsErrors = {
  E_SMS_VARIABLE: {
    ...business,
    zh: '不认识的变量 {got}，可用的有 {known}',
    en: 'unknown variable {got}',
    next: '改用列出的变量。',
  },
  E_SMS_OPT_OUT_HINT: {
    ...business,
    zh: '营销短信须以“拒收请回复R”结尾',
    en: 'a promotion ends with how to opt out',
    next: '在末尾补上“拒收请回复R”。',
  },
  E_SMS_TEMPLATE: {
    ...business,
    zh: '只能使用审核通过的营销模板',
    en: 'the template is not an approved one for promotion',
    next: '换一个模板，或先提交该模板审核。',
  },
  E_SMS_TEMPLATE_USED: {
    ...business,
    zh: '有批次用到这个模板，不能删除',
    en: 'batches use the template',
    next: '停用该模板即可。',
  },
  E_SMS_AUTHOR: {
    ...business,
    zh: '发送对象按作者的数据范围计算，只有作者可以修改与提交',
    en: 'only the author may',
    next: '由作者操作，或新建一个批次。',
  },
  E_SMS_HOURS: {
    ...business,
    zh: '推广短信只在 {from}:00–{to}:00 发送',
    en: 'promotion is sent between {from} and {to} only',
    next: '到时自动发送。',
  },
  E_SMS_NO_RECIPIENTS: {
    ...business,
    zh: '没有可以发送的对象{why}',
    en: 'nobody would get it',
    next: '放宽发送对象的条件。',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export const refuseSms = refusalsOf(smsErrors);
