import { EyeInvisibleOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Input, Tree, type TreeDataNode, type TreeProps } from 'antd';
import { createContext, type Key, memo, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useSharedParts } from '../../react/index.ts';
import { namesIn, pathAround } from '../document/edits.ts';
import { useDesigning } from '../host/designing.ts';
import { useCommands } from '../host/use-commands.ts';
import { useDesignSelected, useDesignState } from '../host/use-design-state.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { flatOutline, foundIn, type OutlineShape, outlineOf, shapeOf } from './outline-tree.ts';

type OutlineData = Omit<TreeDataNode, 'children'> & { readonly node: OutlineShape; readonly children: OutlineData[] };

/** What the nodes are called, by their key paths: a key that changes a title draws no tree anew. */
const TitlesContext = createContext<ReadonlyMap<string, string>>(new Map());

/** The page as a tree: selects one or several, moves by dragging or with Alt and an arrow, brings back what is hidden. */
export function Outline() {
  const t = useDesignText();
  const { grammar, titles } = useDesigning();
  const drawn = useDesignState((state) => state.drawn);
  const [looked, setLooked] = useState('');
  const outline = useMemo(
    () => outlineOf({ document: drawn.document, hidden: drawn.hidden, grammar, titles }),
    [drawn, grammar, titles],
  );
  const found = useMemo(() => {
    const word = looked.trim().toLowerCase();
    return word === '' ? outline : foundIn(outline, (text) => text.toLowerCase().includes(word));
  }, [outline, looked]);
  const shapes = useSharedParts(useMemo(() => found.map(shapeOf), [found]));
  const called = useMemo(() => new Map(flatOutline(found).map(({ at, title }) => [at, title])), [found]);
  return (
    <section className="designer-outline" aria-label={t('designer.outline')}>
      <Input.Search
        size="small"
        allowClear
        value={looked}
        placeholder={t('designer.outline.search')}
        aria-label={t('designer.outline.search')}
        onChange={(event) => setLooked(event.target.value)}
      />
      {found.length === 0 ? <p className="designer-note">{t('designer.outline.none')}</p> : null}
      <TitlesContext.Provider value={called}>
        <OutlineTree shapes={shapes} isLooking={looked !== ''} />
      </TitlesContext.Provider>
    </section>
  );
}

type OutlineTreeProps = { readonly shapes: readonly OutlineShape[]; readonly isLooking: boolean };

/** The tree itself, drawn anew when nodes come, go or move. */
const OutlineTree = memo(function OutlineTree({ shapes, isLooking }: OutlineTreeProps) {
  const t = useDesignText();
  const { session } = useDesigning();
  const selected = useDesignSelected();
  const data = useMemo(() => shapes.map(dataOf), [shapes]);
  const [expanded, setExpanded] = useExpanded(shapes, selected, isLooking);
  const onDrop = useDrop();
  const place = useSelectedInSight(selected, expanded);
  return (
    <div ref={place}>
      <Tree<OutlineData>
        blockNode
        multiple
        aria-label={t('designer.outline')}
        draggable={{ icon: false, nodeDraggable: (one) => 'node' in one && isItem(one.node) }}
        treeData={data}
        selectedKeys={[...selected]}
        expandedKeys={[...expanded]}
        onExpand={(keys) => setExpanded(keys.map(String))}
        onSelect={(keys, { nativeEvent, node }) => {
          session.select(isMore(nativeEvent) ? keys.map(String) : [String(node.key)]);
        }}
        allowDrop={({ dragNode, dropNode, dropPosition }) => fits(dragNode.node, dropNode.node, dropPosition)}
        onDrop={onDrop}
        titleRender={({ node }) => <OutlineTitle node={node} />}
      />
    </div>
  );
});

/** Whether what is picked is added to what is selected; by keyboard there is no event of a mouse. */
function isMore(event: MouseEvent | undefined): boolean {
  return event !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey);
}

function dataOf(node: OutlineShape): OutlineData {
  return { key: node.at, node, children: node.children.map(dataOf) };
}

function isItem(node: unknown): boolean {
  return typeof node === 'object' && node !== null && 'holds' in node && node.holds === 'item';
}

function OutlineTitle({ node }: { readonly node: OutlineShape }) {
  const title = useContext(TitlesContext).get(node.at);
  const t = useDesignText();
  const { restore } = useCommands();
  const count = node.holds === 'list' ? node.children.filter(({ isHidden }) => !isHidden).length : undefined;
  return (
    <span className="designer-outline-title" data-hidden={node.isHidden} data-holds={node.holds}>
      <span title={title}>{title}</span>
      {count === undefined ? null : <small>{count}</small>}
      {node.isQuiet ? (
        <EyeInvisibleOutlined role="img" aria-label={t('designer.quiet')} title={t('designer.quiet')} />
      ) : null}
      {node.isHidden ? (
        <Button
          size="small"
          type="link"
          icon={<UndoOutlined aria-hidden="true" />}
          onClick={(event) => {
            event.stopPropagation();
            restore([node.at]);
          }}
        >
          {t('designer.restore')}
        </Button>
      ) : null}
    </span>
  );
}

/** An item goes beside the items of its own list, or to the first place of it. */
function fits(dragged: OutlineShape, target: OutlineShape, position: number): boolean {
  const { around } = pathAround(dragged.at);
  if (target.at === around) return position === 0;
  return position !== 0 && pathAround(target.at).around === around && !target.isHidden;
}

function useDrop(): NonNullable<TreeProps<OutlineData>['onDrop']> {
  const { session } = useDesigning();
  const { place } = useCommands();
  return ({ dragNode, node, dropPosition, dropToGap }) => {
    const { around, name } = pathAround(dragNode.node.at);
    const { selected } = session.read();
    const together = selected.includes(dragNode.node.at)
      ? selected.filter((at) => pathAround(at).around === around).map((at) => pathAround(at).name)
      : [name];
    if (!dropToGap) return place(around, together, null);
    const index = Number(node.pos.split('-').at(-1));
    const target = pathAround(node.node.at).name;
    const names = namesIn(session.read().stack.document, around);
    place(around, together, dropPosition > index ? target : (names[names.indexOf(target) - 1] ?? null));
  };
}

/** Whatever is picked on the page is seen in the outline too. */
function useSelectedInSight(selected: readonly string[], expanded: readonly Key[]) {
  const place = useRef<HTMLDivElement>(null);
  // The tree draws what was opened for it a moment later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks at what is drawn of both
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      place.current?.querySelector('.ant-tree-treenode-selected')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [selected, expanded]);
  return place;
}

/** What is open: the lists of the page at first, and whatever a selected node stands in. */
function useExpanded(outline: readonly OutlineShape[], selected: readonly string[], isLooking: boolean) {
  const [expanded, setExpanded] = useState<readonly Key[]>(() => outline.map(({ at }) => at));
  useEffect(() => {
    const around = selected.flatMap(pathsAround);
    setExpanded((before) => {
      const missing = around.filter((at) => !before.includes(at));
      return missing.length === 0 ? before : [...before, ...missing];
    });
  }, [selected]);
  const shown = isLooking ? flatOutline(outline).map(({ at }) => at) : expanded;
  return [shown, setExpanded] as const;
}

function pathsAround(at: string): readonly string[] {
  const { around } = pathAround(at);
  return around === '' ? [] : [...pathsAround(around), around];
}
