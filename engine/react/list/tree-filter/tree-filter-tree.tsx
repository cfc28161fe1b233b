import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { TreeFilterView } from '../../../model/view/index.ts';
import { useInTurn } from '../../calls/use-in-turn.ts';
import { useText } from '../../host/engine-context.tsx';
import { TreeFilterLineRow } from './tree-filter-line.tsx';
import {
  isWithin,
  linesOf,
  type Place,
  placeAfter,
  placeOf,
  type Step,
  type TreeFilterLine,
  type TreeFilterNode,
} from './tree-filter-nodes.ts';
import { useMoveNode } from './use-move-node.ts';
import type { Held } from './use-node-drag.ts';

type Props = {
  readonly view: TreeFilterView;
  readonly nodes: readonly TreeFilterNode[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  /** Whether only what was looked for is shown: then all of it is open, and nothing is moved. */
  readonly isSearched: boolean;
};

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** How deep the tree is open at first. */
const firstLevels = 2;

/** The tree: nodes are chosen, opened and moved with the mouse or with the arrow keys. */
export function TreeFilterTree({ view, nodes, chosen, onChoose, isSearched }: Props) {
  const t = useText();
  const root = useRef<HTMLDivElement>(null);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [current, setCurrent] = useState<string>();
  const levels = new Map(linesOf(nodes, () => true).map(({ node, level }) => [node.record.id, level]));
  const isOpen = (id: string) => isSearched || (toggled.get(id) ?? (levels.get(id) ?? firstLevels) < firstLevels);
  const lines = linesOf(nodes, isOpen);
  const toggle = (id: string, open = !isOpen(id)) => setToggled((known) => new Map(known).set(id, open));
  const move = useMoving(view, isSearched, lines, (id) => toggle(id, true));
  const put = useMovingOn(lines, move);
  const focused = lines.some(({ node }) => node.record.id === current) ? current : (chosen ?? lines[0]?.node.record.id);
  const isReachable = lines.some(({ node }) => node.record.id === focused);
  const keep = useFocusWithin(root, lines);
  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    keep(undefined);
    setCurrent(id);
    root.current?.querySelector<HTMLElement>(`[data-node="${id}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = lines.findIndex(({ node }) => node.record.id === focused);
    const line = lines[at];
    if (line === undefined || event.ctrlKey || event.metaKey) return;
    const { record, children } = line.node;
    const step = steps[event.key];
    if (event.altKey) {
      if (step === undefined) return;
      event.preventDefault();
      put(record.id, (now, all) => {
        const place = placeAfter(step, now, all);
        if (place !== undefined) keep(record.id);
        return place;
      });
      return;
    }
    const open = children.length > 0 && isOpen(record.id);
    const go: Readonly<Record<string, () => void>> = {
      ArrowUp: () => focus(lines[at - 1]?.node.record.id),
      ArrowDown: () => focus(lines[at + 1]?.node.record.id),
      ArrowRight: () =>
        open ? focus(children[0]?.record.id) : children.length > 0 ? toggle(record.id, true) : undefined,
      ArrowLeft: () => (open ? toggle(record.id, false) : focus(line.parent?.record.id)),
      Home: () => focus(lines[0]?.node.record.id),
      End: () => focus(lines.at(-1)?.node.record.id),
      Enter: () => onChoose(record.id),
      ' ': () => onChoose(record.id),
    };
    const act = go[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const onDrop = (id: string, held: Held, onto: TreeFilterLine) => {
    put(id, (_, all) => placeOver(held, lineOf(onto.node.record.id, all) ?? onto));
  };
  return (
    <div
      ref={root}
      role="tree"
      aria-label={view.title}
      className="engine-tree-filter-tree"
      onKeyDown={onKeyDown}
      title={move === undefined ? undefined : t('engine.list.treeFilter.keys')}
    >
      {lines.map((line, at) => {
        const { id } = line.node.record;
        return (
          <TreeFilterLineRow
            key={id}
            view={view}
            line={line}
            isOpen={isOpen(id)}
            isChosen={id === chosen}
            isCurrent={isReachable ? id === focused : at === 0}
            onChoose={(picked) => {
              keep(undefined);
              setCurrent(picked);
              onChoose(picked);
            }}
            onToggle={toggle}
            onDrop={move === undefined ? undefined : onDrop}
            takes={(moved, onto) => {
              const node = lines.find((other) => other.node.record.id === moved)?.node;
              return node !== undefined && !isWithin(onto.node.record.id, node);
            }}
          />
        );
      })}
    </div>
  );
}

/** Moves the node of a line, where anything may be moved; the parent it comes to is opened. */
function useMoving(
  view: TreeFilterView,
  isSearched: boolean,
  lines: readonly TreeFilterLine[],
  open: (id: string) => void,
): ((line: TreeFilterLine, to: Place) => Promise<void>) | undefined {
  const moveNode = useMoveNode(view.moveApi, view.entity.document.name);
  if (view.moveApi === undefined || isSearched) return undefined;
  return async (line, to) => {
    const from = placeOf(line);
    const isSame = from.parentId === to.parentId && from.before === to.before;
    if (isSame || to.before === line.node.record.id || !lines.includes(line)) return;
    if (to.parentId !== null) open(to.parentId);
    await moveNode({ id: line.node.record.id, label: line.node.label }, from, to);
  };
}

type Moving = ReturnType<typeof useMoving>;
type Lines = readonly TreeFilterLine[];

/** Moves one node after the other, each from where it and the others stand by then. */
function useMovingOn(lines: Lines, move: Moving) {
  const inTurn = useInTurn();
  const latest = useRef({ lines, move });
  useEffect(() => {
    latest.current = { lines, move };
  });
  return (id: string, placeFor: (line: TreeFilterLine, lines: Lines) => Place | undefined) =>
    void inTurn(async () => {
      const now = latest.current;
      const line = now.move === undefined ? undefined : lineOf(id, now.lines);
      const place = line === undefined ? undefined : placeFor(line, now.lines);
      if (line !== undefined && place !== undefined) await now.move?.(line, place);
    });
}

function lineOf(id: string, lines: Lines): TreeFilterLine | undefined {
  return lines.find(({ node }) => node.record.id === id);
}

/** Where a node goes that is let go over a line. */
function placeOver(held: Held, onto: TreeFilterLine): Place {
  if (held === 'inside') return { parentId: onto.node.record.id, before: null };
  return held === 'after' ? placeOf(onto) : { parentId: onto.parent?.record.id ?? null, before: onto.node.record.id };
}

/** The keyboard stays on a node that was moved: its line is drawn anew in another place. */
function useFocusWithin(
  root: { readonly current: HTMLElement | null },
  lines: readonly TreeFilterLine[],
): (id: string | undefined) => void {
  const kept = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the lines are drawn anew
  useEffect(() => {
    const id = kept.current;
    if (id === undefined || root.current === null || document.activeElement?.getAttribute('data-node') === id) return;
    // Somebody who went elsewhere meanwhile is left there.
    if (document.activeElement !== document.body && !root.current.contains(document.activeElement)) return;
    root.current.querySelector<HTMLElement>(`[data-node="${id}"]`)?.focus();
  }, [lines]);
  return useCallback((id: string | undefined) => {
    kept.current = id;
  }, []);
}
