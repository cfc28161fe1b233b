import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons';
import { memo, useRef } from 'react';
import type { TreeFilterView } from '../../../model/view/index.ts';
import { formatNumber } from '../../formats/format.ts';
import { bracketed } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { valueAt } from '../../record/record-path.ts';
import type { TreeFilterLine } from './tree-filter-nodes.ts';
import { type Held, useNodeDrag } from './use-node-drag.ts';

type Props = {
  readonly view: TreeFilterView;
  readonly line: TreeFilterLine;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  /** Whether the keyboard comes to this line. */
  readonly isCurrent: boolean;
  readonly onChoose: (id: string) => void;
  readonly onToggle: (id: string) => void;
  readonly onDrop: ((id: string, held: Held, onto: TreeFilterLine) => void) | undefined;
  readonly takes: (id: string, onto: TreeFilterLine) => boolean;
};

/** One node of the tree: its name, whom it belongs to, and its numbers. */
export const TreeFilterLineRow = memo(function TreeFilterLineRow(props: Props) {
  const { view, line, isOpen, isChosen, isCurrent, onChoose, onToggle, onDrop, takes } = props;
  const { record, label, children } = line.node;
  const page = usePageRuntime();
  const root = useRef<HTMLDivElement>(null);
  const held = useNodeDrag(root, record.id, {
    onDrop: onDrop === undefined ? undefined : (id, where) => onDrop(id, where, line),
    takes: (id) => takes(id, line),
  });
  const note = view.note === undefined ? undefined : valueAt(record, view.note);
  const classes = ['engine-tree-filter-line'];
  if (isChosen) classes.push('engine-tree-filter-chosen');
  if (held !== undefined) classes.push(`engine-tree-filter-${held}`);
  if (view.isDim(page.scope(record))) classes.push('engine-tree-filter-dim');
  const siblings = line.siblings;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of all lines are the tree's
    <div
      ref={root}
      role="treeitem"
      data-node={record.id}
      className={classes.join(' ')}
      style={{ paddingLeft: 4 + (line.level - 1) * 16 }}
      aria-level={line.level}
      aria-setsize={siblings.length}
      aria-posinset={siblings.indexOf(line.node) + 1}
      aria-selected={isChosen}
      {...(children.length === 0 ? {} : { 'aria-expanded': isOpen })}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => onChoose(record.id)}
    >
      <span
        className="engine-tree-filter-caret"
        aria-hidden="true"
        onClick={(event) => {
          if (children.length === 0) return;
          event.stopPropagation();
          onToggle(record.id);
        }}
      >
        {children.length === 0 ? null : isOpen ? <CaretDownOutlined /> : <CaretRightOutlined />}
      </span>
      <span className="engine-tree-filter-name" title={label}>
        {label}
      </span>
      {typeof note === 'string' && note !== '' ? <span className="engine-tree-filter-note">{note}</span> : null}
      <NodeCount line={line} />
    </div>
  );
});

/** How many of its own, and with those below it. */
function NodeCount({ line }: { readonly line: TreeFilterLine }) {
  const t = useText();
  const { own, total, children } = line.node;
  if (own === undefined || total === undefined) return null;
  const words = t('engine.list.treeFilter.count', { own: formatNumber(own), total: formatNumber(total) });
  return (
    <span className="engine-tree-filter-count" title={children.length === 0 ? undefined : words}>
      {formatNumber(total)}
      {children.length === 0 || own === total ? null : <small>{bracketed(formatNumber(own))}</small>}
    </span>
  );
}
