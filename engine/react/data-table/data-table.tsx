import { Grid, Table, type TableProps } from 'antd';
import { useEffect, useRef } from 'react';
import type { WireRecord } from '../../model/wire/index.ts';
import './data-table.css';

/** antd's table in the engine's dress. */
export function DataTable({ isStale = false, ...props }: TableProps<WireRecord> & { readonly isStale?: boolean }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    reachByKeyboard(element);
    const observer = new ResizeObserver(() => reachByKeyboard(element));
    observer.observe(element);
    return () => observer.disconnect();
  });
  // On a phone pinned columns would leave no room for the others.
  const shown = Grid.useBreakpoint().md === false ? unpinned(props) : props;
  return (
    <div ref={root} className={isStale ? 'engine-table engine-stale' : 'engine-table'} aria-busy={isStale}>
      <Table<WireRecord> rowKey="id" pagination={false} {...shown} />
    </div>
  );
}

function unpinned(props: TableProps<WireRecord>): TableProps<WireRecord> {
  return {
    ...props,
    columns: (props.columns ?? []).map((column) => ({ ...column, fixed: false })),
    ...(props.rowSelection === undefined ? {} : { rowSelection: { ...props.rowSelection, fixed: false } }),
  };
}

/** What antd leaves out for the keyboard. */
function reachByKeyboard(element: HTMLElement): void {
  // Columns are measured with a hidden copy of the headings; the select-all box in it must not take the keyboard.
  for (const row of element.querySelectorAll('.ant-table-measure-row')) row.setAttribute('inert', '');
  // Columns out of sight are scrolled to with the arrow keys.
  for (const body of element.querySelectorAll('.ant-table-body, .ant-table-content')) {
    if (body.scrollWidth > body.clientWidth) body.setAttribute('tabindex', '0');
    else body.removeAttribute('tabindex');
  }
}
