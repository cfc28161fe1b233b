import type { useMallText } from './use-mall-text.ts';

type Text = ReturnType<typeof useMallText>;

const kinds = ['physical', 'virtual', 'course', 'coupon'] as const;
const tones = { pending: 'gold', shipped: 'blue', done: 'green', cancelled: 'gray', rejected: 'red' } as const;
const statuses = ['pending', 'shipped', 'done', 'cancelled', 'rejected'] as const;

/** What the mall calls a kind of goods; one it does not know by its own word. */
export function kindText(kind: string, t: Text): string {
  const known = kinds.find((one) => one === kind);
  return known === undefined ? kind : t(`kind.${known}`);
}

/** What the mall calls the state of an exchange, and its colour. */
export function statusText(status: string, t: Text): { readonly text: string; readonly tone: string } {
  const known = statuses.find((one) => one === status);
  return known === undefined ? { text: status, tone: 'default' } : { text: t(`status.${known}`), tone: tones[known] };
}

/** What a limit says on a card; nothing where there is none. */
export function limitText(max: number | null, period: string | null, t: Text): string | undefined {
  if (max === null) return undefined;
  return t(period === 'week' || period === 'month' ? `limit.${period}` : 'limit.ever', { count: max });
}
