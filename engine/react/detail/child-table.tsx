import { useId, useMemo } from 'react';
import type { ChildTableView } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { columnWidth, tableColumn } from '../data-table/list-columns.tsx';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { FaultBlock, InlineFault } from '../faults/fault-block.tsx';
import { formatNumber } from '../formats/format.ts';
import { listed } from '../formats/listed.ts';
import { useText } from '../host/engine-context.tsx';
import { DesignPlace, useDesignMark } from '../host/page-design.tsx';
import { ChildCards } from './child-cards.tsx';

/** The rows a record consists of; a table that cannot be drawn shows its fault in its place. */
export function ChildTable({ table, record }: { readonly table: ChildTableView; readonly record: WireRecord }) {
  const t = useText();
  const id = useId();
  const mark = useDesignMark();
  const rows = rowsIn(record[table.key]);
  return (
    <section className="engine-card engine-child-table" aria-labelledby={id} {...mark('children', table.key)}>
      <div className="engine-child-table-head">
        <h2 id={id}>{table.title}</h2>
        {rows.length === 0 ? null : (
          <span className="engine-quiet">{t('engine.pager.total', { total: formatNumber(rows.length) })}</span>
        )}
      </div>
      {table.fault === undefined ? (
        <ErrorBoundary fallback={(error, retry) => <FaultBlock error={error} onRetry={retry} />} resetKey={record}>
          {table.isCards === true && rows.length > 0 ? (
            <ChildCards columns={shownColumns(table)} rows={rows} />
          ) : (
            <DesignPlace at={['children', table.key]}>
              <Rows table={table} rows={rows} />
            </DesignPlace>
          )}
        </ErrorBoundary>
      ) : (
        <p role="alert">
          <InlineFault text={table.fault} />
        </p>
      )}
    </section>
  );
}

function Rows({ table, rows }: { readonly table: ChildTableView; readonly rows: readonly WireRecord[] }) {
  const t = useText();
  const shown = useMemo(() => shownColumns(table), [table]);
  if (rows.length === 0) return <p className="engine-quiet">{t('engine.detail.empty')}</p>;
  const width = shown.reduce((sum, column) => sum + columnWidth(column), 0);
  const columns = shown.map((column) => tableColumn({ ...column, sortable: false }, []));
  return (
    <DataTable
      size="small"
      columns={columns}
      dataSource={[...rows]}
      scroll={{ x: width }}
      {...(table.children.length === 0 ? {} : { expandable: expandable(table.children) })}
    />
  );
}

const shownColumns = ({ columns }: ChildTableView) => columns.filter((column) => !column.hidden);

/** Rows of each row stand below it, open from the start: they are part of what the record says. */
function expandable(tables: readonly ChildTableView[]) {
  return {
    defaultExpandAllRows: true,
    columnTitle: <span className="engine-said">{listed(tables.map(({ title }) => title))}</span>,
    rowExpandable: (row: WireRecord) => tables.some(({ key }) => rowsIn(row[key]).length > 0),
    expandedRowRender: (row: WireRecord) =>
      tables.map((table) => <ChildTable key={table.key} table={table} record={row} />),
  };
}

function rowsIn(value: unknown): readonly WireRecord[] {
  return Array.isArray(value) ? value : [];
}
