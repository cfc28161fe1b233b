import { queryActivity } from '../../../contract/generic/activity.ts';
import { isGranted } from '../../../engine/model/access/index.ts';
import { recordPathsOf, toldSources } from '../../../engine/model/documents/index.ts';
import type { ActivityAnswer, ActivityEntry, ActivityRequest, WireRecord } from '../../../engine/model/wire/index.ts';
import { type RecordPage, readingPermissions, recordPageNamed } from '../../access/record-pages.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import { listed } from '../../kernel/language/listed.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { queryRows } from '../../records/read/query.ts';
import { viewRow } from '../../records/read/view.ts';
import { activityText } from '../../texts/activity-text.ts';
import { changesNamed } from '../history/history.ts';
import { withPictureAddresses } from '../read/picture-addresses.ts';
import { placeOf, placeText } from './activity-cursor.ts';
import { type Moment, momentsOf, type PlacedSource, type Subject } from './activity-moments.ts';

const usualSize = 20;

/** One timeline of several tabs of a page, about the record the page shows. */
export const activityOperations: readonly CallerOperation[] = [implement(queryActivity, activityOf)];

async function activityOf(request: ActivityRequest, asker: CallContext): Promise<ActivityAnswer> {
  const page = pageAsked(request.page, asker);
  // Everything is read as that page reads it.
  const context = { ...asker, page };
  const sources = sourcesAsked(request, page, context);
  const subject = await subjectOf(request.id, page, sources, context);
  const size = request.size ?? usualSize;
  const start = placeOf(request.cursor);
  const found = await momentsOf(sources, subject, { start, limit: size + 1 }, context);
  const moments = found.slice(0, size);
  const last = moments.at(-1);
  return {
    list: await toldOf(moments, sources, subject, request, context),
    next: found.length > size && last !== undefined ? placeText(last) : null,
  };
}

/** The page whose timeline it is: one of a record, which the caller may open and read. */
function pageAsked(name: string, context: CallContext): RecordPage {
  const page = recordPageNamed(name, context);
  if (page === undefined) throw refuse('E_NO_PAGE');
  refuseUngranted(readingPermissions(page, context), context.caller.grants);
  return page;
}

function refuseUngranted(keys: readonly string[], grants: CallContext['caller']['grants']): void {
  if (!keys.some((key) => isGranted(grants, key))) throw refuse('E_NO_PERMISSION', { expected: keys[0] ?? '' });
}

/** The sources asked for, each of which the caller may read. */
function sourcesAsked(
  { tab: key, sources }: ActivityRequest,
  page: RecordPage,
  { caller }: CallContext,
): readonly PlacedSource[] {
  const tabs = page.tabs ?? [];
  const tab = tabs.find((one) => one.key === key);
  if (tab?.kind !== 'activity')
    throw wrongInput('/tab', activityText('activity.tab'), activityText('activity.pageTab'), key);
  const known = toldSources(tab, tabs);
  const names = known.map(({ source }) => source.key);
  return sources.map((asked, index) => {
    const place = names.indexOf(asked.key);
    const told = known[place];
    if (told === undefined || sources.findIndex((other) => other.key === asked.key) < index)
      throw wrongInput(
        `/sources/${index}/key`,
        activityText('activity.source'),
        activityText('activity.once', { names: listed(names) }),
        asked.key,
      );
    refuseUngranted([told.tab.permission], caller.grants);
    return { place, told };
  });
}

/** The record as the caller sees it, with what the sources are found by; one outside his reach is missing. */
async function subjectOf(
  id: string,
  page: RecordPage,
  sources: readonly PlacedSource[],
  context: CallContext,
): Promise<Subject> {
  const paths = sources.flatMap(({ told }) => (told.kind === 'rows' ? recordPathsOf(told.tab.match) : []));
  const fields = [...new Set(paths)].filter((path) => path !== 'id');
  const record = await viewRow(modelOf(context.documents, page.entity), { id, fields }, context);
  return { entity: page.entity, record };
}

/** The entries of these moments in their order; a row that is gone meanwhile is left out. */
async function toldOf(
  moments: readonly Moment[],
  sources: readonly PlacedSource[],
  subject: Subject,
  { sources: asked }: ActivityRequest,
  context: CallContext,
): Promise<readonly ActivityEntry[]> {
  const read = await Promise.all(
    sources.map(async (source) => {
      const ids = moments.filter((moment) => moment.source === source.place).map((moment) => moment.id);
      const fields = asked.find(({ key }) => key === source.told.source.key)?.fields;
      return [source.place, await readerOf(source, ids, fields, subject, context)] as const;
    }),
  );
  const readers = new Map(read);
  return moments.flatMap((moment) => readers.get(moment.source)?.(moment) ?? []);
}

/** Reads the rows of a source as its own tab reads them; answers what makes entries of them. */
async function readerOf(
  { told }: PlacedSource,
  ids: readonly string[],
  fields: readonly string[] | undefined,
  subject: Subject,
  context: CallContext,
): Promise<(moment: Moment) => readonly ActivityEntry[]> {
  const { key } = told.source;
  if (ids.length === 0) return () => [];
  if (told.kind === 'history') {
    const entity = modelOf(context.documents, subject.entity);
    const changes = await changesNamed(entity, subject.record.id, ids, context);
    return ({ id, at }) => {
      const change = changes.get(id);
      return change === undefined ? [] : [{ source: key, at, change }];
    };
  }
  const records = await rowsNamed(told.tab.entity, ids, fields, context);
  return ({ id, at }) => {
    const record = records.get(id);
    return record === undefined ? [] : [{ source: key, at, record }];
  };
}

async function rowsNamed(
  name: string,
  ids: readonly string[],
  fields: readonly string[] | undefined,
  context: CallContext,
): Promise<ReadonlyMap<string, WireRecord>> {
  const entity = modelOf(context.documents, name);
  const body = { where: { field: 'id', op: 'in', value: ids }, size: ids.length, count: 'none' };
  const { list } = await queryRows(entity, fields === undefined ? body : { ...body, fields }, context);
  return new Map(list.map((record) => [record.id, withPictureAddresses(entity, record, context)]));
}
