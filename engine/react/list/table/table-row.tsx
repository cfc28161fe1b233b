import { type CSSProperties, memo } from 'react';
import type { WireRecord } from '../../../model/wire/index.ts';
import { RowActions } from '../../actions/row-actions.tsx';
import { useMovedWords } from '../../calls/moved-rows.ts';
import { Cell } from '../../data-table/list-columns.tsx';
import { fieldRenderers } from '../../fields/field-renderers.ts';
import { EditableCell } from '../cell-edit/editable-cell.tsx';
import { useRows } from '../rows/row-store.ts';
import { SelectBox } from '../rows/select-box.tsx';
import { nameOf, useTableKit } from '../rows/table-kit.ts';
import { boxClass, cellClass, cellPlace, drawnColumns, pinStyle } from './table-plan.ts';
import { tableRoles } from './table-roles.ts';
import type { Span } from './window.ts';

type TableRowProps = {
  readonly record: WireRecord;
  /** How deep the row stands in a tree. */
  readonly depth: number;
  /** When the rows were asked for: what depends on the time is worked out anew. */
  readonly askedAt: number;
  /** Its place among all rows of the table, from 0. */
  readonly place: number;
  /** Room of rows before it that are not drawn, in pixels. */
  readonly gap: number;
  /** The columns that are drawn, where not all are. */
  readonly span: Span | undefined;
};

/** One row. It listens for its own selection and focus; its cells are drawn again only with other data. */
export const TableRow = memo(function TableRow({ record, depth, askedAt, place, gap, span }: TableRowProps) {
  const { columns, actions, canSelect, store, label } = useTableKit();
  const isSelected = useRows(store, () => store.isSelected(record.id));
  const isCurrent = useRows(store, () => store.isCurrent(record.id));
  const isMoved = useMovedWords(record) !== undefined && actions.length > 0;
  return (
    <tr
      {...tableRoles.row}
      aria-rowindex={place + 2}
      data-row-key={record.id}
      tabIndex={isCurrent ? 0 : -1}
      className={`engine-tr${isSelected ? ' engine-tr-selected' : ''}${isMoved ? ' engine-tr-moved' : ''}`}
      style={gap === 0 ? undefined : { marginTop: gap }}
    >
      {canSelect ? (
        <td {...tableRoles.cell} aria-colindex={1} className={boxClass(columns)}>
          <SelectBox store={store} record={record} name={nameOf(record, label)} isSelected={isSelected} />
        </td>
      ) : null}
      {/* The row with the keyboard is whole: a cell being edited stays, and Tab finds every other. */}
      <RowCells record={record} depth={depth} askedAt={askedAt} span={isCurrent ? undefined : span} />
    </tr>
  );
});

type RowCellsProps = Pick<TableRowProps, 'record' | 'depth' | 'askedAt' | 'span'>;

const RowCells = memo(function RowCells({ record, depth, askedAt, span }: RowCellsProps) {
  const { columns, actions, actionsRoom, label, canSelect } = useTableKit();
  const cells = drawnColumns(columns, span).map((index) => (
    <RowCell key={columns[index]?.key} record={record} depth={depth} askedAt={askedAt} index={index} />
  ));
  const right = columns.filter((column) => column.pin === 'right').length;
  return (
    <>
      {cells.slice(0, cells.length - right)}
      <td
        className="engine-td engine-td-spare"
        aria-hidden="true"
        style={spareStyle(columns.length - right, canSelect)}
      />
      {cells.slice(cells.length - right)}
      {actions.length === 0 ? null : (
        <td
          {...tableRoles.cell}
          aria-colindex={cellPlace(columns.length, canSelect)}
          className={`engine-td engine-pin engine-pin-right${right === 0 ? ' engine-pin-edge' : ''}`}
        >
          <RowActions
            actions={actions}
            record={record}
            name={nameOf(record, label)}
            {...(actionsRoom === undefined ? {} : { width: actionsRoom })}
          />
        </td>
      )}
    </>
  );
});

/** Room that is left over stands behind all columns but those pinned right, drawn or not. */
function spareStyle(before: number, canSelect: boolean): CSSProperties {
  return { gridColumn: cellPlace(before, canSelect) };
}

type RowCellProps = Pick<TableRowProps, 'record' | 'depth' | 'askedAt'> & { readonly index: number };

const RowCell = memo(function RowCell({ record, depth, index }: RowCellProps) {
  const { columns, label, canSelect, nodeButton, edits } = useTableKit();
  const column = columns[index];
  if (column === undefined) return null;
  const place = cellPlace(index, canSelect);
  const isRight = fieldRenderers[column.field.type].align === 'right' && column.widget === undefined;
  return (
    <td
      {...tableRoles.cell}
      aria-colindex={place}
      className={cellClass(columns, index, isRight)}
      // The room that is left over stands before the columns pinned right.
      style={{ ...pinStyle(columns, index), gridColumn: column.pin === 'right' ? place + 1 : place }}
    >
      {index > 0 || nodeButton === undefined ? null : (
        <span className="engine-tree-place" style={{ paddingLeft: depth * 20 }}>
          {nodeButton(record)}
        </span>
      )}
      {column.edit === undefined || edits === undefined ? (
        <Cell column={column} record={record} />
      ) : (
        <EditableCell
          column={column}
          edit={column.edit}
          record={record}
          edits={edits}
          rowName={nameOf(record, label)}
        />
      )}
    </td>
  );
});
