import { useCallback, useMemo, useState } from 'react';
import { PageRows, type PageRowsProps, useEngine, type WidgetProps } from '../../engine/react/index.ts';
import { useApprovalsText } from './use-approvals-text.ts';
import './approvals.css';

type Waiting = Omit<PageRowsProps, 'onCount'>;

/** What waits for the reader's decision, of several lists in one, decided in place as it would be there. */
export function Approvals({ props }: WidgetProps) {
  const t = useApprovalsText();
  const { pages = [] } = useEngine();
  const named = props?.lists;
  const lists = useMemo(() => {
    const opened = new Set(pages.map(({ name }) => name));
    // By the contract of the widget.
    const all: readonly Waiting[] = Array.isArray(named) ? named : [];
    return all.filter(({ page }) => opened.has(page));
  }, [named, pages]);
  const [counts, setCounts] = useState<ReadonlyMap<string, number | undefined>>(new Map());
  const keep = useCallback(
    (page: string, count: number | undefined) => setCounts((before) => new Map(before).set(page, count)),
    [],
  );
  const known = lists.map(({ page }) => counts.get(page));
  const isKnown = known.every((count) => count !== undefined);
  const total = known.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return (
    <>
      <p className="approvals-count engine-quiet" role="status">
        {!isKnown ? t('looking') : total === 0 ? t('none') : t('waiting', { count: total })}
      </p>
      <ul className="approvals">
        {lists.map((list) => (
          <PageRows key={list.page} {...list} onCount={keep} />
        ))}
      </ul>
    </>
  );
}
