import type { Scope } from '../../../model/expression/index.ts';
import type { FieldState, FormFieldView } from '../../../model/view/index.ts';
import type { Values } from '../../record/values.ts';
import { isDependent, type Readable } from './choice-conditions.ts';
import type { ChoicePlace } from './dependent-choices.ts';
import type { RowList } from './rows/row-list.ts';

/** What is known of an opened form where its choices are judged. */
type ChoosingForm = {
  readonly fields: ReadonlyMap<string, FormFieldView>;
  readonly rows: ReadonlyMap<string, RowList>;
  stateOf(key: string): FieldState;
  values(): Values;
  scope(): Scope;
};

/** The choices of a form that depend on other values: of its own fields, of its child rows, and of theirs. */
export function choicePlaces(form: ChoosingForm): readonly ChoicePlace[] {
  const dependent = [...form.fields.values()].filter(isDependent);
  const lists = [...form.rows.values()].filter(hasChoices);
  if (dependent.length + lists.length === 0) return [];
  const readable: Readable = { root: 'form', views: [...form.fields.values()], values: form.values(), at: '' };
  const scope = form.scope();
  const own = dependent.map((view): ChoicePlace => {
    const { visible, enabled } = form.stateOf(view.key);
    return {
      place: view.key,
      view,
      value: readable.values[view.key],
      scope,
      isShown: visible,
      isOpen: enabled && view.field.readonly !== true,
      readable: [readable],
    };
  });
  return [...own, ...lists.flatMap((list) => choicesIn(list, readable, form.stateOf(list.view.key).enabled))];
}

function hasChoices({ view }: Pick<RowList, 'view'>): boolean {
  const isOwn = view.fields.some((cell) => cell.kind === 'field' && isDependent(cell));
  return isOwn || view.lists.some((list) => hasChoices({ view: list }));
}

function choicesIn(list: RowList, form: Readable, isListOpen: boolean): readonly ChoicePlace[] {
  const dependent = list.cells.filter(isDependent);
  return list.snapshot().rows.flatMap((row) => {
    const { values, states, lists } = row;
    const at = `${list.path}.${row.key}.`;
    const own = dependent.map((view): ChoicePlace => {
      const state = states.get(view.key);
      return {
        place: `${at}${view.key}`,
        view,
        value: values[view.key],
        scope: list.scopeOf(row),
        isShown: state?.visible === true,
        isOpen: isListOpen && state?.enabled === true,
        readable: [form, { root: 'row', views: list.cells, values, at }],
      };
    });
    return [...own, ...[...lists.values()].filter(hasChoices).flatMap((below) => choicesIn(below, form, isListOpen))];
  });
}
