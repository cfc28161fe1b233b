import type { ErrorEntry } from '../../engine/model/faults/index.ts';
import { refusalsOf } from '../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals of telephony. */
export const phoneErrors = {
  E_PHONE_OFF: {
    ...business,
    zh: '没有接入电话系统',
    en: 'no telephone host is configured',
    next: '由管理员设置 TELEPHONY_URL。',
  },
  E_PHONE_NO_SEAT: {
    ...business,
    zh: '您没有{line}的坐席，不能拨打',
    en: 'no seat on this line',
    next: '由管理员在用户管理中填写坐席号。',
  },
  E_PHONE_HOST_AWAY: {
    ...business,
    zh: '电话系统没有响应，请稍后重试',
    en: 'the telephone host does not answer',
    next: '稍后重试；持续出现时检查 TELEPHONY_URL 与网络。',
  },
  E_PHONE_HOST_REFUSED: {
    ...business,
    zh: '电话系统拒绝了坐席 {seat}（{got}）',
    en: 'the telephone host refused the seat',
    next: '核对坐席号与软电话密码。',
  },
  E_PHONE_HOST_ANSWER: {
    ...business,
    zh: '电话系统的答复无法识别',
    en: 'the telephone host answered what is no registration',
    next: '联系电话系统的供应商。',
  },
  E_PHONE_NO_NUMBER: { ...business, zh: '没有可拨打的号码', en: 'there is no number', next: '先补充号码。' },
  E_PHONE_OUT_OF_SCOPE: {
    ...business,
    zh: '该号码不在您的数据范围内，不能拨打',
    en: 'the number belongs to a row out of reach',
    next: '联系归属人或主管。',
  },
  E_PHONE_BLACKLISTED: {
    ...business,
    zh: '客户在黑名单中，不能拨打',
    en: 'the customer is blacklisted',
    next: '由主管核实后移出黑名单。',
  },
  E_PHONE_DO_NOT_CALL: {
    ...business,
    zh: '客户要求免打扰，不能拨打',
    en: 'the customer asked not to be called',
    next: '改用客户同意的联系方式。',
  },
  E_PHONE_POOLED: {
    ...business,
    zh: '公海客户不能拨打，请先领取',
    en: 'customers in the pool are not called',
    next: '领取之后再拨打。',
  },
  E_PHONE_NIGHT: {
    ...business,
    zh: '只在 {from}:00 至 {until}:00 拨打营销电话',
    en: 'marketing calls are made from {from} to {until} only',
    next: '在这段时间内再拨打。',
  },
  E_PHONE_TRIED: {
    ...business,
    zh: '该号码今日已有 {count} 次呼叫未接通，明天再拨打',
    en: 'called in vain {count} times today',
    next: '明天再拨打，或改用其他方式联系。',
  },
  E_PHONE_IN_CALL: {
    ...business,
    zh: '您正在通话中（{callNo}），结束后再拨打',
    en: 'the caller is in a call',
    next: '先结束当前通话。',
  },
  E_PHONE_OTHERS_CALL: {
    ...business,
    zh: '这通来电由其他坐席处理',
    en: 'somebody else was told of this call',
    next: '不必处理。',
  },
  E_PHONE_SIGNATURE: {
    envelope: '1',
    http: 401,
    zh: '线路的签名无效或已过期',
    en: 'the signature of the line does not hold',
    next: '核对 TELEPHONY_SECRET 与时钟。',
  },
  E_PHONE_DEMO_ONLY: {
    ...business,
    zh: '只有演示模式才有演示电话系统',
    en: 'there is a demo telephone system in demo mode only',
    next: '在演示模式下使用。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refusePhone = refusalsOf(phoneErrors);
