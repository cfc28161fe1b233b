import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { Button, Dropdown } from 'antd';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { LaneView } from '../../../model/view/index.ts';
import { FaultBlock } from '../../faults/fault-block.tsx';
import { formatNumber } from '../../formats/format.ts';
import { together } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { usePartMark } from '../rows/use-navigation-mark.ts';
import type { Board } from './board.ts';
import { KanbanCard } from './kanban-card.tsx';
import { type LaneMove, laneMove } from './lane-moves.ts';
import { recordsOf, totalOf, wholeOf } from './lane-pages.ts';
import { laneRequest, useLane } from './use-lane.ts';
import type { LaneSum } from './use-lane-sums.ts';
import { useLaneTitle, useRefusalWords } from './use-lane-words.ts';
import { laneOf } from './use-move.ts';

type LaneProps = { readonly board: Board; readonly lane: LaneView };

/** One lane of a board: asks for its own records, and takes the cards that may come to it. */
export function KanbanLane({ board, lane }: LaneProps) {
  const t = useText();
  const title = useLaneTitle()(lane);
  const request = laneRequest(board.view, board.display, board.state, lane);
  const { view, display, moves } = board;
  const { query, more } = useLane({ view, display, lane, request, moves });
  const answer = useMemo(() => wholeOf(query.data), [query.data]);
  usePartMark(
    board.view,
    `${board.display.key} ${lane.value ?? ''}`,
    request,
    query.isPlaceholderData ? undefined : answer,
  );
  const total = totalOf(query.data);
  const move = useHeldMove(board, lane);
  const root = useRef<HTMLElement>(null);
  const isOver = useDropTarget(root, board, lane, move);
  // A value no longer offered, or none, has a lane only while something stands in it.
  if (lane.isSpare && (total === undefined || total.count === 0)) return null;
  const count = total === undefined ? '' : `${formatNumber(total.count)}${total.isCapped ? '+' : ''}`;
  const classes = ['engine-kanban-lane'];
  if (move?.kind === 'refused') classes.push('engine-kanban-refusing');
  if (move?.kind === 'actions' || move?.kind === 'modify') classes.push('engine-kanban-taking');
  if (isOver) classes.push('engine-kanban-over');
  return (
    <section
      ref={root}
      className={classes.join(' ')}
      aria-label={count === '' ? title : together([title, t('engine.list.lane.count', { count })])}
      aria-busy={query.isFetching}
    >
      <h2>
        <span className={`engine-tag engine-tone-${lane.tone}`}>{title}</span>
        <span className="engine-kanban-count">{count}</span>
      </h2>
      <LaneSums sums={board.sumsOf(lane)} />
      <LaneChoiceMenu board={board} lane={lane} />
      <LaneHint board={board} lane={lane} move={move} />
      <LaneCards board={board} query={query} more={more} />
    </section>
  );
}

function LaneSums({ sums }: { readonly sums: readonly LaneSum[] }) {
  if (sums.length === 0) return null;
  return (
    <dl className="engine-kanban-sums">
      {sums.map(({ key, title, text }) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd className="engine-number">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What letting go of the card in hand over this lane would do. */
function useHeldMove({ view, display, dragging }: Board, lane: LaneView): LaneMove | undefined {
  const page = usePageRuntime();
  return dragging === undefined ? undefined : laneMove(view, display, dragging, lane, page.scope(dragging));
}

function useDropTarget(
  root: RefObject<HTMLElement | null>,
  { drop }: Board,
  lane: LaneView,
  move: LaneMove | undefined,
): boolean {
  const [isOver, setOver] = useState(false);
  const takes = move?.kind === 'actions' || move?.kind === 'modify';
  useEffect(() => {
    const element = root.current;
    if (element === null || !takes) return undefined;
    const stop = dropTargetForElements({
      element,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => drop(lane),
    });
    return () => {
      setOver(false);
      stop();
    };
  }, [root, takes, drop, lane]);
  return isOver;
}

/** While a card is in hand: what the lane would do with it, or why it does not take it. */
function LaneHint({ board, lane, move }: LaneProps & { readonly move: LaneMove | undefined }) {
  const t = useText();
  const title = useLaneTitle()(lane);
  const words = useRefusalWords(board.display);
  if (move === undefined || move.kind === 'here' || board.dragging === undefined) return null;
  if (move.kind === 'refused')
    return <p className="engine-kanban-hint">{words(move, laneOf(board.display, board.dragging), lane)}</p>;
  const isMany = move.kind === 'actions' && move.actions.length > 1;
  return (
    <p className="engine-kanban-hint">
      {isMany ? t('engine.list.lane.dropMany') : t('engine.list.lane.drop', { to: title })}
    </p>
  );
}

/** A drop that several actions could mean: one is chosen. */
function LaneChoiceMenu({ board, lane }: LaneProps) {
  const t = useText();
  const { choice, closeChoice, move } = board;
  if (choice === undefined || choice.lane !== lane) return null;
  const items = choice.actions.map((action) => ({
    key: action.key,
    label: action.title,
    onClick: () => {
      closeChoice();
      move(choice.record, lane, action);
    },
  }));
  return (
    <Dropdown open autoFocus trigger={['click']} menu={{ items }} onOpenChange={(open) => !open && closeChoice()}>
      <Button size="small" block>
        {t('engine.list.lane.choose')}
      </Button>
    </Dropdown>
  );
}

type LaneCardsProps = ReturnType<typeof useLane> & { readonly board: Board };

function LaneCards({ board, query, more }: LaneCardsProps) {
  const t = useText();
  if (query.data === undefined) {
    return query.error === null ? (
      <LaneSkeleton label={t('engine.loading')} />
    ) : (
      <FaultBlock error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  const records = recordsOf(query.data);
  if (records.length === 0) return <p className="engine-kanban-empty">{t('engine.list.lane.empty')}</p>;
  return (
    <ul className={query.isPlaceholderData ? 'engine-kanban-cards engine-stale' : 'engine-kanban-cards'}>
      {records.map((record) => (
        <KanbanCard key={record.id} board={board} record={record} />
      ))}
      {query.error === null ? null : (
        <li>
          <FaultBlock error={query.error} onRetry={() => void query.refetch()} />
        </li>
      )}
      {query.hasNextPage ? (
        <li className="engine-kanban-more">
          <Button block loading={more.isLoading} onClick={more.load}>
            {t('engine.loadMore')}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}

function LaneSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="engine-kanban-cards" role="status" aria-label={label}>
      {[0, 1, 2].map((n) => (
        <div key={n} className="engine-kanban-card engine-kanban-skeleton">
          <span className="engine-skeleton-bar" style={{ width: '60%' }} />
          <span className="engine-skeleton-bar" style={{ width: '85%' }} />
        </div>
      ))}
    </div>
  );
}
