import { declaredOperations } from '../../engine/model/access/index.ts';
import {
  type CardCondition,
  type DocumentSet,
  type PageDocument,
  recordPathOf,
} from '../../engine/model/documents/index.ts';
import { listView } from '../../engine/model/view/index.ts';
import type { Where } from '../../engine/model/wire/index.ts';

/** A query as a page makes it: of which entity, where it is asked, and the body of the call. */
export type PageQuery = {
  readonly entity: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
};

const usual = { size: 20, count: 'capped' } as const;

/**
 * The queries a page makes when it is opened, its tabs one after the other; `recordId` is the record a panorama shows,
 * and stands for whatever of it a tab asks for.
 */
export function pageQueriesOf(page: PageDocument, documents: DocumentSet, recordId: string): readonly PageQuery[] {
  if (page.kind === 'list') {
    const operations = new Map(declaredOperations(documents).map((operation) => [operation.path, operation]));
    const view = listView(page, { ...documents, operations, creates: [], faults: [] });
    if (view === undefined) return [];
    const open = { ...usual, fields: view.fields, sort: page.sort };
    const own = (page.tabs ?? []).filter((tab) => tab.page === undefined);
    const bodies = own.map(({ where = [], sort = page.sort }) => {
      const and = where.map(conditionOf);
      return { ...open, sort, ...(and.length === 0 ? {} : { where: { and } }) };
    });
    return (bodies.length === 0 ? [open] : bodies).map((body) => ({ entity: page.entity, path: page.api.query, body }));
  }
  if (page.kind !== 'panorama' && page.kind !== 'detail') return [];
  return (page.tabs ?? []).flatMap((tab) => {
    if (tab.kind !== 'list' && tab.kind !== 'timeline') return [];
    const matched = Object.entries(tab.match).map(
      ([field, value]): Where => ({ field, op: 'eq', value: recordPathOf(value) === undefined ? value : recordId }),
    );
    const and = [...matched, ...(tab.where ?? []).map(conditionOf)];
    const fields = [...(tab.columns ?? []).map(({ field }) => field), ...(tab.timeline?.facts ?? [])];
    return [
      {
        entity: tab.entity,
        path: tab.api,
        body: { ...usual, fields: [...new Set(fields)], where: { and }, sort: tab.sort },
      },
    ];
  });
}

function conditionOf({ field, op, value, than }: CardCondition): Where {
  return than === undefined ? { field, op, value } : { field, op, than };
}

/** Whether a list of names a role holds, `*` for all of them, has one. */
export function holds(held: readonly string[], name: string): boolean {
  return held.includes('*') || held.includes(name);
}
