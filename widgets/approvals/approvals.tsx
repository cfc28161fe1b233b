import { useCallback, useMemo, useState } from 'react';
import {
  PageRows,
  type PageRowsProps,
  useEngine,
  type WaitingCount,
  type WidgetProps,
} from '../../engine/react/index.ts';
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
  const [counts, setCounts] = useState<ReadonlyMap<string, WaitingCount>>(new Map());
  const keep = useCallback(
    (page: string, count: WaitingCount) => setCounts((before) => new Map(before).set(page, count)),
    [],
  );
  const known = lists.map(({ page }) => counts.get(page));
  return (
    <>
      <p className="approvals-count engine-quiet" role="status">
        {countWords(known, t)}
      </p>
      {/* All at once: what one list brings would push the others down. */}
      <ul className="approvals" aria-busy={known.includes(undefined)}>
        {lists.map((list) => (
          <PageRows key={list.page} {...list} onCount={keep} />
        ))}
      </ul>
    </>
  );
}

/** How many wait in all lists, and whether it may be more; that none does only where all of them said so. */
function countWords(counts: readonly WaitingCount[], t: ReturnType<typeof useApprovalsText>): string {
  if (counts.includes(undefined)) return t('looking');
  const known = counts.filter((count) => typeof count === 'object');
  const total = known.reduce((sum, { count }) => sum + count, 0);
  const isCapped = known.some((count) => count.isCapped);
  const count = isCapped ? `${total}+` : total;
  if (counts.includes('failed')) return t('partly', { count });
  return total === 0 && !isCapped ? t('none') : t('waiting', { count });
}
