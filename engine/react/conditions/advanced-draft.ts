import type { FilterView } from '../../model/view/index.ts';
import type { ConditionOperator } from '../../model/wire/index.ts';
import type { FilterValue } from '../fields/renderer/field-renderer.ts';
import {
  type AdvancedCondition,
  type AdvancedGroup,
  type Conditional,
  deepest,
  fieldAt,
  isGroup,
  isValid,
} from './advanced.ts';
import { isBare, operatorsOf } from './operators.ts';

/** A condition while it is put together; `id` keeps its place on the screen. */
export type DraftCondition = { readonly id: number; readonly field: string; readonly value: FilterValue };
export type DraftGroup = {
  readonly id: number;
  readonly match: 'and' | 'or';
  readonly items: readonly (DraftCondition | DraftGroup)[];
};

let lastId = 0;
const newId = () => {
  lastId += 1;
  return lastId;
};

export function isDraftGroup(item: DraftCondition | DraftGroup): item is DraftGroup {
  return 'match' in item;
}

/** What is in force, to be changed; without anything, one condition to begin with. */
export function draftOf(group: AdvancedGroup | undefined, fields: readonly FilterView[]): DraftGroup {
  if (group === undefined) return { id: newId(), match: 'and', items: newCondition(fields) };
  return {
    id: newId(),
    match: group.match,
    items: group.items.map((item) =>
      isGroup(item)
        ? draftOf(item, fields)
        : {
            id: newId(),
            field: item.field,
            value: { op: item.op, ...(item.value === undefined ? {} : { value: item.value }) },
          },
    ),
  };
}

/** A new condition on the first field; nothing where the page has none. */
export function newCondition(fields: readonly FilterView[]): readonly DraftCondition[] {
  const [first] = fields;
  return first === undefined ? [] : [{ id: newId(), field: first.path, value: { op: firstOperator(first) } }];
}

export function newGroup(fields: readonly FilterView[]): DraftGroup {
  return { id: newId(), match: 'or', items: newCondition(fields) };
}

export function firstOperator({ field }: FilterView): ConditionOperator {
  return operatorsOf(field)[0] ?? 'eq';
}

/** The operators offered; a stretch of days is one kind of period. */
export function offeredOperators({ field }: FilterView): readonly ConditionOperator[] {
  const all = operatorsOf(field);
  return all.includes('within') ? all.filter((op) => op !== 'between') : all;
}

/** What stays of a value when the operator becomes another one. */
export function withOperator(value: FilterValue, op: ConditionOperator): FilterValue {
  if (isBare(op)) return { op };
  return shapeOf(op) === shapeOf(value.op) && value.value !== undefined ? { op, value: value.value } : { op };
}

function shapeOf(op: ConditionOperator): 'none' | 'list' | 'bounds' | 'period' | 'one' {
  if (isBare(op)) return 'none';
  if (op === 'in' || op === 'notIn') return 'list';
  if (op === 'between') return 'bounds';
  return op === 'within' ? 'period' : 'one';
}

type DraftItem = DraftCondition | DraftGroup;

/** The draft with one item changed, or taken away; the whole of it only changes. */
export function changed(group: DraftGroup, id: number, make: (item: DraftItem) => DraftItem | undefined): DraftGroup {
  if (group.id === id) {
    const whole = make(group);
    return whole !== undefined && isDraftGroup(whole) ? whole : group;
  }
  return {
    ...group,
    items: group.items.flatMap((item) => {
      if (item.id === id) return make(item) ?? [];
      return isDraftGroup(item) ? [changed(item, id, make)] : [item];
    }),
  };
}

/** The ids of conditions that say nothing yet, or nothing that fits. */
export function unfinished(group: DraftGroup, view: Conditional): readonly number[] {
  return group.items.flatMap((item) => {
    if (isDraftGroup(item)) return unfinished(item, view);
    const filter = fieldAt(view, item.field);
    return filter !== undefined && isValid(item.value, filter) ? [] : [item.id];
  });
}

/** The draft as it goes into force; groups without conditions are none. */
export function finished(group: DraftGroup, depth = 1): AdvancedGroup | undefined {
  const items = group.items.flatMap((item): readonly (AdvancedCondition | AdvancedGroup)[] => {
    if (!isDraftGroup(item)) return [{ field: item.field, ...item.value }];
    const inner = depth < deepest ? finished(item, depth + 1) : undefined;
    return inner === undefined ? [] : [inner];
  });
  return items.length === 0 ? undefined : { match: group.match, items };
}

export function draftCount(group: DraftGroup): number {
  return group.items.reduce((sum, item) => sum + (isDraftGroup(item) ? draftCount(item) : 1), 0);
}
