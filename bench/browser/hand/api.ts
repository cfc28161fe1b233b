import axios from 'axios';

type Envelope<T> = { readonly code: string; readonly message: string; readonly data: T };

const http = axios.create({ headers: { 'X-App-Platform': 'sys', 'X-App-Version': '2.2.1' } });
http.interceptors.request.use((config) => {
  config.headers.set('X-App-Token', localStorage.getItem('token'));
  return config;
});

/** Calls the API and answers its data; throws with its message otherwise. */
export async function call<T>(path: string, body: object = {}): Promise<T> {
  const { data } = await http.post<Envelope<T>>(path, body);
  if (data.code !== '0') throw new Error(data.message);
  return data.data;
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
