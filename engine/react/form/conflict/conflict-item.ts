import type { FormFieldView, FormRowsView } from '../../../model/view/index.ts';
import type { FieldCollision, RefusalDetail } from '../../../model/wire/index.ts';
import type { FormSession } from '../session/form-session.ts';

/** A field that was changed here and by somebody else: what it was, what is stored now, what was typed. */
export type ConflictItem = {
  readonly key: string;
  readonly title: string;
  readonly view: FormFieldView | FormRowsView;
  readonly opened: unknown;
  readonly stored: FieldCollision;
  readonly typed: unknown;
};

/** Whose value of a field is kept. */
export type ConflictChoice = 'mine' | 'theirs';

/** The fields of a form that a refusal names as changed by others. */
export function conflictItems(session: FormSession, { fields = [] }: RefusalDetail): readonly ConflictItem[] {
  const values = session.values();
  return fields.flatMap((stored): readonly ConflictItem[] => {
    const { key } = stored;
    const view = session.fields.get(key) ?? session.rows.get(key)?.view;
    if (view === undefined) return [];
    return [{ key, title: view.title, view, opened: session.openedValue(key), stored, typed: values[key] }];
  });
}
