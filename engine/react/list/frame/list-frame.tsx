import type { ReactNode, RefObject } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import type { QueryAnswer } from '../../../model/wire/index.ts';
import { FaultBlock } from '../../faults/fault-block.tsx';
import type { LayoutTools } from '../layout/use-list-layout.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { ListState } from '../state/list-state.ts';
import { ListHead } from '../toolbar/list-head.tsx';
import { ListAlerts } from './list-alerts.tsx';
import { EmptyList } from './list-notices.tsx';

type ListFrameProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
  readonly layout: LayoutTools;
  readonly store: RowStore;
  /** The rows as they can be selected, where they have come. */
  readonly answer?: QueryAnswer | undefined;
  readonly summary: ReactNode;
  /** What was asked for: nothing yet, none, or some. */
  readonly found: 'nothing yet' | 'none' | 'some';
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** Around the rows, for the keyboard. */
  readonly root: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
};

/** What stands around the rows of a list, whether in pages, groups or a tree: tools, faults, and what to do when there are none. */
export function ListFrame(props: ListFrameProps) {
  const { view, state, setState, layout, store, answer, summary, found, error, onRetry, root, children } = props;
  const hasNothing = found === 'nothing yet';
  return (
    <>
      <ListHead
        view={view}
        state={state}
        setState={setState}
        layout={layout}
        store={store}
        {...(answer === undefined ? {} : { answer })}
        summary={summary}
      />
      <ListAlerts view={view} error={hasNothing ? null : error} onRetry={onRetry} />
      {hasNothing && error !== null ? (
        <FaultBlock error={error} onRetry={onRetry} size="page" />
      ) : found === 'none' ? (
        <EmptyList view={view} state={state} setState={setState} />
      ) : (
        <div ref={root}>{children}</div>
      )}
    </>
  );
}

/** What was found, of rows that may not have come. */
export function foundOf(rows: readonly unknown[] | undefined): ListFrameProps['found'] {
  if (rows === undefined) return 'nothing yet';
  return rows.length === 0 ? 'none' : 'some';
}
