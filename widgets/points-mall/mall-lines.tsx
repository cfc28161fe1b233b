import type { ReactNode } from 'react';
import { type Mall, useMallRows } from './mall-calls.ts';
import { MallState } from './mall-state.tsx';

type MallLinesProps<Row> = {
  readonly list: Parameters<typeof useMallRows>[0];
  readonly mall: Mall;
  /** What is said where there are none. */
  readonly empty: string;
  readonly draw: (row: Row) => ReactNode;
};

/** The rows of one of the mall's lists, one below the other. */
export function MallLines<Row>({ list, mall, empty, draw }: MallLinesProps<Row>) {
  const { data, isPending, isError, refetch } = useMallRows<Row>(list, mall);
  const rows = data?.list ?? [];
  return (
    <MallState
      isPending={isPending}
      isError={isError}
      isEmpty={rows.length === 0}
      empty={empty}
      onRetry={() => void refetch()}
    >
      <ul className="mall-lines">{rows.map(draw)}</ul>
    </MallState>
  );
}
