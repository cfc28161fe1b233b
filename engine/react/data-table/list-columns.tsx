import type { TableColumnType } from 'antd';
import type { ReactElement } from 'react';
import type { ColumnView } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { InlineFault } from '../faults/fault-block.tsx';
import { DialButton } from '../field-value/dial-button.tsx';
import { FieldValue } from '../field-value/field-value.tsx';
import { Toned } from '../field-value/toned.tsx';
import { fieldRenderers } from '../fields/field-renderers.ts';
import { DesignNode } from '../host/page-design.tsx';
import { PageLink } from '../page/page-link.tsx';
import { valueAt } from '../record/record-path.ts';
import { WidgetSlot } from '../widgets/widget-slot.tsx';
import './data-table.css';

/** Room of the button that dials a number. */
const dialWidth = 28;

/** Narrower than this a moment is shown without its year, or without its time. */
const wholeMoment = 130;

/** Width of a column: as the page states it, as its type needs it, and never less than its heading. */
export function columnWidth(column: ColumnView): number {
  const heading = column.title.length * 14 + 16 + (column.sortable ? 20 : 0);
  const given = column.width ?? Math.max(fieldRenderers[column.field.type].width, heading);
  return column.dial === undefined ? given : given + dialWidth;
}

/** The antd column of a column view, sorted as the state says. */
export function tableColumn(column: ColumnView, sort: readonly string[]): TableColumnType<WireRecord> {
  const order = sort.includes(column.path) ? 'ascend' : sort.includes(`-${column.path}`) ? 'descend' : null;
  const { align } = fieldRenderers[column.field.type];
  return {
    key: column.key,
    title: (
      <DesignNode at={['columns', column.key]}>
        {column.fault === undefined ? column.title : <InlineFault text={column.title} />}
      </DesignNode>
    ),
    width: columnWidth(column),
    ellipsis: { showTitle: false },
    render: (_, record) => <Cell column={column} record={record} />,
    ...(align === undefined || column.widget !== undefined ? {} : { align }),
    ...(column.pin === undefined ? {} : { fixed: column.pin }),
    ...(column.sortable ? { sorter: true, sortOrder: order, showSorterTooltip: false } : {}),
  };
}

type CellProps = { readonly column: ColumnView; readonly record: WireRecord };

/** The value of a column in a row, or why it cannot be shown. */
export function Cell({ column, record }: CellProps) {
  if (column.fault !== undefined) return <InlineFault text={column.fault} />;
  const value = drawnValue(column, record);
  if (column.toneOf === undefined) return value;
  return (
    <Toned of={column} record={record}>
      {value}
    </Toned>
  );
}

// No component of its own: a table has thousands of cells.
function drawnValue(column: ColumnView, record: WireRecord): ReactElement {
  if (column.widget !== undefined) {
    return (
      <WidgetSlot
        name={column.widget}
        slot="cell"
        title={column.title}
        props={column.props}
        record={record}
        value={valueAt(record, column.path)}
      />
    );
  }
  const { field, path, link, dial } = column;
  const id = column.linkId === undefined ? record.id : valueAt(record, column.linkId);
  if (link === undefined || typeof id !== 'string')
    return <FieldValue field={field} path={path} record={record} dial={dial} isBrief={isBrief(column)} />;
  return (
    <>
      <PageLink page={link} params={{ id }} className="engine-cell-link">
        <FieldValue field={field} path={path} record={record} />
      </PageLink>
      {dial === undefined ? null : <DialButton entity={dial} path={path} title={field.title} record={record} />}
    </>
  );
}

function isBrief({ width = wholeMoment }: ColumnView): boolean {
  return width < wholeMoment;
}
