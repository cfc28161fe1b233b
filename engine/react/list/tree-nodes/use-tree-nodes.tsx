import { PlusCircleOutlined } from '@ant-design/icons';
import { type ReactNode, Suspense, useCallback, useMemo } from 'react';
import type { EntityDocument } from '../../../model/documents/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useInTurn } from '../../calls/use-in-turn.ts';
import { useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { KnownTree } from '../tree-edit/tree-places.ts';
import { type AddingPlace, addingPlace } from './adding-place.ts';
import { NodeButton } from './node-button.tsx';
import { openRows, treeRows } from './tree-rows.ts';
import { TreeTools } from './tree-tools.tsx';
import { type AddTo, useAdding } from './use-adding.ts';
import { type TreeSource, useTree } from './use-tree.ts';

// Dragging is loaded where rows are moved.
const TreeGrip = lazyPart(async () => (await import('../tree-edit/tree-grip.tsx')).TreeGrip);

const TreeAdd = lazyPart(async () => (await import('../tree-edit/tree-add.tsx')).TreeAdd);

type TreeNodesOptions = {
  readonly source: TreeSource;
  /** Address by which rows are moved; absent where the reader may not. */
  readonly move: string | undefined;
  readonly add: AddTo;
};

/** The line at which the box of adding stands, in tables that know their lines by ids. */
export const addingId = ':add';

/**
 * A tree as every table draws it: the rows in sight, what stands before each name (grip, opening, adding), the tools
 * above, and where nodes are added the box with its place among the rows.
 */
export function useTreeNodes({ source, move, add }: TreeNodesOptions) {
  const tree = useTree(source);
  const { data } = tree.top;
  const { below, opened } = tree;
  const rows = useMemo(
    () => (data === undefined ? undefined : openRows(treeRows(data.list, below), new Set(opened))),
    [data, below, opened],
  );
  const records = useMemo(() => rows?.map(({ record }) => record) ?? [], [rows]);
  const adding = useAdding(add, tree.open);
  const box = useAddingBox(add.entity, adding);
  const grip = useGrip(add.entity, move, tree, { parent: source.parent, records });
  const { label } = add.entity;
  const { canAdd, start } = adding;
  const nodeButton = useCallback(
    (record: WireRecord) => (
      <>
        {grip?.(record)}
        <NodeButton tree={tree} record={record} label={label} />
        {canAdd ? <AddBelow record={record} label={label} onAdd={() => start({ parent: record })} /> : null}
      </>
    ),
    [tree, label, grip, canAdd, start],
  );
  const place =
    rows === undefined || adding.target === undefined ? undefined : addingPlace(rows, adding.target.parent?.id);
  return {
    tree,
    rows,
    records,
    nodeButton,
    tools: <TreeTools tree={tree} onAdd={isTopOpen(add) && canAdd ? () => start({ parent: undefined }) : undefined} />,
    adding: place === undefined ? undefined : { at: place.at, box: box(place) },
  };
}

/** What the whole tree is within is taken from the node above; at the top the page says it, or somebody has to. */
function isTopOpen({ entity, whole }: AddTo): boolean {
  const within = entity.fields.find(({ key }) => key === entity.tree?.within);
  return within?.required !== true || within.defaultValue !== undefined || whole !== undefined;
}

/** What each row is moved by, where the reader may move rows of the tree. */
function useGrip(
  entity: EntityDocument,
  api: string | undefined,
  { top, below, open }: ReturnType<typeof useTree>,
  { parent, records }: { readonly parent: string; readonly records: readonly WireRecord[] },
): ((record: WireRecord) => ReactNode) | undefined {
  const inTurn = useInTurn();
  if (api === undefined || entity.tree === undefined) return undefined;
  const known: KnownTree = {
    parent,
    isOrdered: entity.tree.order !== undefined,
    below: new Map([
      ['', { rows: top.data?.list ?? [], isBounded: top.data !== undefined && top.data.next !== null }],
      ...below,
    ]),
  };
  return (record) => (
    <Suspense fallback={<span className="engine-tree-leaf" />}>
      <TreeGrip
        api={api}
        entity={entity.name}
        record={record}
        label={entity.label}
        tree={known}
        rows={records}
        open={open}
        inTurn={inTurn}
      />
    </Suspense>
  );
}

type AddBelowProps = { readonly record: WireRecord; readonly label: string; readonly onAdd: () => void };

function AddBelow({ record, label, onAdd }: AddBelowProps) {
  const t = useText();
  const words = t('engine.list.tree.addBelow', { name: String(record[label] ?? '') });
  return (
    <button
      type="button"
      className="engine-tree-node"
      data-tree-add={record.id}
      aria-label={words}
      title={words}
      onClick={onAdd}
    >
      <PlusCircleOutlined aria-hidden="true" />
    </button>
  );
}

/** Draws the box of adding at its place. */
function useAddingBox(entity: EntityDocument, adding: ReturnType<typeof useAdding>): (place: AddingPlace) => ReactNode {
  const t = useText();
  const { target, text, setText, isBusy, add, stop } = adding;
  const parent = target?.parent;
  const title =
    parent === undefined
      ? t('engine.list.tree.addTop', { entity: entity.title })
      : t('engine.list.tree.addBelow', { name: String(parent[entity.label] ?? '') });
  const close = () => {
    stop();
    addButtonOf(parent?.id ?? '')?.focus();
  };
  return ({ depth }) => (
    <Suspense fallback={null}>
      <TreeAdd
        title={title}
        parentId={parent?.id}
        depth={depth}
        text={text}
        onChange={setText}
        isBusy={isBusy}
        onAdd={() => void add()}
        onClose={close}
      />
    </Suspense>
  );
}

/** The keyboard goes back to where the box was opened. */
function addButtonOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-tree-add="${CSS.escape(id)}"]`);
}
