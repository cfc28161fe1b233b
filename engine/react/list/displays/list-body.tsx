import { Suspense } from 'react';
import type { DisplayView, ListView } from '../../../model/view/index.ts';
import { ErrorBoundary } from '../../faults/error-boundary.tsx';
import { FaultBlock } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { RowsSkeleton } from '../../page/list-skeleton.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { FaultNotice } from '../frame/list-notices.tsx';
import type { ListState } from '../state/list-state.ts';
import { ListHead } from '../toolbar/list-head.tsx';
import { TableDisplay } from './table-display.tsx';

// Most lists are tables.
const TreeDisplay = lazyPart(async () => (await import('./tree-display.tsx')).TreeDisplay);
const KanbanBoard = lazyPart(async () => (await import('../kanban/kanban-board.tsx')).KanbanBoard);
const HourBoard = lazyPart(async () => (await import('../calendar/hours/hour-board.tsx')).HourBoard);
const CalendarBoard = lazyPart(async () => (await import('../calendar/calendar-board.tsx')).CalendarBoard);

/** What every way of looking at the rows gets. */
type ListBodyProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly display: DisplayView;
  readonly setState: (state: ListState) => void;
};

/** The rows of a list in the chosen way; one that fails leaves the way to the others. */
export function ListBody(props: ListBodyProps) {
  return (
    <section className="engine-card engine-list" aria-label={props.view.page.title}>
      <ErrorBoundary
        resetKey={props.display}
        fallback={(error, retry) => (
          <>
            <ListHead {...props} />
            <FaultBlock error={error} onRetry={retry} size="page" />
          </>
        )}
      >
        <Suspense fallback={<Waiting />}>
          <Display {...props} />
        </Suspense>
      </ErrorBoundary>
    </section>
  );
}

function Waiting() {
  const t = useText();
  return <RowsSkeleton label={t('engine.loading')} />;
}

function Display({ display, ...props }: ListBodyProps) {
  switch (display.kind) {
    case 'table':
      return <TableDisplay key={display.key} {...props} />;
    case 'tree':
      return <TreeDisplay key={display.key} {...props} display={display} />;
    case 'kanban':
      return <KanbanBoard key={display.key} {...props} display={display} />;
    case 'calendar':
      return display.hours === undefined ? (
        <CalendarBoard key={display.key} {...props} display={display} />
      ) : (
        <HourBoard key={display.key} {...props} display={display} hours={display.hours} />
      );
    case 'fault':
      return (
        <>
          <ListHead {...props} />
          <FaultNotice name={display.title ?? display.key} fault={display.fault} />
        </>
      );
  }
}
