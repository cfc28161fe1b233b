import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals of the points mall. */
export const mallErrors = {
  E_MALL_OFF_SALE: {
    ...business,
    zh: '该商品已下架，不能兑换',
    en: 'not on sale',
    next: '选择其他商品。',
  },
  E_MALL_QUANTITY: {
    ...business,
    zh: '兑换数量应在 1–{max} 之间',
    en: 'quantity must be 1 to {max}',
    next: '改正数量。',
  },
  E_MALL_RECEIVER: {
    ...business,
    zh: '请填写收件人、电话与地址',
    en: 'goods that are sent need a receiver',
    next: '补充收件信息。',
  },
  E_MALL_STOCK: {
    ...business,
    zh: '库存不足，还剩 {left} 件',
    en: 'only {left} left',
    next: '减少数量，或选择其他商品。',
  },
  E_MALL_POINTS: {
    ...business,
    zh: '积分不足：需要 {need}，现有 {balance}',
    en: 'needs {need} points, has {balance}',
    next: '积分足够后再兑换。',
  },
  E_MALL_LIMIT: {
    ...business,
    zh: '该商品{period}每人限兑 {max} 件，您已兑 {taken} 件',
    en: 'at most {max} per person',
    next: '选择其他商品。',
  },
  E_MALL_FROZEN: {
    ...business,
    zh: '您的积分账户已冻结，请联系管理员',
    en: 'the points account is frozen',
    next: '联系管理员。',
  },
  E_MALL_OWN: {
    ...business,
    zh: '不能调整自己的积分',
    en: 'nobody changes his own points',
    next: '请其他有权限的人调整。',
  },
  E_MALL_LEFT: {
    ...business,
    zh: '该员工不在职，不能调整积分',
    en: 'the person is not at work',
    next: '选择在职的员工。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseMall = refusalsOf(mallErrors);
