import { type CSSProperties, memo } from 'react';
import type { ColumnView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { RowActions } from '../../actions/row-actions.tsx';
import { useMovedWords } from '../../calls/moved-rows.ts';
import { Cell } from '../../data-table/list-columns.tsx';
import { fieldRenderers } from '../../fields/field-renderers.ts';
import { EditableCell } from '../cell-edit/editable-cell.tsx';
import { useRows } from '../rows/row-store.ts';
import { SelectBox } from '../rows/select-box.tsx';
import { nameOf, type TableKit, useTableKit } from '../rows/table-kit.ts';
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
  const { columns, actions, actionsRoom, label, canSelect, nodeButton, edits } = useTableKit();
  const name = nameOf(record, label);
  const cells = drawnColumns(columns, span).map((index) => {
    const column = columns[index];
    return column === undefined ? null : (
      <RowCell
        key={column.key}
        record={record}
        depth={depth}
        askedAt={askedAt}
        column={column}
        index={index}
        place={cellPlace(index, canSelect)}
        className={cellClass(columns, index, isAtRight(column))}
        rowName={name}
        nodeButton={index > 0 ? undefined : nodeButton}
        edits={edits}
      />
    );
  });
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
          <ActionsOfRow actions={actions} record={record} askedAt={askedAt} name={name} room={actionsRoom} />
        </td>
      )}
    </>
  );
});

/** Room that is left over stands behind all columns but those pinned right, drawn or not. */
function spareStyle(before: number, canSelect: boolean): CSSProperties {
  return { gridColumn: cellPlace(before, canSelect) };
}

type ActionsOfRowProps = Pick<TableRowProps, 'record' | 'askedAt'> & {
  readonly actions: TableKit['actions'];
  readonly name: string;
  readonly room: number | undefined;
};

/** Drawn again with the row itself, not with another column beside it. */
const ActionsOfRow = memo(function ActionsOfRow({ actions, record, name, room }: ActionsOfRowProps) {
  return <RowActions actions={actions} record={record} name={name} {...(room === undefined ? {} : { width: room })} />;
});

type RowCellProps = Pick<TableRowProps, 'record' | 'depth' | 'askedAt'> & {
  readonly column: ColumnView;
  readonly index: number;
  /** Its number among all columns of the table. */
  readonly place: number;
  readonly className: string;
  readonly rowName: string;
  readonly nodeButton: TableKit['nodeButton'];
  readonly edits: TableKit['edits'];
};

function isAtRight({ field, widget }: ColumnView): boolean {
  return fieldRenderers[field.type].align === 'right' && widget === undefined;
}

/** One cell. It knows its own column alone: what is done to another does not draw it anew. */
const RowCell = memo(function RowCell(props: RowCellProps) {
  const { record, depth, column, index, place, className, rowName, nodeButton, edits } = props;
  return (
    <td
      {...tableRoles.cell}
      aria-colindex={place}
      className={className}
      // The room that is left over stands before the columns pinned right.
      style={{ ...pinStyle(column, index), gridColumn: column.pin === 'right' ? place + 1 : place }}
    >
      {nodeButton === undefined ? null : (
        <span className="engine-tree-place" style={{ paddingLeft: depth * 20 }}>
          {nodeButton(record)}
        </span>
      )}
      {column.edit === undefined || edits === undefined ? (
        <Cell column={column} record={record} />
      ) : (
        <EditableCell column={column} edit={column.edit} record={record} edits={edits} rowName={rowName} />
      )}
    </td>
  );
});
