import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import type { QueryAnswer, Where } from '../../engine/model/wire/index.ts';
import { useEngine, type WidgetOperation } from '../../engine/react/index.ts';

/** Some of those to be called today, as the page states them. */
export type WorkbenchQueue = {
  readonly key: string;
  readonly title: string;
  readonly where: Where;
  readonly sort: readonly string[];
  /** Field of the time told beside each. */
  readonly time: string;
  /** Whether a time that has gone by is late. */
  readonly isDue?: boolean;
};

/** What the page states: whom one calls at this workbench. The contract of the component checks it. */
export type WorkbenchProps = {
  readonly entity: string;
  readonly name: string;
  readonly number: string;
  /** Field of the moment that is put off. */
  readonly next: string;
  readonly person: string;
  readonly queues: readonly WorkbenchQueue[];
  readonly done: Where;
};

/** Somebody to be called. */
export type WorkbenchPerson = {
  readonly id: string;
  readonly name: string;
  /** As the user may see it; empty where there is none. */
  readonly number: string;
  readonly time: string | null;
  readonly isLate: boolean;
  /** When he was to be called; nothing for one who was given no time. */
  readonly next: string | null;
  readonly queue: string;
};

/** Where the calls of the workbench go. */
export type WorkbenchHost = { readonly page: string; readonly operations: readonly WidgetOperation[] };

/** Everything the workbench reads begins so; it is read anew together. */
export const workbenchKey = ['call-workbench'];
/** How many of each queue are read: more than one calls in a day. */
const maxInQueue = 200;

/** The address of one of the page's operations; undefined where the user may not call it. */
export function apiOf({ operations }: WorkbenchHost, key: string): string | undefined {
  return operations.find((operation) => operation.key === key)?.api;
}

type People = {
  readonly people: readonly WorkbenchPerson[] | undefined;
  readonly error: Error | null;
  /** When the oldest of what is shown was read, in milliseconds. */
  readonly readAt: number;
  readonly retry: () => void;
};

/** Those to be called today, queue after queue, each once. */
export function useWorkbenchPeople(props: WorkbenchProps, host: WorkbenchHost): People {
  const { client } = useEngine();
  const api = apiOf(host, 'query') ?? '';
  return useQueries({
    queries: props.queues.map((queue) => ({
      queryKey: [...workbenchKey, 'queue', queue.key],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const fields = [...new Set([props.name, props.number, props.next, queue.time])];
        const body = { fields, where: queue.where, sort: queue.sort, size: maxInQueue, count: 'none' };
        const { list } = await client.callAt<QueryAnswer>(api, body, { signal, page: host.page, quiet: true });
        return list.map((row) => personOf(row, queue, props));
      },
    })),
    combine: together,
  });
}

function together(queries: readonly UseQueryResult<readonly WorkbenchPerson[]>[]): People {
  const known = new Map<string, WorkbenchPerson>();
  for (const { data = [] } of queries)
    for (const person of data) if (!known.has(person.id)) known.set(person.id, person);
  return {
    people: queries.some(({ data }) => data === undefined) ? undefined : [...known.values()],
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    readAt: Math.min(...queries.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    retry: () => {
      for (const query of queries) void query.refetch();
    },
  };
}

function personOf(
  row: QueryAnswer['list'][number],
  queue: WorkbenchQueue,
  { name, number, next }: WorkbenchProps,
): WorkbenchPerson {
  const time = textOf(row[queue.time]);
  return {
    id: row.id,
    name: textOf(row[name]) ?? '',
    number: textOf(row[number]) ?? '',
    time,
    isLate: queue.isDue === true && time !== null && Date.parse(time) < Date.now(),
    next: textOf(row[next]),
    queue: queue.key,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** How many people were dealt with today. */
export function useDoneToday({ done, name }: WorkbenchProps, host: WorkbenchHost): UseQueryResult<number> {
  const { client } = useEngine();
  return useQuery({
    queryKey: [...workbenchKey, 'done'],
    queryFn: async ({ signal }) => {
      const body = { fields: [name], where: done, size: 1, count: 'exact' };
      const api = apiOf(host, 'query') ?? '';
      const { total } = await client.callAt<QueryAnswer>(api, body, { signal, page: host.page, quiet: true });
      return total ?? 0;
    },
  });
}
