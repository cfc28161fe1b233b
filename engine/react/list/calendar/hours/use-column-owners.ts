import { offeredWhere } from '../../../../model/entity/index.ts';
import type { HourResource, ListView } from '../../../../model/view/index.ts';
import type { WireRecord } from '../../../../model/wire/index.ts';
import { fieldText } from '../../../fields/field-renderers.ts';
import { idsOf } from '../../../fields/renderer/ids-of.ts';
import { usePickerLabels, usePickerRows } from '../../../fields/use-picker.ts';
import { formats } from '../../../formats/formats.ts';
import { useText } from '../../../host/engine-context.tsx';
import { usePageRuntime } from '../../../host/page-runtime.ts';
import type { ListState } from '../../state/list-state.ts';
import type { ColumnOwner } from './hour-span.ts';

/** Whose columns a calendar is split into, and whether there are more of them than are drawn. */
export type ColumnOwners = {
  readonly owners: readonly ColumnOwner[] | undefined;
  readonly hasMore: boolean;
  /** Whether those with nothing in sight could not be asked for. */
  readonly hasFailed: boolean;
};

type OwnersOptions = {
  readonly view: ListView;
  readonly state: ListState;
  readonly records: readonly WireRecord[];
  readonly by: HourResource | undefined;
  /** Whether those with nothing in sight get a column too: there is room for them on a single day only. */
  readonly isDay: boolean;
};

/** Who gets a column: whom the filters of the list name; else who has something in sight, on a single day the others too. */
export function useColumnOwners({ view, state, records, by, isDay }: OwnersOptions): ColumnOwners {
  const t = useText();
  const { context } = usePageRuntime();
  const named = by === undefined ? [] : namedBy(view, state, by.path);
  const isAsked = by !== undefined && named.length === 0 && isDay;
  const where = by === undefined ? undefined : offeredWhere(by.field, context.entities.get(by.entity));
  const others = usePickerRows(by?.entity ?? '', '', { enabled: isAsked, where });
  const labels = usePickerLabels(by?.entity ?? '', named);
  if (by === undefined) return { owners: undefined, hasMore: false, hasFailed: false };
  if (named.length > 0)
    return {
      owners: named.map((id) => ({ id, title: labels.get(id)?.label ?? '' })),
      hasMore: false,
      hasFailed: false,
    };
  const asked = isAsked ? others : undefined;
  const found = new Map(asked?.list.map(({ id, label }) => [id, label]));
  for (const record of records) {
    const id = record[by.path];
    if (typeof id === 'string' && !found.has(id)) found.set(id, fieldText(by.field, by.path, record, context));
  }
  const owners = inOrder(found);
  const hasNobody = records.some((record) => (record[by.path] ?? null) === null);
  const nobody = hasNobody || owners.length === 0 ? [{ id: null, title: t('engine.list.hours.nobody') }] : [];
  return {
    owners: [...owners, ...nobody],
    hasMore: asked?.hasNextPage === true,
    hasFailed: asked?.isError === true,
  };
}

function inOrder(found: ReadonlyMap<string, string>): readonly ColumnOwner[] {
  return [...found].map(([id, title]) => ({ id, title })).sort((a, b) => formats().compare(a.title, b.title));
}

/** Whom a filter of the list names for a field. */
function namedBy(view: ListView, state: ListState, path: string): readonly string[] {
  const filter = view.filters.find((one) => one.path === path);
  const value = filter === undefined ? undefined : state.filters[filter.key];
  return value?.op === 'eq' || value?.op === 'in' ? idsOf(value.value) : [];
}
