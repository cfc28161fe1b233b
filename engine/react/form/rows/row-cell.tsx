import type { ClipboardEvent, ReactNode } from 'react';
import type { FormFieldView } from '../../../model/view/index.ts';
import { fieldText } from '../../fields/field-renderers.ts';
import { emptyText } from '../../fields/renderer/field-renderer.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { FieldInput } from '../field/field-input.tsx';
import { ShownValue } from '../field/shown-value.tsx';
import { PickedName } from '../pick/picked-names.tsx';
import { inputId, useFormParts } from '../session/form-parts.tsx';
import { isTable } from '../session/rows/pasted-cells.ts';
import type { EditedRow, RowList } from '../session/rows/row-list.ts';
import type { RowMoves } from '../table/row-buttons.tsx';

/** What can be done with a row from its buttons and the keyboard. */
export type RowTools = RowMoves & {
  readonly add: () => void;
  readonly undo: () => void;
  readonly paste: (key: string, cell: string, text: string) => void;
};

type RowCellProps = {
  readonly rows: RowList;
  readonly row: EditedRow;
  readonly isOpen: boolean;
  readonly tools: RowTools;
  readonly cell: FormFieldView;
  readonly number: number;
};

/** What a row holds in one place: shown, worked out, or to be filled in. */
export function RowCell({ rows, row, cell, number, isOpen, tools }: RowCellProps): ReactNode {
  const t = useText();
  const { id } = useFormParts();
  const { context } = usePageRuntime();
  const state = row.states.get(cell.key);
  if (state?.visible !== true) return <span className="engine-empty">{emptyText}</span>;
  if (cell.shown !== undefined) return <ShownValue view={cell} value={row.values[cell.key]} record={row.record} />;
  if (cell.compute !== undefined)
    return (
      <output className="engine-rows-output engine-number">
        {fieldText(cell.field, cell.key, { id: '', ...row.values }, context)}
      </output>
    );
  const own = inputId(id, `${rows.path}.${row.key}.${cell.key}`);
  const fault = row.faults.get(cell.key);
  const masked = row.masked.get(cell.key);
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!isTable(text)) return;
    event.preventDefault();
    tools.paste(row.key, cell.key, text);
  };
  return (
    <div
      onPasteCapture={onPaste}
      className={fault === undefined ? 'engine-rows-cell' : 'engine-rows-cell engine-wrong'}
    >
      <span id={`${own}-label`} className="engine-said">
        {t('engine.form.cellName', { title: cell.title, row: number })}
      </span>
      {cell.picked === true ? (
        <PickedName own={own} id={row.values[cell.key]} />
      ) : (
        <FieldInput
          view={cell}
          own={own}
          value={row.values[cell.key]}
          isRequired={state.required}
          isInvalid={fault !== undefined}
          disabled={!isOpen || !state.enabled}
          scope={() => rows.scopeOf(row)}
          onChange={(value) => rows.edit(row.key, cell.key, value)}
          onBlur={() => rows.leave(row.key, cell.key)}
          placeholder={masked === undefined ? cell.placeholder : t('engine.form.masked', { value: masked })}
          record={row.record}
        />
      )}
      {fault === undefined ? null : (
        <span id={`${own}-fault`} className="engine-rows-fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
