import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEngine, type WidgetOperation } from '../../engine/react/index.ts';

/** Goods on the shelf. */
export type Goods = {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly cover: string | null;
  readonly pointsPrice: number;
  readonly marketPrice: number | null;
  readonly available: number;
  readonly exchangeCount: number;
  readonly limitPerPerson: number | null;
  readonly limitPeriod: string | null;
  readonly catalog: { readonly id: string; readonly name: string } | null;
};

/** Points of the user. */
export type Purse = { readonly balance: number; readonly totalEarned: number; readonly totalSpent: number };

/** An exchange the user made. */
export type ExchangeRow = {
  readonly id: string;
  readonly exchangeNo: string;
  readonly commodity: { readonly name: string } | null;
  readonly quantity: number;
  readonly pointsTotal: number;
  readonly status: string;
  readonly courier: string | null;
  readonly trackingNo: string | null;
  readonly createdAt: string;
};

/** Points that came to the user, or went. */
export type LedgerRow = {
  readonly id: string;
  readonly direction: 'in' | 'out';
  readonly points: number;
  readonly balanceAfter: number;
  readonly remark: string | null;
  readonly occurredAt: string;
};

/** A page of rows, and where the next begins. */
export type Rows<Row> = { readonly list: readonly Row[]; readonly next: string | null };

const asked = {
  goods: {
    fields: [
      'name',
      'kind',
      'cover',
      'pointsPrice',
      'marketPrice',
      'available',
      'exchangeCount',
      'limitPerPerson',
      'limitPeriod',
      'catalog.name',
    ],
    where: {
      and: [
        { field: 'audience', op: 'eq', value: 'staff' },
        { field: 'status', op: 'eq', value: 'on' },
      ],
    },
    sort: ['sortNo', '-createdAt'],
    size: 200,
  },
  account: { fields: ['balance', 'totalEarned', 'totalSpent'], size: 1 },
  records: {
    fields: ['exchangeNo', 'commodity.name', 'quantity', 'pointsTotal', 'status', 'courier', 'trackingNo', 'createdAt'],
    sort: ['-createdAt'],
    size: 50,
  },
  ledger: {
    fields: ['direction', 'points', 'balanceAfter', 'remark', 'occurredAt'],
    sort: ['-occurredAt'],
    size: 50,
  },
} as const;

/** What the page was given to call with. */
export type Mall = { readonly page: string; readonly operations: readonly WidgetOperation[] };

/** The address of one of the page's operations; undefined where the user may not call it. */
export function apiOf({ operations }: Mall, key: string): string | undefined {
  return operations.find((operation) => operation.key === key)?.api;
}

/** Rows of one of the mall's lists. */
export function useMallRows<Row>(key: keyof typeof asked, mall: Mall) {
  const { client } = useEngine();
  const api = apiOf(mall, key);
  return useQuery({
    queryKey: ['mall', key],
    enabled: api !== undefined,
    queryFn: ({ signal }) =>
      client.callAt<Rows<Row>>(api ?? '', { ...asked[key], count: 'none' }, { signal, page: mall.page, quiet: true }),
  });
}

/** Reads everything of the mall anew. */
export function useMallRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['mall'] });
}
