import { EyeInvisibleOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Input, Tree, type TreeDataNode, type TreeProps } from 'antd';
import { type Key, useEffect, useMemo, useRef, useState } from 'react';
import { namesIn, pathAround } from '../document/edits.ts';
import { useDesigning } from '../host/designing.ts';
import { useCommands } from '../host/use-commands.ts';
import { useDesignState } from '../host/use-design-state.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { flatOutline, foundIn, type OutlineNode, outlineOf } from './outline-tree.ts';

type OutlineData = Omit<TreeDataNode, 'children'> & { readonly node: OutlineNode; readonly children: OutlineData[] };

/** The page as a tree: selects one or several, moves by dragging or with Alt and an arrow, brings back what is hidden. */
export function Outline() {
  const t = useDesignText();
  const { session, grammar, titles } = useDesigning();
  const { drawn, selected } = useDesignState();
  const [looked, setLooked] = useState('');
  const outline = useMemo(
    () => outlineOf({ document: drawn.document, hidden: drawn.hidden, grammar, titles }),
    [drawn, grammar, titles],
  );
  const found = useMemo(() => {
    const word = looked.trim().toLowerCase();
    return word === '' ? outline : foundIn(outline, (text) => text.toLowerCase().includes(word));
  }, [outline, looked]);
  const data = useMemo(() => found.map(dataOf), [found]);
  const [expanded, setExpanded] = useExpanded(found, selected, looked !== '');
  const onDrop = useDrop();
  const section = useSelectedInSight(selected, expanded);
  return (
    <section ref={section} className="designer-outline" aria-label={t('designer.outline')}>
      <Input.Search
        size="small"
        allowClear
        value={looked}
        placeholder={t('designer.outline.search')}
        aria-label={t('designer.outline.search')}
        onChange={(event) => setLooked(event.target.value)}
      />
      {found.length === 0 ? <p className="designer-note">{t('designer.outline.none')}</p> : null}
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
    </section>
  );
}

/** Whether what is picked is added to what is selected; by keyboard there is no event of a mouse. */
function isMore(event: MouseEvent | undefined): boolean {
  return event !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey);
}

function dataOf(node: OutlineNode): OutlineData {
  return { key: node.at, title: node.title, node, children: node.children.map(dataOf) };
}

function isItem(node: unknown): boolean {
  return typeof node === 'object' && node !== null && 'holds' in node && node.holds === 'item';
}

function OutlineTitle({ node }: { readonly node: OutlineNode }) {
  const t = useDesignText();
  const { restore } = useCommands();
  const count = node.holds === 'list' ? node.children.filter(({ isHidden }) => !isHidden).length : undefined;
  return (
    <span className="designer-outline-title" data-hidden={node.isHidden} data-holds={node.holds}>
      <span>{node.title}</span>
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
function fits(dragged: OutlineNode, target: OutlineNode, position: number): boolean {
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
  const section = useRef<HTMLElement>(null);
  // The tree draws what was opened for it a moment later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks at what is drawn of both
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      section.current?.querySelector('.ant-tree-treenode-selected')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [selected, expanded]);
  return section;
}

/** What is open: the lists of the page at first, and whatever a selected node stands in. */
function useExpanded(outline: readonly OutlineNode[], selected: readonly string[], isLooking: boolean) {
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
