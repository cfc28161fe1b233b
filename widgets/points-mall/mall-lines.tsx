import { Empty } from 'antd';
import type { ReactNode } from 'react';
import { QueryState } from '../../engine/react/index.ts';
import { type Mall, useMallRows } from './mall-calls.ts';

type MallLinesProps<Row> = {
  readonly list: Parameters<typeof useMallRows>[0];
  readonly mall: Mall;
  /** What is said where there are none. */
  readonly empty: string;
  readonly draw: (row: Row) => ReactNode;
};

/** The rows of one of the mall's lists, one below the other. */
export function MallLines<Row>({ list, mall, empty, draw }: MallLinesProps<Row>) {
  const query = useMallRows<Row>(list, mall);
  return (
    <QueryState query={query}>
      {({ list: rows }) =>
        rows.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
        ) : (
          <ul className="mall-lines">{rows.map(draw)}</ul>
        )
      }
    </QueryState>
  );
}
