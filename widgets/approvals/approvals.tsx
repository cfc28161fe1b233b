import { useCallback, useMemo, useState } from 'react';
import { PageRows, type PageRowsProps, useEngine, type WidgetProps } from '../../engine/react/index.ts';
import './approvals.css';

type Waiting = Omit<PageRowsProps, 'onCount'>;

/** What waits for the reader's decision, of several lists in one, decided in place as it would be there. */
export function Approvals({ props }: WidgetProps) {
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
        {!isKnown ? '正在查找…' : total === 0 ? '没有等您审批的。' : `${total} 条等您审批`}
      </p>
      <ul className="approvals">
        {lists.map((list) => (
          <PageRows key={list.page} {...list} onCount={keep} />
        ))}
      </ul>
    </>
  );
}
