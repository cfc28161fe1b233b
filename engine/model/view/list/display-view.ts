import { faultsAt } from '../../documents/isolate.ts';
import { type EntityModel, pathTitle, resolvePath } from '../../entity/entity-model.ts';
import { isTime } from '../../fields/type-groups.ts';
import type {
  CalendarView,
  EntityField,
  KanbanView,
  ListView as ListViewDocument,
  StateMachine,
} from '../../generated/documents.ts';
import type { ActionView } from '../action/action-view.ts';
import { compiledTone, type Tone, type ToneOf, withFaultyNodes } from '../compile/compiled-text.ts';
import { defined } from '../compile/defined.ts';
import type { ViewContext } from '../compile/view-context.ts';
import { askable, type ColumnView, dialledIn } from './column-view.ts';
import { fieldEdit } from './editable-columns.ts';

/** A value on a card with its heading. */
export type CardField = {
  readonly path: string;
  readonly field: EntityField;
  readonly title: string;
  /** Entity of the records, where this is a number that can be dialled. */
  readonly dial?: string;
};

/** What a card of a board or an entry of a calendar shows. */
export type CardView = {
  readonly title: CardField;
  readonly facts: readonly CardField[];
  readonly toneOf?: ToneOf;
  /** Page a click opens, and where the id it is opened with stands when that is not the record's own. */
  readonly link?: string;
  readonly linkId?: string;
};

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

type Parts = {
  readonly entity: EntityModel;
  readonly columns: readonly ColumnView[];
  readonly row: readonly ActionView[];
  readonly context: ViewContext;
};

/** Compiles the ways of looking at a list; a list that names none is a table. */
export function displayViews(views: readonly ListViewDocument[] | undefined, parts: Parts): readonly DisplayView[] {
  const compiled = (views ?? []).map((view) => displayView(view, parts));
  const all = withFaultyNodes<DisplayView>(compiled, faultsAt(parts.context.faults, 'views'), faulty);
  return all.length === 0 ? [{ key: 'table', kind: 'table' }] : all;
}

function faulty(key: string, fault: string, title?: string): DisplayView {
  return { kind: 'fault', key, fault, ...defined({ title }) };
}

function displayView(view: ListViewDocument, parts: Parts): DisplayView {
  const { key, title } = view;
  const base = { key, ...defined({ title }) };
  switch (view.kind) {
    case 'table':
      return { ...base, kind: 'table' };
    case 'tree': {
      const { tree, name } = parts.entity.document;
      if (tree === undefined) return faulty(key, `“${name}”没有声明上级`, title);
      return { ...base, kind: 'tree', parent: tree.parent, ...defined({ add: view.add }) };
    }
    case 'kanban':
      return kanbanDisplay(view, base, parts);
    case 'calendar':
      return calendarDisplay(view, base, parts);
  }
}

function kanbanDisplay(view: KanbanView, base: DisplayBase, parts: Parts): DisplayView {
  const field = parts.entity.fields.get(view.field);
  if (field?.type !== 'enum') return faulty(view.key, `“${view.field}”不是枚举字段`, view.title);
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

function calendarDisplay(view: CalendarView, base: DisplayBase, parts: Parts): DisplayView {
  const start = timeField(view.start, parts);
  const end = view.end === undefined ? undefined : timeField(view.end, parts);
  if (start === undefined || (view.end !== undefined && end === undefined))
    return faulty(view.key, `“${start === undefined ? view.start : view.end}”不是日期或时间字段`, view.title);
  const card = cardView(view, parts);
  if ('fault' in card) return faulty(view.key, card.fault, view.title);
  return {
    ...base,
    kind: 'calendar',
    start,
    ...defined({ end }),
    ...defined({ move: movingAction(start, end, parts) }),
    canSort: start.field.sortable === true && !start.path.includes('.'),
    card: card.view,
    fields: askable([...card.reads, start.path, ...(end === undefined ? [] : [end.path])]),
  };
}

/** A record is moved by who may fill in its days in the form of one and the same action. */
function movingAction(start: CardField, end: CardField | undefined, parts: Parts): ActionView | undefined {
  const edit = (at: CardField) => fieldEdit(at, parts.entity.document.name, parts.row)?.action;
  const action = edit(start);
  return end === undefined || edit(end) === action ? action : undefined;
}

function timeField(path: string, parts: Parts): CardField | undefined {
  const found = cardField(path, parts);
  return found !== undefined && isTime(found.field) ? found : undefined;
}

function cardField(path: string, { entity, context }: Parts): CardField | undefined {
  const resolved = resolvePath(context.entities, entity.document, path);
  if (resolved === undefined) return undefined;
  const title = pathTitle(context.entities, entity.document, path);
  return { path, field: resolved.field, title, ...defined({ dial: dialledIn(resolved.field, entity.document) }) };
}

type Card = Pick<KanbanView, 'card' | 'facts' | 'tone'>;

function cardView(
  view: Card,
  parts: Parts,
): { readonly view: CardView; readonly reads: readonly string[] } | { readonly fault: string } {
  const title = cardField(view.card, parts);
  if (title === undefined) return { fault: `找不到字段“${view.card}”` };
  const tone = compiledTone(view.tone);
  if (tone.fault !== undefined) return { fault: tone.fault };
  // What a reader may not see is not in his documents: the card simply has a line less.
  const facts = (view.facts ?? []).flatMap((path) => cardField(path, parts) ?? []);
  const linked = linkOf(title, parts.columns);
  return {
    view: {
      title,
      facts,
      ...defined({ toneOf: tone.toneOf, link: linked?.link, linkId: linked?.linkId }),
    },
    reads: [
      parts.entity.document.label,
      title.path,
      ...facts.map((fact) => fact.path),
      ...tone.reads,
      ...(linked?.linkId === undefined ? [] : [linked.linkId]),
      ...parts.row.flatMap((action) => action.reads),
    ],
  };
}

/** A card opens what the column of its title opens, or else the first column that opens the record itself. */
function linkOf(title: CardField, columns: readonly ColumnView[]): ColumnView | undefined {
  const own = columns.find((column) => column.path === title.path && column.link !== undefined);
  return own ?? columns.find((column) => column.link !== undefined && column.linkId === undefined);
}
