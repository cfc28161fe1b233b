import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { queryKeys } from '../../client/index.ts';
import type { BackgroundJob, Where } from '../../model/wire/index.ts';
import { useEngine } from '../host/engine-context.tsx';
import { isUnfinished } from './task-facts.ts';
import { taskPaths } from './task-paths.ts';

const unfinished: Where = { field: 'status', op: 'in', value: ['pending', 'running'] };
const finished: Where = { field: 'status', op: 'notIn', value: ['pending', 'running'] };
const shortest = 1_000;
const longest = 8_000;

/** How soon running work is looked at again: at once while it moves, ever later while it does not. */
export function waitAfter(wait: number, hasMoved: boolean): number {
  return hasMoved ? shortest : Math.min(longest, Math.round(wait * 1.5));
}

/** Whose jobs: the user's own, or those of everybody whom the server lets him see; its own are nobody's. */
export type TaskOwner = 'mine' | 'everyone';

const byOwner: Readonly<Record<TaskOwner, Where>> = {
  mine: { field: 'createdBy', op: 'eq', value: '@me' },
  everyone: { field: 'createdBy', op: 'notNull' },
};

/** The jobs of everybody that are not over, while somebody looks at them. */
export function useOthersRunning(isShown: boolean) {
  const { client } = useEngine();
  return useQuery({
    queryKey: queryKeys.tasks('running', 'everyone'),
    queryFn: async ({ signal }) => {
      const where = { and: [byOwner.everyone, unfinished] };
      const body = { where, sort: ['-createdAt'], size: 100, count: 'none' } as const;
      return (await client.call(taskPaths.query, body, { signal, quiet: true })).list;
    },
    enabled: isShown,
    refetchInterval: shortest * 3,
    staleTime: 0,
  });
}

/** The user's jobs that are not over. Looked at again and again only by `isLooking`, and only while there are any. */
export function useRunningTasks(isLooking = false) {
  const { client, tasks } = useEngine();
  const queries = useQueryClient();
  const queryKey = queryKeys.tasks('running');
  const paceKey = queryKeys.tasks('pace');
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const body = {
        where: { and: [byOwner.mine, unfinished] },
        sort: ['-createdAt'],
        size: 100,
        count: 'none',
      } as const;
      const { list } = await client.call(taskPaths.query, body, { signal, quiet: true });
      const before = queries.getQueryData<readonly BackgroundJob[]>(queryKey);
      const wait = queries.getQueryData<number>(paceKey) ?? shortest;
      queries.setQueryData(paceKey, waitAfter(wait, progress(before) !== progress(list)));
      return list;
    },
    refetchInterval: ({ state: { data } }) => {
      const isNeeded = isLooking && ((data?.length ?? 0) > 0 || tasks.awaited.size > 0);
      return isNeeded ? (queries.getQueryData<number>(paceKey) ?? shortest) : false;
    },
    refetchOnWindowFocus: isLooking,
    staleTime: 0,
  });
}

function progress(jobs: readonly BackgroundJob[] | undefined): string {
  return JSON.stringify(jobs?.map(({ id, status, done }) => [id, status, done]));
}

/** The jobs that are over, latest first. */
export function useFinishedTasks(owner: TaskOwner = 'mine') {
  const { client } = useEngine();
  return useInfiniteQuery({
    queryKey: queryKeys.tasks('finished', owner),
    queryFn: ({ signal, pageParam }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      const body = {
        where: { and: [byOwner[owner], finished] },
        sort: ['-createdAt'],
        size: 20,
        count: 'none',
        ...cursor,
      } as const;
      return client.call(taskPaths.query, body, { signal, quiet: true });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** One job, looked at until it is over. */
export function useTask(id: string | undefined) {
  const { client } = useEngine();
  return useQuery({
    queryKey: queryKeys.tasks('one', id ?? ''),
    queryFn:
      id === undefined ? skipToken : ({ signal }) => client.call(taskPaths.view, { id }, { signal, quiet: true }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isUnfinished(data) ? shortest : false),
    staleTime: 0,
  });
}

/** Follows a job that was just started: its end will be told, and it is in the list at once. */
export function useFollowTask(): (id: string, isShown?: boolean) => void {
  const { tasks } = useEngine();
  const queries = useQueryClient();
  return useCallback(
    (id, isShown = true) => {
      tasks.await(id);
      queries.setQueryData(queryKeys.tasks('pace'), shortest);
      void queries.invalidateQueries({ queryKey: queryKeys.tasks('running') });
      if (isShown) tasks.show(true);
    },
    [tasks, queries],
  );
}

/** Whether the list of background work is open. */
export function useAreTasksOpen(): boolean {
  const { tasks } = useEngine();
  return useSyncExternalStore(tasks.subscribe, tasks.isOpen);
}
