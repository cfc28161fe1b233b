import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { type ReactNode, useId } from 'react';
import type { ColumnView, ListView } from '../../../model/view/index.ts';
import type { GroupAnswer, GroupFigures, ListGroup } from '../../../model/wire/index.ts';
import { formatNumber } from '../../formats/format.ts';
import { useEngine, useText } from '../../host/engine-context.tsx';
import { CardList, CardSkeletons, useCardsKit } from '../cards/record-cards.tsx';
import type { LayoutTools } from '../layout/use-list-layout.ts';
import { type RowStore, useRows } from '../rows/row-store.ts';
import { TableKitContext } from '../rows/table-kit.ts';
import { totalledColumns } from '../state/list-group.ts';
import { GroupSum } from './group-line.tsx';
import { GroupName, MoreOfGroup } from './group-lines.tsx';
import { type Groups, groupId } from './use-groups.ts';

type GroupCardsProps = {
  readonly view: ListView;
  readonly layout: LayoutTools;
  readonly store: RowStore;
  /** Absent while the groups are asked for the first time. */
  readonly answer: GroupAnswer | undefined;
  readonly groups: Groups;
  readonly column: ColumnView | undefined;
  readonly askedAt: number;
};

/** The groups of a list where a table has no room: each a heading that opens its rows as cards. */
export function GroupCards({ view, layout, store, answer, groups, column, askedAt }: GroupCardsProps) {
  const t = useText();
  const kit = useCardsKit(view, layout, store);
  const sums = totalledColumns(view.columns);
  if (answer === undefined) return <CardSkeletons count={4} facts={kit.columns.length - 1} />;
  return (
    <TableKitContext.Provider value={kit}>
      {answer.groups.map((group) => {
        const id = groupId(group);
        const open = groups.opened.get(id);
        return (
          <OneGroup
            key={id}
            id={id}
            group={group}
            column={column}
            sums={sums}
            store={store}
            onToggle={() => groups.toggle(id, open === undefined)}
          >
            {open === undefined ? undefined : (
              <>
                <CardList records={open.rows} store={store} askedAt={askedAt} />
                {open.isLoading || open.retry !== undefined || open.next > 0 ? (
                  <MoreOfGroup id={id} open={open} groups={groups} />
                ) : null}
              </>
            )}
          </OneGroup>
        );
      })}
      <div className="engine-group-heading">
        <strong>{t('engine.group.total')}</strong>
        <Figures figures={answer.total} sums={sums} />
      </div>
    </TableKitContext.Provider>
  );
}

type OneGroupProps = {
  readonly id: string;
  readonly group: ListGroup;
  readonly column: ColumnView | undefined;
  readonly sums: readonly ColumnView[];
  readonly store: RowStore;
  readonly onToggle: () => void;
  /** Absent where the group is closed. */
  readonly children: ReactNode;
};

function OneGroup({ id, group, column, sums, store, onToggle, children }: OneGroupProps) {
  const body = useId();
  const { stickyTop } = useEngine();
  const isCurrent = useRows(store, () => store.isCurrent(id));
  const isOpen = children !== undefined;
  const Arrow = isOpen ? DownOutlined : RightOutlined;
  return (
    <section>
      <h2 className="engine-group-heading engine-group-held" style={{ top: stickyTop ?? 0 }}>
        <button
          type="button"
          data-row-key={id}
          tabIndex={isCurrent ? 0 : -1}
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={onToggle}
        >
          <Arrow aria-hidden="true" />
          <strong>
            <GroupName group={group} column={column} />
          </strong>
          <Figures figures={group} sums={sums} />
        </button>
      </h2>
      <div id={body}>{children}</div>
    </section>
  );
}

function Figures({ figures, sums }: { readonly figures: GroupFigures; readonly sums: readonly ColumnView[] }) {
  const t = useText();
  return (
    <span className="engine-group-count">
      {t('engine.group.count', { count: formatNumber(figures.count) })}
      {sums.map((column) => (
        <span key={column.key}>
          {' · '}
          {column.title} <GroupSum column={column} figures={figures} />
        </span>
      ))}
    </span>
  );
}
