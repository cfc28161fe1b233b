import type { KeyboardEvent } from 'react';
import type { ActionView, ColumnView } from '../../../model/view/index.ts';
import { RowActionsTitle } from '../../actions/row-actions.tsx';
import { InlineFault } from '../../faults/fault-block.tsx';
import { fieldRenderers } from '../../fields/field-renderers.ts';
import { sentences } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { useDesignMark } from '../../host/page-design.tsx';
import { actionsKey } from '../layout/column-layout.ts';
import { rankIn } from '../state/list-sort.ts';
import { HeadEdge } from './head-edge.tsx';
import { cellClass, pinStyle } from './table-plan.ts';
import { tableRoles } from './table-roles.ts';
import type { HeadFocus } from './use-head-focus.ts';
import { type Resize, type Sized, widthStep } from './use-resize.ts';

type HeadCellProps = {
  readonly columns: readonly ColumnView[];
  readonly index: number;
  /** Its number among the columns of the table. */
  readonly place: number;
  readonly sort: readonly string[];
  /** Whether the user chose the sort; the page's own has no ranks to tell. */
  readonly isChosenSort: boolean;
  readonly onSort: (path: string, isAdded: boolean) => void;
  readonly resize: Resize;
  readonly focus: HeadFocus;
};

/** The heading of a column: sorts by it, and has an edge that can be moved. */
export function HeadCell(props: HeadCellProps) {
  const { columns, index, place, sort, resize } = props;
  const mark = useDesignMark();
  const column = columns[index];
  if (column === undefined) return null;
  const isRight = fieldRenderers[column.field.type].align === 'right' && column.widget === undefined;
  const rank = column.sortable ? rankIn(sort, column.path) : undefined;
  return (
    <th
      {...tableRoles.heading}
      aria-colindex={place}
      data-column-key={column.key}
      {...mark('columns', column.key)}
      className={cellClass(columns, index, isRight)}
      style={pinStyle(column, index)}
      {...(rank?.rank === 1 ? { 'aria-sort': rank.isDown ? ('descending' as const) : ('ascending' as const) } : {})}
    >
      <Heading {...props} column={column} rank={rank} />
      <HeadEdge column={column} resize={resize} />
    </th>
  );
}

type ActionsCellProps = Pick<HeadCellProps, 'place' | 'resize' | 'focus'> & {
  readonly actions: readonly ActionView[];
  /** Whether it is the first at the right side, which throws the shadow. */
  readonly isEdge: boolean;
};

/** The heading above what can be done with each row; it is as wide as the user wants it, too. */
export function ActionsCell({ actions, place, resize, focus, isEdge }: ActionsCellProps) {
  const t = useText();
  const column: Sized = { key: actionsKey, title: t('engine.list.actions'), pin: 'right' };
  const onKeyDown = useHeadKeys(column, resize, focus);
  const mark = useDesignMark();
  return (
    <th
      {...tableRoles.heading}
      aria-colindex={place}
      {...mark('row')}
      data-column-key={actionsKey}
      className={`engine-td engine-pin engine-pin-right${isEdge ? ' engine-pin-edge' : ''}`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move its edge */}
      <span
        className="engine-head-plain"
        data-head={actionsKey}
        tabIndex={focus.tabIndex(actionsKey)}
        onFocus={focus.onFocus}
        onKeyDown={onKeyDown}
      >
        <span className="engine-head-title">
          <RowActionsTitle actions={actions} />
        </span>
      </span>
      <HeadEdge column={column} resize={resize} />
    </th>
  );
}

type HeadingProps = HeadCellProps & { readonly column: ColumnView; readonly rank: ReturnType<typeof rankIn> };

/** What takes the keyboard in a heading: a button where the column sorts, else its name alone. */
function Heading({ column, rank, sort, isChosenSort, onSort, resize, focus }: HeadingProps) {
  const t = useText();
  const onKeyDown = useHeadKeys(column, resize, focus);
  const { help } = column.field;
  const title = (
    <span
      className={help === undefined ? 'engine-head-title' : 'engine-head-title engine-head-helped'}
      title={help === undefined ? column.title : `${column.title}\n${help}`}
    >
      {column.fault === undefined ? column.title : <InlineFault text={column.title} />}
    </span>
  );
  const shared = {
    'data-head': column.key,
    tabIndex: focus.tabIndex(column.key),
    onFocus: focus.onFocus,
    onKeyDown,
  };
  if (!column.sortable)
    return (
      <span className="engine-head-plain" aria-description={help} {...shared}>
        {title}
      </span>
    );
  const way = rank === undefined ? undefined : rank.isDown ? 'down' : 'up';
  const sorting =
    rank === undefined
      ? t('engine.sort.hint')
      : t(rank.isDown ? 'engine.sort.rankDown' : 'engine.sort.rankUp', { rank: rank.rank });
  return (
    <button
      type="button"
      className="engine-head-sort"
      aria-description={help === undefined ? sorting : sentences([help, sorting])}
      onClick={(event) => onSort(column.path, event.shiftKey || event.ctrlKey || event.metaKey)}
      {...shared}
    >
      {title}
      <span
        className="engine-sort-mark"
        aria-hidden="true"
        data-way={way}
        data-rank={rank !== undefined && isChosenSort && sort.length > 1 ? rank.rank : undefined}
      />
    </button>
  );
}

/** Arrows go from heading to heading; with Shift they move the edge. */
function useHeadKeys(column: Sized, resize: Resize, focus: HeadFocus) {
  const byKey: Readonly<Record<string, (event: KeyboardEvent<HTMLElement>) => void>> = {
    ArrowLeft: (event) => focus.move(event, 'before'),
    ArrowRight: (event) => focus.move(event, 'after'),
    Home: (event) => focus.move(event, 'first'),
    End: (event) => focus.move(event, 'last'),
    'Shift ArrowLeft': () => resize.by(column, -widthStep),
    'Shift ArrowRight': () => resize.by(column, widthStep),
    'Shift End': () => resize.fit(column),
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    const run = byKey[event.shiftKey ? `Shift ${event.key}` : event.key];
    if (run === undefined) return;
    event.preventDefault();
    run(event);
  };
}
