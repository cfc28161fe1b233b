import type { ErrorEntry } from '../../../engine/model/faults/index.ts';
import { refusalsOf } from '../../kernel/errors/app-error.ts';

const business = { envelope: '1', http: 200 } as const;

/** Refusals of textbooks and what is sent of them. */
export const logisticsErrors = {
  E_STOCK_SHORT: {
    ...business,
    zh: '库存不足：“{name}”可用 {left} 册，需要 {need} 册',
    en: 'only {left} of {name} left, {need} needed',
    next: '等入库之后再办理，或拆分出缺货的教材以后再寄。',
  },
  E_SHIPMENT_ORDER: {
    ...business,
    zh: '订单 {order} 没有付款或已退费，不能寄送教材',
    en: 'order {order} is not paid, or was refunded',
    next: '核对订单的状态；不用再寄的取消邮寄单。',
  },
  E_SHIPMENT_REFUND: {
    ...business,
    zh: '订单 {order} 正在退费，不能寄送教材',
    en: 'a refund of order {order} is under way',
    next: '等退费办完：不再寄的会自动取消。',
  },
  E_SHIPMENT_SPLIT: {
    ...business,
    zh: '请选择这张邮寄单里的教材，并至少留下一种',
    en: 'not some of the textbooks of the shipment',
    next: '选择要以后再寄的教材。',
  },
} as const satisfies Record<string, ErrorEntry>;

export const refuseLogistics = refusalsOf(logisticsErrors);
