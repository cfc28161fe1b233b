import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../client/index.ts';
import { type EntityModel, entityModel, resolvePath } from '../../model/entity/index.ts';
import { apiBase } from '../../model/naming/index.ts';
import type { ViewContext } from '../../model/view/index.ts';
import type { QueryAnswer, QueryRequest, Where } from '../../model/wire/index.ts';
import { useText } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { chipTone } from './chip-tone.ts';
import { lineText } from './plain/plain-renderers.ts';

/** One record to choose: what it is called, and what tells it from others that are called alike. */
export type PickerRow = {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  /** The colour its name stands in. */
  readonly tone?: string;
  /** Whether others stand below it in a tree. */
  readonly isInner?: true;
};

/** Most records a picker asks for at once. */
export const pickerSize = 20;

type PickerRowsOptions = {
  readonly enabled: boolean;
  /** Conditions on the rows; `null` offers none. */
  readonly where?: readonly Where[] | null | undefined;
};

/** Rows of an entity to choose from, by keyword; `list` holds the pages read so far. */
export function usePickerRows(entity: string, keyword: string, { enabled, where }: PickerRowsOptions) {
  const page = usePageRuntime();
  const model = modelFor(entity, page.context);
  const body = pickerBody(model, keyword, where, page.context);
  const path = model === undefined ? '' : `${apiBase(model.document)}/query`;
  const query = useInfiniteQuery({
    queryKey: queryKeys.rows(entity, page.name, path, { ...body, many: true }),
    queryFn: ({ signal, pageParam }) =>
      page.call<QueryAnswer>(path, pageParam === null ? body : { ...body, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    enabled: enabled && model !== undefined && where !== null,
    // Under other conditions the rows before may be impossible.
    ...(where === undefined ? { placeholderData: keepPreviousData } : {}),
  });
  const answers = where === null ? [] : (query.data?.pages ?? []);
  const list = answers.flatMap((answer) => rowsOf(answer, model, page.context));
  return { ...query, list };
}

/** Whether somebody scrolled so far down a list that more of it should come. */
export function isNearEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < clientHeight / 2;
}

/** What chosen records are called; of one that is deleted or out of reach, its number and that. */
export type ChosenLabel = {
  readonly label: string;
  readonly note?: string;
  readonly tone?: string;
  readonly isGone: boolean;
};

/**
 * Labels of chosen ids: those known already, the others asked for; while they are asked for there is none. Where a
 * label alone does not tell records apart, all are asked for.
 */
export function usePickerLabels(
  entity: string,
  ids: readonly string[],
  known: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, ChosenLabel> {
  const t = useText();
  const page = usePageRuntime();
  const model = modelFor(entity, page.context);
  const isTold = (model?.document.labelFacts ?? []).length > 0 || model?.document.chip !== undefined;
  const missing = ids.filter((id) => isTold || !known.has(id));
  const body: QueryRequest = {
    ...pickerRequest(model, page.context),
    size: Math.max(missing.length, 1),
    where: { field: 'id', op: 'in', value: missing },
  };
  const path = model === undefined ? '' : `${apiBase(model.document)}/query`;
  const { data, isError } = useQuery({
    queryKey: queryKeys.rows(entity, page.name, path, body),
    queryFn: ({ signal }) => page.call<QueryAnswer>(path, body, { signal }),
    select: (answer) => rowsOf(answer, model, page.context),
    enabled: missing.length > 0 && model !== undefined,
    staleTime: 60_000,
  });
  const found = new Map<string, ChosenLabel>();
  for (const [id, label] of known) found.set(id, { label, isGone: false });
  for (const { id, ...row } of data ?? []) found.set(id, { ...row, isGone: false });
  const isAnswered = data !== undefined || isError || model === undefined;
  // Of one that could not be asked for nobody knows whether it is there.
  const missed = data === undefined && isError ? 'engine.picker.unnamed' : 'engine.picker.gone';
  for (const id of isAnswered ? missing : [])
    if (!found.has(id)) found.set(id, { label: t(missed, { id: id.slice(-6) }), isGone: data !== undefined });
  return found;
}

/** The model of an entity of the page. */
export function modelFor(entity: string, context: ViewContext): EntityModel | undefined {
  const document = context.entities.get(entity);
  return document === undefined ? undefined : entityModel(document);
}

/** The query for rows to choose from. */
function pickerBody(
  model: EntityModel | undefined,
  keyword: string,
  conditions: readonly Where[] | null | undefined,
  context: ViewContext,
): QueryRequest {
  const typed = model === undefined ? undefined : keywordWhere(model, keyword.trim());
  const and = [...(conditions ?? []), ...(typed === undefined ? [] : [typed])];
  const where = and.length > 1 ? { and } : and[0];
  return { ...pickerRequest(model, context), size: pickerSize, ...(where === undefined ? {} : { where }) };
}

function pickerRequest(model: EntityModel | undefined, context: ViewContext): QueryRequest {
  if (model === undefined) return { count: 'none' };
  const { label, chip } = model.document;
  const fields = [label, ...(chip === undefined ? [] : [chip]), ...factsOf(model, context).map(({ path }) => path)];
  return { count: 'none', brief: true, fields };
}

/** What is told beside the label of a record to choose. */
function factsOf({ document }: EntityModel, { entities }: ViewContext) {
  return (document.labelFacts ?? []).flatMap((path) => {
    const field = resolvePath(entities, document, path)?.field;
    if (field === undefined) return [];
    // A formatted text comes as its first words, without any markup.
    return [{ path, field: field.type === 'html' ? { ...field, type: 'string' as const } : field }];
  });
}

function keywordWhere(model: EntityModel, keyword: string): Where | undefined {
  if (keyword === '') return undefined;
  const searchable = model.document.fields.some((field) => field.searchable === true);
  return searchable ? { search: keyword } : { field: model.document.label, op: 'contains', value: keyword };
}

/** Rows to choose from as they were answered. */
function rowsOf(answer: QueryAnswer, model: EntityModel | undefined, context: ViewContext): readonly PickerRow[] {
  const facts = model === undefined ? [] : factsOf(model, context);
  return answer.list.map((row) => {
    const told = facts.flatMap(({ path, field }) => lineText(field, path, row, context) ?? []);
    const label = String(row[model?.document.label ?? 'id'] ?? row.id);
    const note = told.length === 0 ? {} : { note: told.join(' · ') };
    const tone = chipTone(row, model?.document.name, context);
    const chip = tone === undefined ? {} : { tone };
    return { id: row.id, label, ...note, ...chip, ...(row.hasChildren === true ? { isInner: true as const } : {}) };
  });
}
