import type { ErrorEntry } from '../../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../../kernel/errors/app-error.ts';

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
  E_CUSTOMER_CLAIM_BATCH: {
    ...business,
    zh: '单次最多领取{max}个，其余请再次领取',
    en: 'at most {max} claims in one call',
    next: '分几次领取。',
  },
  E_CUSTOMER_OPEN_BUSINESS: {
    ...business,
    zh: '客户有未完结的{what}，不能{action}',
    en: 'the customer has an open {what}',
    next: '先办完该业务。',
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
  E_HANDOVER_PLAN: {
    ...business,
    zh: '分配方案不完整：请选择方式与接收人',
    en: 'the plan names no rule or no receivers',
    next: '补全分配方案。',
  },
  E_HANDOVER_RECEIVER: {
    ...business,
    zh: '接收人“{names}”已停用或正在离职',
    en: 'receivers are not at work',
    next: '换成在职的接收人。',
  },
  E_HANDOVER_LIMIT: {
    ...business,
    zh: '接收人“{names}”会超过持有上限',
    en: 'receivers would hold too many',
    next: '减少他们的数量，或勾选超过上限也分配。',
  },
  E_HANDOVER_TOO_MANY: {
    ...business,
    zh: '要分配 {asked} 个，只有 {total} 个待分配',
    en: 'more are asked for than there are',
    next: '减少分配的数量。',
  },
  E_HANDOVER_NOBODY: {
    ...business,
    zh: '没有负责其项目的接收人',
    en: 'no receiver works on its projects',
    next: '选择负责该项目的接收人。',
  },
  E_HANDOVER_MOVED: {
    ...business,
    zh: '分配之后已有变动，不能撤销',
    en: 'it has changed since',
    next: '由现归属人转移或退回。',
  },
  E_HANDOVER_FREEZING: {
    ...business,
    zh: '还有 {count} 个客户没有冻结，请稍后再试',
    en: 'customers are still being frozen',
    next: '等冻结任务完成。',
  },
  E_HANDOVER_NOT_LEAVING: {
    ...business,
    zh: '该员工没有在办理离职',
    en: 'the person is not leaving',
    next: '先在用户管理中办理离职。',
  },
  E_HANDOVER_STILL_LEAVING: {
    ...business,
    zh: '该员工仍在离职中，不能撤销交接',
    en: 'the person is still leaving',
    next: '先撤销其离职。',
  },
  E_HANDOVER_STAFF: {
    ...business,
    zh: '离职员工不能修改',
    en: 'the person of a batch stays',
    next: '新建另一个交接批次。',
  },
  E_SERVICE_NO_CONTACT: {
    ...business,
    zh: '请先写下与学员联系上的跟进，再首联',
    en: 'no contact is on record',
    next: '写一条跟进记录。',
  },
  E_CUSTOMER_LEAD_WAITING: {
    ...business,
    zh: '该手机号是待分配的推广线索，分配后即为客户',
    en: 'the number is a lead that waits to be assigned',
    next: '联系主管分配该线索。',
  },
  E_CUSTOMER_MAIN_PHONE: {
    ...business,
    zh: '主号码在客户资料中修改，一位客户只有一个',
    en: 'the main number is changed with the customer',
    next: '编辑客户的手机号，或选择其他号码类型。',
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
  E_LEAD_TWICE: {
    ...business,
    zh: '您刚刚登记过这个手机号，请勿重复提交',
    en: 'the caller has registered this number seconds ago',
    next: '在列表中查看刚才登记的线索；确有另一次咨询，请稍后再登记。',
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
  E_FOLLOW_UP_NO_CALL: {
    ...business,
    zh: '24 小时内没有您与该客户接通的通话，不能记为电话已接通',
    en: 'no answered call of theirs within 24 hours',
    next: '先拨打，或改选实际的方式与结果。',
  },
  E_FOLLOW_UP_UNCONFIRMED: {
    ...business,
    zh: '线路还没有确认这通电话已接通，稍候再保存',
    en: 'the line has not confirmed the call yet',
    next: '线路确认之后再保存；一直没有确认的，改选实际的方式与结果。',
  },
  E_OPPORTUNITY_CLASS: {
    ...business,
    zh: '该班型不在售，不能报价',
    en: 'the class is not on sale',
    next: '选择在售的班型。',
  },
  E_OPPORTUNITY_QUOTE: {
    ...business,
    zh: '报价须在最低成交价 {floor} 元与标价 {list} 元之间',
    en: 'a quote lies between {floor} and {list}',
    next: '改正报价金额。',
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
