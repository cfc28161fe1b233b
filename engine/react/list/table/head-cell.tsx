import { type KeyboardEvent, useId } from 'react';
import type { ColumnView } from '../../../model/index.ts';
import { useText } from '../../engine-context.tsx';
import { faces } from '../../faces/faces.ts';
import { InlineFault } from '../../faults/fault-block.tsx';
import { rankIn } from '../list-sort.ts';
import { HeadEdge } from './head-edge.tsx';
import { cellClass, pinStyle } from './table-plan.ts';
import { tableRoles } from './table-roles.ts';
import type { HeadFocus } from './use-head-focus.ts';
import { type Resize, widthStep } from './use-resize.ts';

type HeadCellProps = {
  readonly columns: readonly ColumnView[];
  readonly index: number;
  readonly sort: readonly string[];
  /** Whether the user chose the sort; the page's own has no ranks to tell. */
  readonly isChosenSort: boolean;
  readonly onSort: (path: string, isAdded: boolean) => void;
  readonly resize: Resize;
  readonly focus: HeadFocus;
};

/** The heading of a column: sorts by it, and has an edge that can be moved. */
export function HeadCell({ columns, index, sort, isChosenSort, onSort, resize, focus }: HeadCellProps) {
  const id = useId();
  const column = columns[index];
  if (column === undefined) return null;
  const isRight = faces[column.field.type].align === 'right' && column.widget === undefined;
  const rank = column.sortable ? rankIn(sort, column.path) : undefined;
  const title = (
    <span id={id} className="engine-head-title" title={column.title}>
      {column.fault === undefined ? column.title : <InlineFault text={column.title} />}
    </span>
  );
  return (
    <th
      {...tableRoles.heading}
      aria-labelledby={id}
      data-column-key={column.key}
      className={cellClass(columns, index, isRight)}
      style={pinStyle(columns, index)}
      {...(rank?.rank === 1 ? { 'aria-sort': rank.isDown ? ('descending' as const) : ('ascending' as const) } : {})}
    >
      {column.sortable ? (
        <SortButton
          column={column}
          rank={rank}
          isRanked={isChosenSort && sort.length > 1}
          onSort={onSort}
          resize={resize}
          focus={focus}
        >
          {title}
        </SortButton>
      ) : (
        title
      )}
      <HeadEdge column={column} resize={resize} focus={focus} />
    </th>
  );
}

type SortButtonProps = Pick<HeadCellProps, 'onSort' | 'resize' | 'focus'> & {
  readonly column: ColumnView;
  readonly rank: ReturnType<typeof rankIn>;
  readonly isRanked: boolean;
  readonly children: React.ReactNode;
};

function SortButton({ column, rank, isRanked, onSort, resize, focus, children }: SortButtonProps) {
  const t = useText();
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined;
    if (step !== undefined && event.shiftKey) {
      event.preventDefault();
      resize.by(column, step * widthStep);
    } else if (step !== undefined) focus.move(event, step < 0 ? 'before' : 'after');
    else if (event.key === 'Home') focus.move(event, 'first');
    else if (event.key === 'End' && event.shiftKey) {
      event.preventDefault();
      resize.fit(column);
    } else if (event.key === 'End') focus.move(event, 'last');
  };
  const words =
    rank === undefined
      ? t('engine.sort.hint')
      : t(rank.isDown ? 'engine.sort.rankDown' : 'engine.sort.rankUp', { rank: rank.rank });
  return (
    <button
      type="button"
      className="engine-head-sort"
      data-head="sort"
      data-column={column.key}
      tabIndex={focus.tabIndex('sort', column.key)}
      aria-description={words}
      onFocus={focus.onFocus}
      onKeyDown={onKeyDown}
      onClick={(event) => onSort(column.path, event.shiftKey || event.ctrlKey || event.metaKey)}
    >
      {children}
      <span
        className="engine-sort-mark"
        aria-hidden="true"
        data-way={rank === undefined ? undefined : rank.isDown ? 'down' : 'up'}
        data-rank={rank !== undefined && isRanked ? rank.rank : undefined}
      />
    </button>
  );
}
