import { useMemo, useRef } from 'react';
import type { ColumnView, ListView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { shownColumns } from '../layout/column-layout.ts';
import type { LayoutTools } from '../layout/use-list-layout.ts';
import { RowBox } from '../rows/row-box.tsx';
import { type RowStore, useRows } from '../rows/row-store.ts';
import { type TableKit, TableKitContext } from '../rows/table-kit.ts';
import { RecordListCard } from './record-list-card.tsx';
import { useDrawn } from './use-drawn.ts';
import './cards.css';

/** Facts a card shows below its name. */
const maxFacts = 4;

type RecordCardsProps = {
  readonly view: ListView;
  readonly layout: LayoutTools;
  readonly store: RowStore;
  /** Absent while they are asked for the first time. */
  readonly records: readonly WireRecord[] | undefined;
  readonly count: number;
  readonly askedAt: number;
  readonly isStale: boolean;
};

/** The rows of a list as cards, where a table has no room. */
export function RecordCards({ view, layout, store, records, count, askedAt, isStale }: RecordCardsProps) {
  const kit = useCardsKit(view, layout, store);
  if (records === undefined) return <CardSkeletons count={Math.min(count, 6)} facts={kit.columns.length - 1} />;
  return (
    <TableKitContext.Provider value={kit}>
      {kit.canSelect ? <SelectAll store={store} /> : null}
      <CardList label={view.page.title} records={records} store={store} askedAt={askedAt} isStale={isStale} />
    </TableKitContext.Provider>
  );
}

type CardListProps = Pick<RecordCardsProps, 'store' | 'askedAt'> & {
  readonly label?: string;
  readonly records: readonly WireRecord[];
  readonly isStale?: boolean;
};

/** The cards as far as somebody came; of a thousand the others are not made. */
export function CardList({ label, records, store, askedAt, isStale = false }: CardListProps) {
  const end = useRef<HTMLLIElement>(null);
  const drawn = useDrawn(end, store, records.length);
  return (
    <ul className={isStale ? 'engine-cards engine-stale' : 'engine-cards'} aria-label={label} aria-busy={isStale}>
      {records.slice(0, drawn).map((record, place) => (
        <RecordListCard key={record.id} record={record} place={place + 1} count={records.length} askedAt={askedAt} />
      ))}
      {drawn < records.length ? <li ref={end} aria-hidden="true" /> : null}
    </ul>
  );
}

/** The name first, then what stands next to it; columns the user hid stay hidden. */
export function useCardsKit(view: ListView, { layout }: LayoutTools, store: RowStore): TableKit {
  return useMemo(() => {
    const shown = shownColumns(view.columns, layout).filter((column) => column.fault === undefined);
    const title = shown.find((column) => column.path === view.entity.document.label) ?? shown[0];
    const facts = shown.filter((column) => column !== title).slice(0, maxFacts);
    const columns: readonly ColumnView[] = title === undefined ? [] : [title, ...facts];
    const canSelect = view.bulk.length > 0 || store.isPicking;
    return { columns, actions: view.row, canSelect, store, label: view.entity.document.label };
  }, [view, layout, store]);
}

function SelectAll({ store }: { readonly store: RowStore }) {
  const t = useText();
  const count = useRows(store, () => store.selectedInSight);
  const all = useRows(store, () => store.selectable);
  const isAll = count > 0 && count === all;
  return (
    <div className="engine-cards-all">
      <RowBox
        label={t('engine.list.selectAll')}
        checked={isAll}
        isPartly={count > 0 && !isAll}
        onToggle={() => store.selectAll(!isAll)}
      />
      <span aria-hidden="true">{t('engine.list.selectAll')}</span>
    </div>
  );
}

/** Cards before anything has come. */
export function CardSkeletons({ count, facts }: { readonly count: number; readonly facts: number }) {
  const t = useText();
  return (
    <div className="engine-cards" role="status" aria-label={t('engine.loading')}>
      {Array.from({ length: count }, (_, card) => card).map((card) => (
        <div key={card} className="engine-record-card">
          <span className="engine-skeleton-bar engine-skeleton-title" />
          {Array.from({ length: facts }, (_, fact) => fact).map((fact) => (
            <span
              key={fact}
              className="engine-skeleton-bar"
              style={{ width: `${45 + ((card * 11 + fact * 17) % 40)}%` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
