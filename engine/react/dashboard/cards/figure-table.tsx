import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { formatMeasure } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import { PageLink } from '../../page/page-link.tsx';
import type { DrillTo } from '../data/dashboard-context.ts';
import {
  type Grid,
  type GridCell,
  type GridColumn,
  type GridRow,
  type GridSort,
  sortedRows,
} from '../grids/figure-grid.ts';
import { ChangeMark } from './change-mark.tsx';
import './figures.css';

type FigureTableProps = {
  /** Name of the table for those who do not see it. */
  readonly label: string;
  readonly grid: Grid;
  readonly drill: DrillTo;
};

/** Rows drawn at once; the others come when they are asked for. */
const rowStep = 100;

/** Figures in rows and columns: heading and totals stay in sight, a heading sorts, a figure opens its rows. */
export function FigureTable({ label, grid, drill }: FigureTableProps) {
  const t = useText();
  const [sort, setSort] = useState<GridSort>();
  const [limit, setLimit] = useState(rowStep);
  const rows = useMemo(() => sortedRows(grid.rows, sort), [grid, sort]);
  const line = (row: GridRow) => (
    <tr key={row.key}>
      {grid.columns.map((column, index) => (
        <FigureCell key={column.key} column={column} cell={row.cells[index]} drill={drill} />
      ))}
    </tr>
  );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <div className="engine-figure-grid" role="group" aria-label={label} tabIndex={0}>
        <table>
          <GridHead columns={grid.columns} sort={sort} onSort={(column) => setSort(nextSort(sort, column, grid))} />
          <tbody>{rows.slice(0, limit).map(line)}</tbody>
          {grid.total === undefined ? null : <tfoot>{line(grid.total)}</tfoot>}
        </table>
      </div>
      {rows.length > limit ? (
        <Button type="link" size="small" onClick={() => setLimit(limit + rowStep)}>
          {t('engine.dashboard.moreRows', { shown: limit, count: rows.length })}
        </Button>
      ) : null}
    </>
  );
}

/** Figures from the largest, then from the smallest, then as they came; names the other way round. */
function nextSort(sort: GridSort | undefined, column: number, grid: Grid): GridSort | undefined {
  const startsDown = grid.columns[column]?.kind !== 'name';
  if (sort?.column !== column) return { column, isDown: startsDown };
  return sort.isDown === startsDown ? { column, isDown: !startsDown } : undefined;
}

type GridHeadProps = {
  readonly columns: readonly GridColumn[];
  readonly sort: GridSort | undefined;
  readonly onSort: (column: number) => void;
};

function GridHead({ columns, sort, onSort }: GridHeadProps) {
  const hasGroups = columns.some((column) => column.group !== undefined);
  const heading = (column: GridColumn, index: number, span: number) => (
    <th
      key={column.key}
      scope="col"
      rowSpan={span}
      className={column.kind === 'name' ? undefined : 'engine-figure-grid-number'}
      aria-sort={sort?.column !== index ? 'none' : sort.isDown ? 'descending' : 'ascending'}
    >
      <button type="button" className="engine-figure-grid-sort" onClick={() => onSort(index)}>
        {column.title}
        <SortMark sort={sort?.column === index ? sort : undefined} />
      </button>
    </th>
  );
  if (!hasGroups)
    return (
      <thead>
        <tr>{columns.map((column, index) => heading(column, index, 1))}</tr>
      </thead>
    );
  return (
    <thead>
      <tr>
        {groupsOf(columns).map(({ group, first, count }) => {
          const column = columns[first];
          if (group !== undefined)
            return (
              <th key={`${group}/${first}`} scope="colgroup" colSpan={count} className="engine-figure-grid-group">
                {group}
              </th>
            );
          return column === undefined ? null : heading(column, first, 2);
        })}
      </tr>
      <tr>{columns.map((column, index) => (column.group === undefined ? null : heading(column, index, 1)))}</tr>
    </thead>
  );
}

function SortMark({ sort }: { readonly sort: GridSort | undefined }) {
  if (sort === undefined) return <CaretDownOutlined aria-hidden="true" className="engine-figure-grid-unsorted" />;
  const Mark = sort.isDown ? CaretDownOutlined : CaretUpOutlined;
  return <Mark aria-hidden="true" className="engine-figure-grid-mark" />;
}

type HeadGroup = { readonly group: string | undefined; readonly first: number; readonly count: number };

/** Neighbours of the same group under one heading; a column without one stands alone. */
function groupsOf(columns: readonly GridColumn[]): readonly HeadGroup[] {
  const groups: HeadGroup[] = [];
  for (const [index, { group }] of columns.entries()) {
    const last = groups.at(-1);
    if (last !== undefined && group !== undefined && last.group === group)
      groups[groups.length - 1] = { ...last, count: last.count + 1 };
    else groups.push({ group, first: index, count: 1 });
  }
  return groups;
}

type FigureCellProps = { readonly column: GridColumn; readonly cell: GridCell | undefined; readonly drill: DrillTo };

function FigureCell({ column, cell, drill }: FigureCellProps) {
  const value = cell?.value ?? null;
  if (column.kind === 'name') return value === '' ? <td /> : <th scope="row">{value}</th>;
  if (typeof value === 'string') return <td className="engine-figure-grid-number">{value}</td>;
  if (column.kind === 'change')
    return (
      <td className="engine-figure-grid-number">
        <ChangeMark change={value} />
      </td>
    );
  const text = formatMeasure(value, column.unit);
  const target = cell?.figure === undefined || value === null ? undefined : drill(cell.figure);
  return (
    <td className="engine-figure-grid-number">
      {target === undefined ? (
        text
      ) : (
        <PageLink page={target.page} params={target.params} className="engine-figure-grid-link">
          {text}
        </PageLink>
      )}
    </td>
  );
}
