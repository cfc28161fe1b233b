import { type EntityModel, pathTitle, resolvePath } from '../../entity/entity-model.ts';
import { isTime } from '../../fields/type-groups.ts';
import type { EntityField, KanbanView } from '../../generated/documents.ts';
import { formatMessage } from '../../texts/message.ts';
import { modelText } from '../../texts/model-text.ts';
import type { ActionView } from '../action/action-view.ts';
import { compiledTone, type ToneOf } from '../compile/compiled-text.ts';
import { defined } from '../compile/defined.ts';
import type { ViewContext } from '../compile/view-context.ts';
import { type ColumnView, dialledIn } from './column-view.ts';

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

/** What the ways of looking at a list are compiled from. */
export type DisplayParts = {
  readonly entity: EntityModel;
  readonly columns: readonly ColumnView[];
  readonly row: readonly ActionView[];
  readonly context: ViewContext;
};

/** A field at a path where it holds a day or a moment. */
export function timeField(path: string, parts: DisplayParts): CardField | undefined {
  const found = cardField(path, parts);
  return found !== undefined && isTime(found.field) ? found : undefined;
}

/** A field at a path as a card shows it; undefined where the reader has none there. */
export function cardField(path: string, { entity, context }: DisplayParts): CardField | undefined {
  const resolved = resolvePath(context.entities, entity.document, path);
  if (resolved === undefined) return undefined;
  const title = pathTitle(context.entities, entity.document, path);
  return { path, field: resolved.field, title, ...defined({ dial: dialledIn(resolved.field, entity.document) }) };
}

type Card = Pick<KanbanView, 'card' | 'facts' | 'tone'>;

/** Compiles what a card shows, with the paths it reads. */
export function cardView(
  view: Card,
  parts: DisplayParts,
): { readonly view: CardView; readonly reads: readonly string[] } | { readonly fault: string } {
  const title = cardField(view.card, parts);
  if (title === undefined) return { fault: formatMessage(modelText('model.view.noField', { name: view.card })) };
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
