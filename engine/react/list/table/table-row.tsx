import { memo } from 'react';
import type { WireRecord } from '../../../model/index.ts';
import { RowActions } from '../../actions/row-actions.tsx';
import { useText } from '../../engine-context.tsx';
import { faces } from '../../faces/faces.ts';
import { EditableCell } from '../cell-edit/editable-cell.tsx';
import { Cell } from '../list-columns.tsx';
import { useRows } from '../row-store.ts';
import { RowBox } from './row-box.tsx';
import { nameOf, useTableKit } from './table-kit.ts';
import { cellClass, pinStyle } from './table-plan.ts';
import { tableRoles } from './table-roles.ts';

type TableRowProps = {
  readonly record: WireRecord;
  /** How deep the row stands in a tree. */
  readonly depth: number;
  /** When the rows were asked for: what depends on the time is worked out anew. */
  readonly askedAt: number;
};

/** One row. It listens for its own selection and focus; its cells are drawn again only with other data. */
export const TableRow = memo(function TableRow({ record, depth, askedAt }: TableRowProps) {
  const { canSelect, store, label } = useTableKit();
  const t = useText();
  const isSelected = useRows(store, () => store.isSelected(record.id));
  const isCurrent = useRows(store, () => store.isCurrent(record.id));
  return (
    <tr
      {...tableRoles.row}
      data-row-key={record.id}
      tabIndex={isCurrent ? 0 : -1}
      className={isSelected ? 'engine-tr engine-tr-selected' : 'engine-tr'}
    >
      {canSelect ? (
        <td {...tableRoles.cell} className="engine-td engine-td-box engine-pin engine-pin-left">
          <RowBox
            label={t('engine.list.select', { name: nameOf(record, label) })}
            checked={isSelected}
            onToggle={(isRange) => store.toggle(record.id, isRange)}
          />
        </td>
      ) : null}
      <RowCells record={record} depth={depth} askedAt={askedAt} />
    </tr>
  );
});

const RowCells = memo(function RowCells({ record, depth }: TableRowProps) {
  const { columns, actions, label, nodeButton, edits } = useTableKit();
  const cells = columns.map((column, index) => (
    <td
      key={column.key}
      {...tableRoles.cell}
      className={cellClass(columns, index, faces[column.field.type].align === 'right' && column.widget === undefined)}
      style={pinStyle(columns, index)}
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
  ));
  const right = columns.filter((column) => column.pin === 'right').length;
  return (
    <>
      {cells.slice(0, cells.length - right)}
      <td className="engine-td engine-td-spare" aria-hidden="true" />
      {cells.slice(cells.length - right)}
      {actions.length === 0 ? null : (
        <td
          {...tableRoles.cell}
          className={`engine-td engine-pin engine-pin-right${right === 0 ? ' engine-pin-edge' : ''}`}
        >
          <RowActions actions={actions} record={record} name={nameOf(record, label)} />
        </td>
      )}
    </>
  );
});
