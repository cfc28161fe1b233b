import type { ErrorEntry } from '../../../engine/model/index.ts';
import { refusalsOf } from '../../http/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals of the customer area. */
export const customerErrors = {
  E_CUSTOMER_CLAIMED: {
    ...business,
    zh: '该客户已被领取，当前归属：{owner}',
    en: 'already claimed by {owner}',
    next: '领取其他客户。',
  },
  E_CUSTOMER_CLAIM_DAILY: {
    ...business,
    zh: '今日领取数量已达上限（{max}个）',
    en: 'daily claim limit {max} reached',
    next: '明天再领取，或联系主管分配。',
  },
  E_CUSTOMER_HOLD_LIMIT: {
    ...business,
    zh: '{who}的客户持有数量已达上限（{max}个）',
    en: 'holding limit {max} reached',
    next: '先退回或成交部分客户。',
  },
  E_CUSTOMER_COOLDOWN: {
    ...business,
    zh: '您是该客户的前负责人，{days}天后才能再次领取',
    en: 'previous owner must wait {days} days',
    next: '等待冷却期结束。',
  },
  E_CUSTOMER_EXISTS: {
    ...business,
    zh: '该手机号已存在，当前归属：{owner}',
    en: 'the number belongs to a customer of {owner}',
    next: '联系归属人或主管。',
  },
  E_CUSTOMER_EXISTS_POOLED: {
    ...business,
    zh: '该手机号在公海中，可直接领取',
    en: 'the number is in the public pool',
    next: '到公海领取。',
  },
  E_CUSTOMER_NO_POOL: {
    ...business,
    zh: '没有可用的公海，请联系管理员',
    en: 'no pool takes this customer',
    next: '由管理员设置公海。',
  },
  E_STAFF_UNAVAILABLE: {
    ...business,
    zh: '接收人已停用或正在离职',
    en: 'the receiver is not active',
    next: '选择其他接收人。',
  },
  E_STAFF_PROJECT: {
    ...business,
    zh: '接收人“{name}”不负责该客户的意向项目',
    en: '{name} holds none of its projects',
    next: '选择负责该项目的接收人。',
  },
  E_LEAD_NO_OPPORTUNITY: {
    ...business,
    zh: '请先为该客户新建商机，再转商机',
    en: 'the customer has no opportunity yet',
    next: '在客户全景中新建商机。',
  },
  E_FOLLOW_UP_AUTHOR: {
    ...business,
    zh: '只有跟进人本人可以在 24 小时内修改',
    en: 'only the author may change it, within 24 hours',
    next: '写一条新的跟进。',
  },
  E_OPPORTUNITY_OPEN: {
    ...business,
    zh: '该客户在此项目已有进行中的商机',
    en: 'an open opportunity exists',
    next: '继续跟进已有商机。',
  },
  E_OPPORTUNITY_OWNER: {
    ...business,
    zh: '只有客户的归属人可以新建商机',
    en: 'only the owner of the customer',
    next: '先领取该客户。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseCustomer = refusalsOf(customerErrors);
