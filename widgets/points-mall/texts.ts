/** Kinds of goods and states of exchanges as the mall calls them. */
export const kindTexts: Readonly<Record<string, string>> = {
  physical: '实物',
  virtual: '虚拟',
  course: '课程',
  coupon: '优惠券',
};

export const statusTexts: Readonly<Record<string, { readonly text: string; readonly tone: string }>> = {
  pending: { text: '待发货', tone: 'gold' },
  shipped: { text: '已发货', tone: 'blue' },
  done: { text: '已完成', tone: 'green' },
  cancelled: { text: '已取消', tone: 'gray' },
  rejected: { text: '已驳回', tone: 'red' },
};

const periods: Readonly<Record<string, string>> = { week: '每周', month: '每月' };

/** What a limit says on a card; nothing where there is none. */
export function limitText(max: number | null, period: string | null): string | undefined {
  return max === null ? undefined : `${periods[period ?? ''] ?? ''}每人限兑 ${max} 件`;
}
