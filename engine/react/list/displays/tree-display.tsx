import { LoadingOutlined, MinusOutlined, PlusCircleOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Alert, App, Button } from 'antd';
import { type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { ApiRefusal } from '../../../client/index.ts';
import type { DisplayView, ListView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { foundOf, ListFrame } from '../frame/list-frame.tsx';
import { useRowFocus } from '../keys/use-row-focus.ts';
import { useTableCommands } from '../keys/use-table-commands.ts';
import { useListLayout } from '../layout/use-list-layout.ts';
import { useSightMark } from '../rows/use-navigation-mark.ts';
import { useRowStore } from '../rows/use-row-store.ts';
import type { ListState } from '../state/list-state.ts';
import { isWholeTree, wholeOf } from '../state/tree-whole.ts';
import { ListTable } from '../table/list-table.tsx';
import type { KnownTree } from '../tree-edit/tree-places.ts';
import { TableDisplay } from './table-display.tsx';
import { hasBelow, openRows, treeRows } from './tree-rows.ts';
import { rowLimit, useTree } from './use-tree.ts';

// Dragging is loaded where rows are moved.
const TreeGrip = lazyPart(async () => (await import('../tree-edit/tree-grip.tsx')).TreeGrip);

const TreeAdd = lazyPart(async () => (await import('../tree-edit/tree-add.tsx')).TreeAdd);

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
  const tree = useTree(view, state, display);
  const root = useRef<HTMLDivElement>(null);
  const store = useRowStore();
  const { data, error, dataUpdatedAt } = tree.top;
  const { below, opened } = tree;
  const rows = useMemo(
    () => (data === undefined ? undefined : openRows(treeRows(data.list, below), new Set(opened))),
    [data, below, opened],
  );
  const records = useMemo(() => rows?.map(({ record }) => record) ?? [], [rows]);
  useSightMark(view, rows === undefined ? undefined : records);
  const focus = useRowFocus(root, store, records);
  useTableCommands({ view, state, setState, store, focus, answer: data, isPaged: false });
  const { label } = view.entity.document;
  const grip = useTreeGrip(view, display, tree, records);
  const adding = useTreeAdd(view, state, display, tree);
  const nodeButton = useCallback(
    (record: WireRecord) => (
      <>
        {grip?.(record)}
        <NodeButton tree={tree} record={record} label={label} />
        {adding?.button(record)}
      </>
    ),
    [tree, label, grip, adding],
  );
  return (
    <>
      {adding?.panel}
      <ListFrame
        view={view}
        state={state}
        setState={setState}
        layout={layout}
        store={store}
        summary={<TreeTools tree={tree} add={adding?.top} />}
        found={foundOf(rows)}
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
          rows={rows}
          askedAt={dataUpdatedAt}
          isStale={false}
          nodeButton={nodeButton}
        />
      </ListFrame>
    </>
  );
}

/** What each row is moved by, where the reader may move rows of the tree. */
function useTreeGrip(
  { page, entity: { document } }: ListView,
  display: TreeDisplayProps['display'],
  { top, below, opened, setOpened }: ReturnType<typeof useTree>,
  rows: readonly WireRecord[],
): ((record: WireRecord) => ReactNode) | undefined {
  const api = page.api.move;
  if (api === undefined || document.tree === undefined) return undefined;
  const known: KnownTree = {
    parent: display.parent,
    isOrdered: document.tree.order !== undefined,
    below: new Map([
      ['', { rows: top.data?.list ?? [], isBounded: top.data !== undefined && top.data.next !== null }],
      ...below,
    ]),
  };
  const open = (id: string) => setOpened(opened.includes(id) ? opened : [...opened, id]);
  return (record) => (
    <Suspense fallback={<span className="engine-tree-leaf" />}>
      <TreeGrip
        api={api}
        entity={document.name}
        record={record}
        label={document.label}
        tree={known}
        rows={rows}
        open={open}
      />
    </Suspense>
  );
}

/** Adding nodes in place, where the page says so and the reader may: at the top, and below each node. */
function useTreeAdd(
  view: ListView,
  state: ListState,
  display: TreeDisplayProps['display'],
  { setOpened }: ReturnType<typeof useTree>,
) {
  const { toolbar, entity } = view;
  const { document } = entity;
  const t = useText();
  const [target, setTarget] = useState<{ readonly parent: WireRecord | undefined }>();
  const action = toolbar.find(({ operation }) => operation?.kind === 'create' && operation.entity === document.name);
  if (display.add !== true || action?.operation === undefined) return undefined;
  const { path } = action.operation;
  const within = document.fields.find(({ key }) => key === document.tree?.within);
  // What the whole tree is within is taken from the node above; at the top the list says it, or somebody has to.
  const whole = wholeOf(state, view);
  const isTopOpen = within?.required !== true || within.defaultValue !== undefined || whole !== undefined;
  const open = (id: string) => setOpened((before) => (before.includes(id) ? before : [...before, id]));
  const name = (record: WireRecord) => t('engine.list.tree.addBelow', { name: String(record[document.label] ?? '') });
  return {
    top: isTopOpen ? (
      <Button size="small" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setTarget({ parent: undefined })}>
        {t('engine.list.tree.add')}
      </Button>
    ) : null,
    button: (record: WireRecord) => (
      <button
        type="button"
        className="engine-tree-node"
        aria-label={name(record)}
        title={name(record)}
        onClick={() => setTarget({ parent: record })}
      >
        <PlusCircleOutlined aria-hidden="true" />
      </button>
    ),
    panel:
      target === undefined ? null : (
        <Suspense fallback={null}>
          <TreeAdd
            key={target.parent?.id ?? ''}
            action={action}
            api={path}
            entity={document}
            parent={target.parent}
            whole={whole}
            open={open}
            onClose={() => setTarget(undefined)}
          />
        </Suspense>
      ),
  };
}

type TreeOf = { readonly tree: ReturnType<typeof useTree> };

function TreeTools({ tree, add }: TreeOf & { readonly add: ReactNode }) {
  const t = useText();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const openAll = async () => {
    setBusy(true);
    try {
      if (!(await tree.openAll())) message.info(t('engine.list.tree.tooMany', { count: rowLimit }));
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (!error.endsSession) message.error(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className="engine-tree-tools">
      <Button size="small" loading={busy} onClick={() => void openAll()}>
        {t('engine.list.tree.expandAll')}
      </Button>
      <Button size="small" onClick={() => tree.setOpened([])} disabled={tree.opened.length === 0}>
        {t('engine.list.tree.collapseAll')}
      </Button>
      {add}
    </span>
  );
}

function BoundedNote({ tree }: TreeOf) {
  const t = useText();
  const isBounded =
    (tree.top.data !== undefined && tree.top.data.next !== null) ||
    [...tree.below.values()].some((below) => below.isBounded);
  if (!isBounded) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="engine-list-note"
      message={t('engine.list.tree.bounded', { count: rowLimit })}
    />
  );
}

/** Opens and closes a node; while its rows are coming it says so, and a failure can be tried again. */
function NodeButton({ tree, record, label }: TreeOf & { readonly record: WireRecord; readonly label: string }) {
  const t = useText();
  if (!hasBelow(record)) return <span className="engine-tree-leaf" />;
  const name = String(record[label] ?? '');
  const isOpen = tree.opened.includes(record.id);
  const retry = tree.failed.get(record.id);
  const toggle = () =>
    tree.setOpened(isOpen ? tree.opened.filter((id) => id !== record.id) : [...tree.opened, record.id]);
  if (isOpen && retry !== undefined) {
    return (
      <button type="button" className="engine-tree-node" title={t('engine.list.tree.retry', { name })} onClick={retry}>
        <ReloadOutlined aria-label={t('engine.list.tree.retry', { name })} />
      </button>
    );
  }
  const words = t(isOpen ? 'engine.list.tree.collapse' : 'engine.list.tree.expand', { name });
  return (
    <button type="button" className="engine-tree-node" aria-expanded={isOpen} aria-label={words} onClick={toggle}>
      {isOpen && tree.loading.has(record.id) ? (
        <LoadingOutlined aria-hidden="true" />
      ) : isOpen ? (
        <MinusOutlined aria-hidden="true" />
      ) : (
        <PlusOutlined aria-hidden="true" />
      )}
    </button>
  );
}
