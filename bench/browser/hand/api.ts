type Envelope<T> = { readonly code: string; readonly message: string; readonly data: T };

/** Calls the API and answers its data; throws with its message otherwise. */
export async function call<T>(path: string, body: object = {}): Promise<T> {
  const headers = { 'Content-Type': 'application/json', 'X-App-Platform': 'sys', 'X-App-Version': '2.2.1' };
  const token = localStorage.getItem('token') ?? '';
  const answer = await fetch(path, {
    method: 'POST',
    headers: { ...headers, 'X-App-Token': token },
    body: JSON.stringify(body),
  });
  const { code, message, data }: Envelope<T> = await answer.json();
  if (code !== '0') throw new Error(message);
  return data;
}

/** A row of either list. */
export type Row = {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly code?: string;
  readonly status?: string;
  readonly level?: string;
  readonly amount?: number;
  readonly quantity?: number;
  readonly weight?: number;
  readonly happenedAt?: string;
  readonly dueDate?: string;
  readonly paid?: boolean;
  readonly city?: string;
  readonly district?: string;
  readonly address?: string;
  readonly contact?: string;
  readonly source?: string;
  readonly createdByRef?: { readonly id: string; readonly name: string };
  readonly batch?: string;
  readonly remark?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type Page = { readonly list: readonly Row[]; readonly total: number; readonly next?: string };

const fields = [
  ...[
    'name',
    'code',
    'status',
    'level',
    'amount',
    'quantity',
    'weight',
    'happenedAt',
    'dueDate',
    'paid',
    'city',
    'district',
  ],
  ...['address', 'contact', 'source', 'createdByRef.name', 'batch', 'remark', 'createdAt', 'updatedAt'],
];

export type Asked = {
  readonly page?: number;
  readonly cursor?: string;
  readonly size: number;
  readonly sort: readonly string[];
  readonly where?: object;
};

export function queryRows(entity: string, asked: Asked): Promise<Page> {
  return call<Page>(`/v1/${entity}/query`, { ...asked, fields });
}
