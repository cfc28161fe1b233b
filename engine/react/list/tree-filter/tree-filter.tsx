import { DownOutlined, MoreOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import type { TreeFilterView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { ActionBar } from '../../actions/action-bar.tsx';
import { useRunAction } from '../../actions/action-host.tsx';
import { MoreActions } from '../../actions/more-actions.tsx';
import { FaultBlock } from '../../faults/fault-block.tsx';
import { bracketed } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { RowsSkeleton } from '../../page/list-skeleton.tsx';
import { useMedia } from '../../theme/use-media.ts';
import { linesOf, matching, type TreeFilterNode } from './tree-filter-nodes.ts';
import { TreeFilterTree } from './tree-filter-tree.tsx';
import { maxNodes, useTreeFilter } from './use-tree-filter.ts';
import './tree-filter.css';

type Props = {
  readonly view: TreeFilterView;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
};

/** The tree beside a list: the node that is chosen narrows the list, and what can be done with it stands above. */
export function ListTreeFilter({ view, chosen, onChoose }: Props) {
  const t = useText();
  const { query, nodes, isBounded } = useTreeFilter(view);
  const [text, setText] = useState('');
  const sought = useDeferredValue(text.trim());
  const all = nodes ?? [];
  const shown = sought === '' ? all : matching(all, sought);
  const node = linesOf(all, () => true).find((line) => line.node.record.id === chosen)?.node;
  const isGone = nodes !== undefined && !isBounded && chosen !== undefined && node === undefined;
  useEffect(() => {
    if (isGone) onChoose(undefined);
  }, [isGone, onChoose]);
  return (
    <Folding view={view} chosen={node}>
      <Input
        size="small"
        allowClear
        prefix={<SearchOutlined aria-hidden="true" />}
        placeholder={t('engine.list.treeFilter.search', { title: view.title })}
        aria-label={t('engine.list.treeFilter.search', { title: view.title })}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="engine-tree-filter-chosen-bar">
        <Button type={node === undefined ? 'primary' : 'default'} size="small" onClick={() => onChoose(undefined)}>
          {t('engine.list.treeFilter.all')}
        </Button>
        {node === undefined ? null : <NodeActions view={view} node={node} />}
      </div>
      {nodes === undefined ? (
        query.error === null ? (
          <RowsSkeleton label={t('engine.loading')} />
        ) : (
          <FaultBlock error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : shown.length === 0 ? (
        <p className="engine-quiet engine-tree-filter-empty">{t('engine.list.treeFilter.none')}</p>
      ) : (
        <TreeFilterTree view={view} nodes={shown} chosen={chosen} onChoose={onChoose} isSearched={sought !== ''} />
      )}
      {isBounded ? (
        <p className="engine-quiet engine-tree-filter-empty">{t('engine.list.tree.bounded', { count: maxNodes })}</p>
      ) : null}
    </Folding>
  );
}

type FoldingProps = {
  readonly view: TreeFilterView;
  readonly chosen: TreeFilterNode | undefined;
  readonly children: ReactNode;
};

/** The tree stands beside the list; where there is no room beside it, it is folded away above until it is asked for. */
function Folding({ view, chosen, children }: FoldingProps) {
  const isNarrow = useMedia('(max-width: 900px)');
  const [opened, setOpened] = useState(false);
  const id = chosen?.record.id;
  // Who has chosen sees what he chose from the list of.
  useEffect(() => {
    if (id !== undefined) setOpened(false);
  }, [id]);
  const isOpen = !isNarrow || opened;
  const title = chosen === undefined || isOpen ? view.title : `${view.title}${bracketed(chosen.label)}`;
  return (
    <section className="engine-card engine-tree-filter" aria-label={view.title}>
      <div className="engine-tree-filter-head">
        <h2>
          {isNarrow ? (
            <Button
              type="text"
              size="small"
              icon={isOpen ? <UpOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />}
              iconPosition="end"
              aria-expanded={isOpen}
              onClick={() => setOpened(!isOpen)}
            >
              {title}
            </Button>
          ) : (
            title
          )}
        </h2>
        <ActionBar actions={view.toolbar} slot="toolbar" />
      </div>
      {isOpen ? children : null}
    </section>
  );
}

/** What can be done with the chosen node. */
function NodeActions({ view, node }: { readonly view: TreeFilterView; readonly node: TreeFilterNode }) {
  const t = useText();
  const page = usePageRuntime();
  const run = useRunAction();
  const record: WireRecord = node.record;
  const scope = page.scope(record);
  const possible = view.row.filter((action) => action.fault === undefined && action.isPossible(scope));
  return (
    <>
      <span className="engine-tree-filter-name">{node.label}</span>
      <MoreActions
        actions={possible}
        record={record}
        onUse={(action) => run({ action, target: { kind: 'record', record } })}
      >
        <Button
          size="small"
          icon={<MoreOutlined aria-hidden="true" />}
          aria-label={t('engine.list.card.menu', { name: node.label })}
        />
      </MoreActions>
    </>
  );
}
