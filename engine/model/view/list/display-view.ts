import { faultsAt } from '../../documents/isolate.ts';
import type {
  CalendarView,
  EntityField,
  KanbanView,
  ListView as ListViewDocument,
  StateMachine,
} from '../../generated/documents.ts';
import { formatMessage } from '../../texts/message.ts';
import { modelText } from '../../texts/model-text.ts';
import type { ActionView } from '../action/action-view.ts';
import { type Tone, withFaultyNodes } from '../compile/compiled-text.ts';
import { defined } from '../compile/defined.ts';
import type { ViewContext } from '../compile/view-context.ts';
import { type CardField, type CardView, cardView, type DisplayParts, timeField } from './card-view.ts';
import { askable } from './column-view.ts';
import { fieldEdit } from './editable-columns.ts';
import { type HourGrid, hourGrid } from './hour-grid.ts';

/** One lane of a board; `null` holds the records without a value. */
export type LaneView = {
  readonly value: string | null;
  readonly title: string;
  readonly tone: Tone;
  /** Shown only while it holds something: a value no longer offered, or none. */
  readonly isSpare: boolean;
};

type DisplayBase = { readonly key: string; readonly title?: string };

/** A board with a lane per value of a field. */
export type KanbanDisplay = DisplayBase & {
  readonly kind: 'kanban';
  readonly field: EntityField;
  readonly lanes: readonly LaneView[];
  readonly card: CardView;
  /** The states a card moves through, when the field is kept by a state machine. */
  readonly machine?: StateMachine;
  readonly fields: readonly string[];
};

/** A calendar of records by their day. */
export type CalendarDisplay = DisplayBase & {
  readonly kind: 'calendar';
  readonly start: CardField;
  readonly end?: CardField;
  readonly canSort: boolean;
  /** The action that moves a record to another day; absent where its days are not the reader's to change. */
  readonly move?: ActionView;
  /** The hours of a calendar that shows them; absent where it shows days. */
  readonly hours?: HourGrid;
  readonly card: CardView;
  readonly fields: readonly string[];
};

/** One way of looking at the rows of a list. */
export type DisplayView =
  | (DisplayBase & { readonly kind: 'table' })
  | (DisplayBase & { readonly kind: 'tree'; readonly parent: string; readonly add?: true })
  | KanbanDisplay
  | CalendarDisplay
  | (DisplayBase & { readonly kind: 'fault'; readonly fault: string });

/** Compiles the ways of looking at a list; a list that names none is a table. */
export function displayViews(
  views: readonly ListViewDocument[] | undefined,
  parts: DisplayParts,
): readonly DisplayView[] {
  const compiled = (views ?? []).map((view) => displayView(view, parts));
  const all = withFaultyNodes<DisplayView>(compiled, faultsAt(parts.context.faults, 'views'), faulty);
  return all.length === 0 ? [{ key: 'table', kind: 'table' }] : all;
}

function faulty(key: string, fault: string, title?: string): DisplayView {
  return { kind: 'fault', key, fault, ...defined({ title }) };
}

function displayView(view: ListViewDocument, parts: DisplayParts): DisplayView {
  const { key, title } = view;
  const base = { key, ...defined({ title }) };
  switch (view.kind) {
    case 'table':
      return { ...base, kind: 'table' };
    case 'tree': {
      const { tree, name } = parts.entity.document;
      if (tree === undefined) return faulty(key, formatMessage(modelText('model.view.noParent', { name })), title);
      return { ...base, kind: 'tree', parent: tree.parent, ...defined({ add: view.add }) };
    }
    case 'kanban':
      return kanbanDisplay(view, base, parts);
    case 'calendar':
      return calendarDisplay(view, base, parts);
  }
}

function kanbanDisplay(view: KanbanView, base: DisplayBase, parts: DisplayParts): DisplayView {
  const field = parts.entity.fields.get(view.field);
  if (field?.type !== 'enum')
    return faulty(view.key, formatMessage(modelText('model.view.noEnum', { name: view.field })), view.title);
  const card = cardView(view, parts);
  if ('fault' in card) return faulty(view.key, card.fault, view.title);
  const machine = parts.entity.document.states?.find((item) => item.field === field.key);
  return {
    ...base,
    kind: 'kanban',
    field,
    lanes: lanesOf(field, view.lanes, parts.context),
    card: card.view,
    fields: askable([...card.reads, field.key]),
    ...defined({ machine }),
  };
}

function lanesOf(field: EntityField, named: readonly string[] | undefined, context: ViewContext): readonly LaneView[] {
  const values = context.dictionaries.get(field.dictionary ?? '')?.values ?? [];
  const lane = (key: string): LaneView => {
    const value = values.find((item) => item.key === key);
    const isSpare = named === undefined && value?.disabled === true;
    return { value: key, title: value?.title ?? key, tone: value?.tone ?? 'default', isSpare };
  };
  if (named !== undefined) return named.map(lane);
  const all = values.map((value) => lane(value.key));
  return field.required === true ? all : [...all, { value: null, title: '', tone: 'default', isSpare: true }];
}

function calendarDisplay(view: CalendarView, base: DisplayBase, parts: DisplayParts): DisplayView {
  const start = timeField(view.start, parts);
  const end = view.end === undefined ? undefined : timeField(view.end, parts);
  if (start === undefined || (view.end !== undefined && end === undefined))
    return faulty(
      view.key,
      formatMessage(modelText('model.view.noTime', { name: start === undefined ? view.start : view.end })),
      view.title,
    );
  const card = cardView(view, parts);
  if ('fault' in card) return faulty(view.key, card.fault, view.title);
  const move = movingAction(start, end, parts);
  const hours = hourGrid(view, parts, move);
  return {
    ...base,
    kind: 'calendar',
    start,
    ...defined({ end, move, hours }),
    canSort: start.field.sortable === true && !start.path.includes('.'),
    card: card.view,
    fields: askable([...card.reads, start.path, ...(end === undefined ? [] : [end.path]), ...(hours?.reads ?? [])]),
  };
}

/** A record is moved by who may fill in its days in the form of one and the same action. */
function movingAction(start: CardField, end: CardField | undefined, parts: DisplayParts): ActionView | undefined {
  const edit = (at: CardField) => fieldEdit(at, parts.entity.document.name, parts.row)?.action;
  const [first, last] = [edit(start), end === undefined ? undefined : edit(end)];
  if (first === undefined || end === undefined) return first;
  if (last === undefined || last.key !== first.key) return undefined;
  // Both fields have to stand open in the record.
  return { ...first, isPossible: (scope) => first.isPossible(scope) && last.isPossible(scope) };
}
