import { fileTypeOf, picturesOf, withoutPictures } from '../../../model/fields/index.ts';
import type { FormFieldView, FormItemView, FormRowsView } from '../../../model/view/index.ts';
import type { Draft } from '../../drafts/draft-shape.ts';
import { idsOf } from '../../fields/renderer/ids-of.ts';
import type { Values } from '../../record/values.ts';
import type { FormSession } from '../session/form-session.ts';

/** A file that a draft holds: its id, and the title of the field, or of the list and its cell, it stands in. */
export type DraftFile = { readonly id: string; readonly title: string };

/** Whether a field holds files, or pictures in its text. */
export function holdsFiles({ field }: FormFieldView): boolean {
  return field.type === 'html' || fileTypeOf(field.type) !== undefined;
}

/** The files a draft holds: in fields, in texts, in child rows and in rows of theirs. */
export function draftFiles(draft: Pick<Draft, 'values' | 'rows'>, session: FormSession): readonly DraftFile[] {
  const found: DraftFile[] = [];
  withEachFile(draft, session, (view, value, title) => {
    for (const id of filesIn(view, value)) found.push({ id, title });
    return value;
  });
  return found;
}

/** The draft without these files: a text loses the pictures they are, and nothing else. */
export function withoutFiles(draft: Draft, session: FormSession, gone: ReadonlySet<string>): Draft {
  const changed = withEachFile(draft, session, (view, value) => {
    if (!filesIn(view, value).some((id) => gone.has(id))) return value;
    if (view.field.type === 'html') return withoutPictures(String(value), gone);
    return Array.isArray(value) ? value.filter((id) => !gone.has(id)) : null;
  });
  return { ...draft, ...changed };
}

function filesIn({ field }: FormFieldView, value: unknown): readonly string[] {
  if (field.type === 'html') return typeof value === 'string' ? picturesOf(value) : [];
  return idsOf(value);
}

/** Makes another value of each that holds files; `title` says where it stands. */
type Change = (view: FormFieldView, value: unknown, title: string) => unknown;

function withEachFile(
  { values, rows }: Pick<Draft, 'values' | 'rows'>,
  session: FormSession,
  change: Change,
): Pick<Draft, 'values' | 'rows'> {
  const own = valuesWithEach(values, [...session.fields.values()], '', change);
  const lists = Object.entries(rows).map(([key, draft]) => {
    const view = session.rows.get(key)?.view;
    return [key, view === undefined ? draft : { ...draft, rows: rowsWithEach(draft.rows, view, change) }] as const;
  });
  return { values: own, rows: Object.fromEntries(lists) };
}

function rowsWithEach(rows: readonly Values[], view: FormRowsView, change: Change): readonly Values[] {
  return rows.map((row) => {
    const cells = valuesWithEach(row, view.fields, `${view.title} · `, change);
    const lists = view.lists.flatMap((list) => {
      const below: unknown = row[list.key];
      return Array.isArray(below) ? [[list.key, rowsWithEach(below, list, change)] as const] : [];
    });
    return { ...cells, ...Object.fromEntries(lists) };
  });
}

function valuesWithEach(values: Values, views: readonly FormItemView[], above: string, change: Change): Values {
  const files = views.filter((view) => view.kind === 'field').filter(holdsFiles);
  const held = files.filter(({ key }) => Object.hasOwn(values, key));
  const changed = held.map((view) => [view.key, change(view, values[view.key], `${above}${view.title}`)] as const);
  return { ...values, ...Object.fromEntries(changed) };
}
