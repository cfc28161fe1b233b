import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { FormFieldView } from '../../../model/view/index.ts';
import { knownLabels } from '../../fields/ref-renderer.tsx';
import { type ChosenLabel, usePickerLabels } from '../../fields/use-picker.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import type { EditedRow } from '../session/rows/row-list.ts';

type Names = ReadonlyMap<string, ChosenLabel>;

const PickedNamesContext = createContext<Names>(new Map());

type PickedNamesProps = {
  readonly cell: FormFieldView;
  readonly rows: readonly EditedRow[];
  readonly children: ReactNode;
};

/** Knows what the picked rows are called: as they were read, the others asked for all at once. */
export function PickedNames({ cell, rows, children }: PickedNamesProps) {
  const { context } = usePageRuntime();
  const ids = rows.map(({ values }) => values[cell.key]).filter((id) => typeof id === 'string');
  const known = new Map(rows.flatMap(({ record }) => [...knownLabels(cell.field, record, context)]));
  const names = usePickerLabels(cell.field.ref ?? '', ids, known);
  // A row is drawn anew only with another name, not with each key that is pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names, not the map they came in
  const same = useMemo(() => names, [JSON.stringify([...names])]);
  return <PickedNamesContext.Provider value={same}>{children}</PickedNamesContext.Provider>;
}

/** What a row was picked from the list as. */
export function PickedName({ id, own }: { readonly id: unknown; readonly own: string }) {
  const t = useText();
  const name = useContext(PickedNamesContext).get(String(id));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame of its own
    <div id={own} role="group" tabIndex={-1} aria-labelledby={`${own}-label`} className="engine-form-shown">
      <span className={name?.isGone === true ? 'engine-picker-gone' : undefined}>
        {name?.label ?? t('engine.picker.loading')}
      </span>
      {name?.note === undefined ? null : <span className="engine-picker-note">{name.note}</span>}
    </div>
  );
}
