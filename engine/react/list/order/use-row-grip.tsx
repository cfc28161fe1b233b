import { type ReactNode, Suspense, useMemo } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { useInTurn } from '../../calls/use-in-turn.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { valueAt } from '../../record/record-path.ts';
import type { ListState } from '../state/list-state.ts';

const RowGrip = lazyPart(async () => (await import('./row-grip.tsx')).RowGrip);

/**
 * What stands before each row by which it is moved, where the rows are listed in the order people put them into and
 * belong to one group; nothing elsewhere.
 */
export function useRowGrip(
  { page, entity }: ListView,
  { sort }: ListState,
  rows: readonly WireRecord[],
): { readonly nodeButton?: (record: WireRecord) => ReactNode } {
  const { order, label } = entity.document;
  const api = page.api.move;
  const sorted = sort.length > 0 ? sort : (page.sort ?? []);
  const inTurn = useInTurn();
  const isInOrder = sorted[0] === order?.field && isOneGroup(order?.within, rows);
  return useMemo(() => {
    if (api === undefined || order === undefined || !isInOrder) return {};
    return {
      nodeButton: (record) => (
        <Suspense fallback={<span className="engine-tree-leaf" />}>
          <RowGrip api={api} record={record} rows={rows} label={label} inTurn={inTurn} />
        </Suspense>
      ),
    };
  }, [api, order, isInOrder, rows, label, inTurn]);
}

function isOneGroup(within: string | undefined, rows: readonly WireRecord[]): boolean {
  if (within === undefined) return true;
  return new Set(rows.map((row) => valueAt(row, within) ?? null)).size <= 1;
}
