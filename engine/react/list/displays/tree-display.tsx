import { Alert } from 'antd';
import { useMemo, useRef } from 'react';
import type { DisplayView, ListView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { foundOf, ListFrame } from '../frame/list-frame.tsx';
import { useRowFocus } from '../keys/use-row-focus.ts';
import { useTableCommands } from '../keys/use-table-commands.ts';
import { useListLayout } from '../layout/use-list-layout.ts';
import { useSightMark } from '../rows/use-navigation-mark.ts';
import { useRowStore } from '../rows/use-row-store.ts';
import { type ListState, whereOf } from '../state/list-state.ts';
import { isWholeTree, wholeOf } from '../state/tree-whole.ts';
import { ListTable } from '../table/list-table.tsx';
import type { TableLine } from '../table/table-body.tsx';
import { BoundedNote } from '../tree-nodes/tree-tools.tsx';
import { createAction } from '../tree-nodes/use-adding.ts';
import { addingId, useTreeNodes } from '../tree-nodes/use-tree-nodes.tsx';
import { AddingLine } from './adding-line.tsx';
import { TableDisplay } from './table-display.tsx';

type TreeDisplayProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  readonly display: Extract<DisplayView, { readonly kind: 'tree' }>;
};

/**
 * The rows of a tree, opened node by node; conditions and sorting make it a flat list, but for the one that says which
 * tree: what all of its nodes are within, such as one course.
 */
export function TreeDisplay(props: TreeDisplayProps) {
  const t = useText();
  const { state } = props;
  if (isWholeTree(state, props.view)) return <Tree {...props} />;
  return (
    <>
      <Alert type="info" showIcon className="engine-list-note" message={t('engine.list.tree.flat')} />
      <TableDisplay view={props.view} state={state} setState={props.setState} />
    </>
  );
}

function Tree({ view, state, setState, display }: TreeDisplayProps) {
  const layout = useListLayout(view);
  const root = useRef<HTMLDivElement>(null);
  const store = useRowStore();
  const { page, entity, toolbar, fields } = view;
  const where = whereOf(state, view);
  const { tree, rows, records, nodeButton, tools, adding } = useTreeNodes({
    source: {
      entity: page.entity,
      path: page.api.query,
      fields,
      parent: display.parent,
      where: where === undefined ? [] : [where],
      sort: page.sort,
    },
    move: page.api.move,
    add: {
      action: display.add === true ? createAction(toolbar, page.entity) : undefined,
      entity: entity.document,
      whole: wholeOf(state, view),
      record: undefined,
    },
  });
  const { data, error, dataUpdatedAt } = tree.top;
  useSightMark(view, rows === undefined ? undefined : records);
  const focus = useRowFocus(root, store, records);
  useTableCommands({ view, state, setState, store, focus, answer: data, isPaged: false });
  const lines = useMemo(() => (rows === undefined ? undefined : withAdding(rows, adding)), [rows, adding]);
  return (
    <ListFrame
      view={view}
      state={state}
      setState={setState}
      layout={layout}
      store={store}
      summary={tools}
      found={foundOf(lines)}
      error={error}
      onRetry={() => void tree.top.refetch()}
      root={root}
    >
      <BoundedNote tree={tree} />
      <ListTable
        view={view}
        state={state}
        setState={setState}
        layout={layout}
        store={store}
        rows={lines}
        askedAt={dataUpdatedAt}
        isStale={false}
        nodeButton={nodeButton}
      />
    </ListFrame>
  );
}

/** The rows in sight, and among them the box of adding where the new nodes will stand. */
function withAdding(
  rows: readonly TableLine[],
  adding: ReturnType<typeof useTreeNodes>['adding'],
): readonly TableLine[] {
  if (adding === undefined) return rows;
  const line: TableLine = { id: addingId, stays: true, draw: (at) => <AddingLine at={at}>{adding.box}</AddingLine> };
  return [...rows.slice(0, adding.at), line, ...rows.slice(adding.at)];
}
