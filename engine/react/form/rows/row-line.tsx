import { type KeyboardEvent, memo, type ReactNode } from 'react';
import { InlineFault } from '../../faults/fault-block.tsx';
import { inputId, useFormParts } from '../session/form-parts.tsx';
import type { EditedRow, RowList } from '../session/rows/row-list.ts';
import { RowButtons } from '../table/row-buttons.tsx';
import { RowCell, type RowTools } from './row-cell.tsx';
import { usePlaceDrag } from './use-place-drag.ts';

/** A row with what is drawn around it. */
export type RowLineProps = {
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
export const RowLine = memo(function RowLine({ rows, row, index, count, isOpen, tools, drawList }: RowLineProps) {
  const { id } = useFormParts();
  const { line, handle, isMoved } = usePlaceDrag(rows, row.key, isOpen);
  const fault = row.faults.get('');
  return (
    <>
      <tr
        ref={line}
        onKeyDownCapture={(event) => moveByKey(event, { rows, row, isOpen, tools })}
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
}, isSameLine);

/** Whether nothing about a row has changed that is drawn. */
export function isSameLine(a: RowLineProps, b: RowLineProps): boolean {
  return a.row === b.row && a.index === b.index && a.count === b.count && a.isOpen === b.isOpen && a.rows === b.rows;
}

/** Moves a row by Alt and an arrow, before its input sees the key: an arrow in a number would count it up. */
export function moveByKey(
  event: KeyboardEvent,
  { rows, row, isOpen, tools }: Pick<RowLineProps, 'rows' | 'row' | 'isOpen' | 'tools'>,
): void {
  if (!event.altKey || !isOpen || rows.view.isFixed || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  event.stopPropagation();
  tools.move(row.key, event.key === 'ArrowUp' ? -1 : 1);
}
