import { memo } from 'react';
import type { FormFieldView } from '../../../model/view/index.ts';
import { InlineFault } from '../../faults/fault-block.tsx';
import { inputId, useFormParts } from '../session/form-parts.tsx';
import type { EditedRow } from '../session/rows/row-list.ts';
import { widthOfType } from '../table/column-width.ts';
import { RowButtons } from '../table/row-buttons.tsx';
import { RowCell } from './row-cell.tsx';
import { isSameLine, moveByKey, type RowLineProps } from './row-line.tsx';

/** One row as a card: what is long stands over its whole width, each value under its name. */
export const RowCard = memo(function RowCard({ rows, row, index, count, isOpen, tools, drawList }: RowLineProps) {
  const { id } = useFormParts();
  const fault = row.faults.get('');
  const { view } = rows;
  return (
    <li className="engine-rows-card" onKeyDownCapture={(event) => moveByKey(event, { rows, row, isOpen, tools })}>
      <div className="engine-rows-card-head engine-quiet">
        {index + 1}
        {isOpen && !view.isFixed ? (
          <RowButtons
            {...{ row: row.key, index, count, isFull: rows.isFull, isPicked: view.pick !== undefined, tools }}
            form={inputId(id, rows.path)}
          />
        ) : null}
      </div>
      <div className="engine-rows-card-cells">
        {view.fields.map((cell) => {
          if (cell.kind !== 'field') return <InlineFault key={cell.key} text={cell.fault} />;
          if (!isDrawn(cell, row)) return null;
          return (
            <div key={cell.key} className={isWide(cell) ? 'engine-rows-card-wide' : 'engine-rows-card-cell'}>
              <div className="engine-rows-card-name" aria-hidden={isFilledIn(cell)} title={cell.help}>
                {cell.required && cell.field.type !== 'bool' ? <span className="engine-rows-must">* </span> : null}
                {cell.title}
              </div>
              <RowCell rows={rows} row={row} cell={cell} number={index + 1} isOpen={isOpen} tools={tools} />
            </div>
          );
        })}
      </div>
      {fault === undefined ? null : (
        <p className="engine-rows-fault" role="alert">
          {fault}
        </p>
      )}
      {[...row.lists].map(([key, list]) => (
        <div key={key}>{drawList(list, isOpen)}</div>
      ))}
    </li>
  );
}, isSameLine);

/** An input says itself what it is called. */
function isFilledIn({ shown, compute }: FormFieldView): boolean {
  return shown === undefined && compute === undefined;
}

/** What is hidden takes no place, nor does an empty value that is only shown. */
function isDrawn({ key, shown }: FormFieldView, { states, values }: EditedRow): boolean {
  if (states.get(key)?.visible !== true) return false;
  const value = values[key];
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return shown === undefined || !isEmpty;
}

/** A short text that is only shown stands beside others. */
function isWide({ field, widget, shown }: FormFieldView): boolean {
  return (
    widget === undefined && widthOfType(field.type) === 'wide' && !(field.type === 'string' && shown !== undefined)
  );
}
