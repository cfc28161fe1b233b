import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals of agreements and their signing. */
export const agreementErrors = {
  E_AGREEMENT_TEMPLATE: {
    ...business,
    zh: '模板“{name}”{why}',
    en: 'the template {name} does not fit the order: {why}',
    next: '选择适用于这张订单的模板。',
  },
  E_AGREEMENT_CODE: {
    ...business,
    zh: '已有编码是“{code}”的协议',
    en: 'there is a template with the code {code}',
    next: '另起一个编码；要改已有的协议，请修订它。',
  },
  E_AGREEMENT_SPLIT: {
    ...business,
    zh: '正文里有变量的花括号与名称格式不同（例如只有一部分加粗），不能填写',
    en: 'a variable of the text is split by its format',
    next: '删去该变量，从工具栏重新插入。',
  },
  E_AGREEMENT_ORDER: {
    ...business,
    zh: '订单 {order} {why}，不能起草协议',
    en: 'no agreement for the order {order}: {why}',
    next: '核对订单的状态。',
  },
  E_AGREEMENT_REPLACES: {
    ...business,
    zh: '只能重签同一张订单已签署、已归档的协议',
    en: 'only a signed agreement of the same order is signed anew',
    next: '选择这张订单已签署的协议，或不选。',
  },
  E_AGREEMENT_SIGNER: {
    ...business,
    zh: '没有签署人的姓名或手机号',
    en: 'the signer has no name or number',
    next: '填写签署人与签署手机。',
  },
  E_AGREEMENT_ADDRESS: {
    ...business,
    zh: '没有设置 PUBLIC_URL，不能发出签署链接',
    en: 'PUBLIC_URL is not set, so there is no link to sign at',
    next: '由管理员设置 PUBLIC_URL，或改用线下协议。',
  },
  E_AGREEMENT_VOID: {
    ...business,
    zh: '订单没有全额退费，协议也没有重签，不能作废',
    en: 'neither refunded in full nor signed anew',
    next: '退费到账或重签之后，协议随之作废。',
  },
  E_AGREEMENT_NO_FILE: {
    ...business,
    zh: '这份协议还没有文件',
    en: 'the agreement has no file yet',
    next: '发起签署或上传扫描件之后才有文件。',
  },
  E_AGREEMENT_BROKEN: {
    ...business,
    zh: '协议文件与封存时的摘要不符，已停止提供',
    en: 'the file is not what was sealed',
    next: '保留现状，由管理员从备份核对文件。',
  },
  E_AGREEMENT_REMINDED: {
    ...business,
    zh: '一小时之内已经催签过',
    en: 'a reminder was sent within the hour',
    next: '稍后再催。',
  },
  E_SIGNING_LINK: {
    ...business,
    http: 404,
    zh: '链接无效，请核对短信里的链接是否完整',
    en: 'no such link',
    next: '从短信里重新打开链接。',
  },
  E_SIGNING_OVER: {
    ...business,
    zh: '{why}',
    en: 'the link is over: {why}',
    next: '联系您的课程顾问。',
  },
  E_SIGNING_WAIT: {
    ...business,
    zh: '验证码刚刚发出，请 {seconds} 秒之后再试',
    en: 'a code was sent just now; try again in {seconds} seconds',
    next: '稍候再获取验证码。',
  },
  E_SIGNING_CODES: {
    ...business,
    zh: '今天获取验证码的次数已用完',
    en: 'no more codes today',
    next: '明天再试，或联系您的课程顾问。',
  },
  E_SIGNING_SMS: {
    ...business,
    zh: '验证码没有发出，请稍后再试',
    en: 'the code was not sent',
    next: '稍后再试，或联系您的课程顾问。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseAgreement = refusalsOf(agreementErrors);
