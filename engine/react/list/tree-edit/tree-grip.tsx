import { HolderOutlined } from '@ant-design/icons';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { WireRecord } from '../../../model/wire/index.ts';
import type { InTurn } from '../../calls/use-in-turn.ts';
import { useText } from '../../host/engine-context.tsx';
import type { Place, Step } from '../tree-filter/tree-filter-nodes.ts';
import { useMoveNode } from '../tree-filter/use-move-node.ts';
import { type Held, useNodeDrag } from '../tree-filter/use-node-drag.ts';
import { dropPlace, isBelow, type KnownTree, placeNow, stepPlace } from './tree-places.ts';
import '../order/order.css';
import './tree-grip.css';

type TreeGripProps = {
  readonly api: string;
  readonly entity: string;
  readonly record: WireRecord;
  /** Field that names a row. */
  readonly label: string;
  readonly tree: KnownTree;
  /** The rows in sight. */
  readonly rows: readonly WireRecord[];
  /** Opens what a row was put below. */
  readonly open: (id: string) => void;
  /** Of the tree: one move after the other. */
  readonly inTurn: InTurn;
};

const steps: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

/** By this a row of a tree is dragged before, behind or below another, or moved with the arrow keys. */
export function TreeGrip({ api, entity, record, label, tree, rows, open, inTurn }: TreeGripProps) {
  const t = useText();
  const name = String(record[label] ?? '');
  const grip = useRef<HTMLButtonElement>(null);
  const line = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    line.current = grip.current?.closest<HTMLElement>('[data-row-key]') ?? null;
  });
  const put = useMoveNode(api, entity);
  const latest = useRef({ record, tree });
  useEffect(() => {
    latest.current = { record, tree };
  });
  const move = async (moved: WireRecord, to: Place | undefined) => {
    const { tree } = latest.current;
    const from = placeNow(moved, tree);
    const isSame = to?.parentId === from.parentId && (to.before === from.before || to.before === moved.id);
    if (to === undefined || isSame) return;
    await put({ id: moved.id, label: String(moved[label] ?? '') }, from, to);
    if (to.parentId !== null) open(to.parentId);
  };
  const held = useNodeDrag(line, record.id, {
    onDrop: (id, side) => {
      const moved = rows.find((row) => row.id === id);
      if (moved !== undefined)
        void inTurn(() => move(moved, dropPlace(side, latest.current.record, latest.current.tree)));
    },
    takes: (id) => !isBelow(record, id, tree),
  });
  useHeldMark(line, held);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey) return;
    // The arrow is the row's here, not the list's.
    event.preventDefault();
    event.stopPropagation();
    void inTurn(() => move(latest.current.record, stepPlace(step, latest.current.record, latest.current.tree))).then(
      () => gripOf(record.id)?.focus(),
    );
  };
  const words = t('engine.list.tree.grip', { name });
  return (
    <button
      ref={grip}
      type="button"
      className="engine-row-grip"
      data-grip={record.id}
      aria-label={words}
      title={words}
      onKeyDown={onKeyDown}
    >
      <HolderOutlined aria-hidden="true" />
    </button>
  );
}

/** A row that was moved is drawn anew in its place, and takes the keyboard along. */
function gripOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-grip="${id}"]`);
}

/** Shows on the row itself where what is held over it would go. */
function useHeldMark(line: { readonly current: HTMLElement | null }, held: Held | undefined): void {
  useEffect(() => {
    const row = line.current;
    if (row === null) return;
    if (held === undefined) delete row.dataset.held;
    else row.dataset.held = held;
  }, [line, held]);
}
