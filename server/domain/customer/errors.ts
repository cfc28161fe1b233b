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
  E_CUSTOMER_LEAD_WAITING: {
    ...business,
    zh: '该手机号是待分配的推广线索，分配后即为客户',
    en: 'the number is a lead that waits to be assigned',
    next: '联系主管分配该线索。',
  },
  E_CUSTOMER_MERGED: {
    ...business,
    zh: '该客户已合并到 {customerNo} {name}，不能再改',
    en: 'merged into customer {customerNo}, read-only',
    next: '打开合并后的客户。',
  },
  E_CUSTOMER_MERGE: {
    ...business,
    zh: '不能合并：{expected}',
    en: 'these customers cannot be merged: {expected}',
    next: '改正后再合并。',
  },
  E_LEAD_MOBILE: {
    ...business,
    zh: '只有待分配的线索可以改手机号，而且新号码没有登记过',
    en: 'the number of a lead changes only while it waits, and only to a new one',
    next: '按新号码另行登记线索。',
  },
  E_LEAD_NOBODY: {
    ...business,
    zh: '没有分配规则适用，或规则中的业务员都已达到上限',
    en: 'no rule covers the lead, or nobody is below his limits',
    next: '选择接收人分配，或调整分配规则。',
  },
  E_LEAD_CUSTOMER_OWNED: {
    ...business,
    zh: '该号码的客户归属：{owner}，请按重复线索处理',
    en: 'the customer of this number belongs to {owner}',
    next: '在重复线索中处理。',
  },
  E_LEAD_SOURCE: {
    ...business,
    zh: '{title}已停用',
    en: '{title} is disabled',
    next: '选择启用中的{title}。',
  },
  E_LEAD_CALLS: {
    ...business,
    zh: '号码打不通的线索须先呼叫 {min} 次（已呼叫 {got} 次）',
    en: 'call {min} times before',
    next: '再次呼叫后申请。',
  },
  E_LEAD_NO_FOLLOW_UP: {
    ...business,
    zh: '请先写跟进记录',
    en: 'there is no follow-up yet',
    next: '写一条跟进，线索随之转为跟进中。',
  },
  E_LEAD_OPEN_ORDER: {
    ...business,
    zh: '客户有未完结的订单，不能改归属',
    en: 'the customer has an open order',
    next: '维持归属，或等订单完结。',
  },
  E_SOCIAL_CONTACT: {
    ...business,
    zh: '请填写手机号或微信号',
    en: 'neither number nor WeChat account',
    next: '填写其一。',
  },
  E_SOCIAL_CHANNEL: {
    ...business,
    zh: '没有启用中的小红书渠道',
    en: 'no channel of this kind is enabled',
    next: '由管理员启用渠道。',
  },
  E_WECHAT_FULL: {
    ...business,
    zh: '该推广微信今日加粉已达上限（{max}个）',
    en: 'daily limit {max} of this account reached',
    next: '选择其他推广微信。',
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
