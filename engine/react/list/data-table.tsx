import { Table, type TableProps } from 'antd';
import { useEffect, useRef } from 'react';
import type { WireRecord } from '../../model/index.ts';
import './list.css';

/** antd's table in the engine's dress. */
export function DataTable({ isStale = false, ...props }: TableProps<WireRecord> & { readonly isStale?: boolean }) {
  const root = useRef<HTMLDivElement>(null);
  // antd measures columns with a hidden copy of the headings; the select-all box in it must not take the keyboard.
  useEffect(() => {
    for (const row of root.current?.querySelectorAll('.ant-table-measure-row') ?? []) row.setAttribute('inert', '');
  });
  return (
    <div ref={root} className={isStale ? 'engine-table engine-stale' : 'engine-table'} aria-busy={isStale}>
      <Table<WireRecord> rowKey="id" pagination={false} {...props} />
    </div>
  );
}
