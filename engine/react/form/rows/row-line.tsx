import { type ClipboardEvent, type KeyboardEvent, memo, type ReactNode } from 'react';
import type { FormFieldView } from '../../../model/view/index.ts';
import { InlineFault } from '../../faults/fault-block.tsx';
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
import { RowButtons, type RowMoves } from '../table/row-buttons.tsx';
import { usePlaceDrag } from './use-place-drag.ts';

/** What can be done with a row from its buttons and the keyboard. */
export type RowTools = RowMoves & {
  readonly add: () => void;
  readonly undo: () => void;
  readonly paste: (key: string, cell: string, text: string) => void;
};

type RowLineProps = {
  readonly rows: RowList;
  readonly row: EditedRow;
  readonly index: number;
  readonly count: number;
  readonly isOpen: boolean;
  readonly tools: RowTools;
  /** Draws rows of the row. */
  readonly drawList: (list: RowList, isOpen: boolean) => ReactNode;
};

/** One row of the table; drawn anew only when something about it changes. Alt with the arrows moves it. */
export const RowLine = memo(
  function RowLine({ rows, row, index, count, isOpen, tools, drawList }: RowLineProps) {
    const { id } = useFormParts();
    const { line, handle, isMoved } = usePlaceDrag(rows, row.key, isOpen);
    const fault = row.faults.get('');
    // Before the input sees it: an arrow in a number would count it up.
    const onKeyDownCapture = (event: KeyboardEvent) => {
      if (!event.altKey || !isOpen || rows.view.isFixed || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown'))
        return;
      event.preventDefault();
      event.stopPropagation();
      tools.move(row.key, event.key === 'ArrowUp' ? -1 : 1);
    };
    return (
      <>
        <tr
          ref={line}
          onKeyDownCapture={onKeyDownCapture}
          {...(row.lists.size > 0 ? { className: 'engine-rows-above' } : {})}
        >
          <td ref={handle} className={`engine-rows-number engine-quiet${isMoved ? ' engine-rows-handle' : ''}`}>
            {index + 1}
          </td>
          {rows.view.fields.map((cell) => (
            <td key={cell.key}>
              {cell.kind === 'field' ? (
                <RowCell rows={rows} row={row} cell={cell} number={index + 1} isOpen={isOpen} tools={tools} />
              ) : (
                <InlineFault text={cell.fault} />
              )}
            </td>
          ))}
          {isOpen && !rows.view.isFixed ? (
            <td className="engine-rows-actions">
              <RowButtons
                row={row.key}
                index={index}
                count={count}
                isFull={rows.isFull}
                isPicked={rows.view.pick !== undefined}
                tools={tools}
                form={inputId(id, rows.path)}
              />
            </td>
          ) : null}
        </tr>
        {fault === undefined ? null : (
          <tr>
            <td className="engine-rows-fault" role="alert" colSpan={rows.view.fields.length + 2}>
              {fault}
            </td>
          </tr>
        )}
        {[...row.lists].map(([key, list]) => (
          <tr key={key} className="engine-rows-below">
            <td className="engine-rows-number" />
            <td colSpan={rows.view.fields.length + (isOpen && !rows.view.isFixed ? 1 : 0)}>{drawList(list, isOpen)}</td>
          </tr>
        ))}
      </>
    );
  },
  (a, b) => a.row === b.row && a.index === b.index && a.count === b.count && a.isOpen === b.isOpen && a.rows === b.rows,
);

type RowCellProps = Pick<RowLineProps, 'rows' | 'row' | 'isOpen' | 'tools'> & {
  readonly cell: FormFieldView;
  readonly number: number;
};

function RowCell({ rows, row, cell, number, isOpen, tools }: RowCellProps): ReactNode {
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
