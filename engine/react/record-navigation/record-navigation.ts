import type { QueryAnswer, QueryRequest } from '../../model/wire/index.ts';

/** The list a record was opened from: its rows in their order, and how to ask for those before and after. */
export type RecordNavigation = {
  /** Page of the list; its calls are made in its name. */
  readonly page: string;
  /** Which part of the page shows them, where there are several: a lane of a board. */
  readonly part?: string;
  readonly api: string;
  /** What was asked, without the place in the list. */
  readonly request: QueryRequest;
  readonly ids: readonly string[];
  /** How many rows come before; undefined where the list was entered in its middle. */
  readonly before?: number;
  readonly total: number | null;
  readonly totalIsCapped: boolean;
  readonly next: string | null;
  readonly previous: string | null;
};

/** The trail of a list that shows this answer. */
export function navigationOf(
  from: Pick<RecordNavigation, 'page' | 'part' | 'api'> & { readonly before?: number | undefined },
  request: QueryRequest,
  answer: QueryAnswer,
): RecordNavigation {
  const { page, part, api, before } = from;
  const { cursor: _, fields: __, ...asked } = request;
  const { total, totalIsCapped, next, previous } = answer;
  const ids = answer.list.map((row) => row.id);
  return {
    page,
    ...(part === undefined ? {} : { part }),
    api,
    request: asked,
    ids,
    ...(before === undefined ? {} : { before }),
    total,
    totalIsCapped,
    next,
    previous,
  };
}

/** The trail of rows that are in sight as they are, with none before and after them: a tree, groups, a calendar. */
export function visibleNavigation(
  from: Pick<RecordNavigation, 'page' | 'api'>,
  ids: readonly string[],
): RecordNavigation {
  const whole = { total: ids.length, totalIsCapped: false, next: null, previous: null };
  return { ...from, request: {}, ids, before: 0, ...whole };
}

/** The trail one page on or back, when it has been asked for. */
export function adjacentNavigation(navigation: RecordNavigation, answer: QueryAnswer, by: 1 | -1): RecordNavigation {
  const { total, totalIsCapped } = navigation;
  const rows = answer.list.length;
  const before =
    navigation.before === undefined
      ? undefined
      : by === 1
        ? navigation.before + navigation.ids.length
        : navigation.before - rows;
  return { ...navigationOf({ ...navigation, before }, navigation.request, { ...answer, total, totalIsCapped }) };
}

/** Where the record stands in the list; undefined where that is not known. */
export function placeIn({ ids, before }: RecordNavigation, id: string): number | undefined {
  const index = ids.indexOf(id);
  return index < 0 || before === undefined ? undefined : before + index + 1;
}

/** Whether there is a row beside this one. */
export function hasBeside({ ids, next, previous }: RecordNavigation, id: string, by: 1 | -1): boolean {
  return ids[ids.indexOf(id) + by] !== undefined || (by === 1 ? next : previous) !== null;
}
