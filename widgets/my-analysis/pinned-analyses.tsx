import { CheckOutlined, CloseOutlined, EditOutlined, HolderOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import type { SavedAnalysis } from '../../engine/model/dataset/index.ts';
import { AnalysisPlace, AnalysisView, FaultBlock, useEngine, useLineDrag } from '../../engine/react/index.ts';
import { useAnalyses, useOffers, usePin, usePinned } from './asking/analysis-calls.ts';
import { useAnalysisText } from './asking/use-analysis-text.ts';

/** The analyses somebody put on his home page, in his order; dragged, or moved with Alt and the arrow keys. */
export function PinnedAnalyses() {
  const t = useAnalysisText();
  const { commands } = useEngine();
  const pinned = usePinned();
  const hasAny = (pinned.data ?? []).length > 0;
  const saved = useAnalyses(hasAny);
  const offers = useOffers(hasAny);
  const [isEditing, setEditing] = useState(false);
  const error = pinned.error ?? saved.error ?? offers.error;
  const showAll = commands?.showAnalyses;
  if (error !== null) {
    const retry = () => void Promise.all([pinned.refetch(), saved.refetch(), offers.refetch()]);
    return <FaultBlock error={error} onRetry={retry} />;
  }
  return (
    <section className="analysis-pinned" aria-label={t('title')}>
      <header className="analysis-pinned-head">
        <h3>{t('title')}</h3>
        {hasAny ? (
          <Button
            type="text"
            size="small"
            icon={isEditing ? <CheckOutlined aria-hidden="true" /> : <EditOutlined aria-hidden="true" />}
            onClick={() => setEditing(!isEditing)}
          >
            {t(isEditing ? 'pinned.finish' : 'pinned.edit')}
          </Button>
        ) : null}
        {showAll === undefined ? null : (
          <Button type="link" size="small" onClick={showAll}>
            {t('pinned.all')}
          </Button>
        )}
      </header>
      {pinned.data?.length === 0 ? <p className="engine-quiet">{t('pinned.none')}</p> : null}
      {/* Few have any: what stands below does not move for those who have none. */}
      {!hasAny ? null : offers.data === undefined || saved.data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 1 }} />
      ) : (
        <AnalysisPlace bundle={offers.data}>
          <PinnedList ids={pinned.data ?? []} analyses={saved.data.analyses} isEditing={isEditing} />
        </AnalysisPlace>
      )}
    </section>
  );
}

type PinnedListProps = {
  readonly ids: readonly string[];
  readonly analyses: readonly SavedAnalysis[];
  readonly isEditing: boolean;
};

function PinnedList({ ids, analyses, isEditing }: PinnedListProps) {
  const pin = usePin();
  const shown = ids.flatMap((id) => analyses.find((one) => one.id === id) ?? []);
  const moved = (id: string, before: string | undefined) => {
    const others = ids.filter((one) => one !== id);
    const place = before === undefined ? others.length : others.indexOf(before);
    pin.mutate([...others.slice(0, place), id, ...others.slice(place)]);
  };
  return (
    <ul className="analysis-grid">
      {shown.map((one) => (
        <PinnedTile
          key={one.id}
          analysis={one}
          isEditing={isEditing}
          onBefore={(dragged) => moved(dragged, one.id)}
          onMove={(step) => {
            const place = ids.indexOf(one.id) + step;
            if (place >= 0 && place < ids.length) moved(one.id, ids.filter((id) => id !== one.id)[place]);
          }}
          onRemove={() => pin.mutate(ids.filter((id) => id !== one.id))}
        />
      ))}
    </ul>
  );
}

type PinnedTileProps = {
  readonly analysis: SavedAnalysis;
  readonly isEditing: boolean;
  /** Told the one that was let go here. */
  readonly onBefore: (dragged: string) => void;
  readonly onMove: (step: -1 | 1) => void;
  readonly onRemove: () => void;
};

function PinnedTile({ analysis: { id, name, ask }, isEditing, onBefore, onMove, onRemove }: PinnedTileProps) {
  const t = useAnalysisText();
  const tile = useLineDrag('analyses', id, onBefore);
  const move = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li ref={tile} className={ask?.chart === 'table' ? 'analysis-tile analysis-tile-wide' : 'analysis-tile'}>
      {isEditing ? (
        <p className="analysis-tile-head">
          <button type="button" className="analysis-grip" aria-label={t('grip', { name })} onKeyDown={move}>
            <HolderOutlined aria-hidden="true" /> {t('grip.hint')}
          </button>
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden="true" />}
            aria-label={t('tile.unpinOf', { name })}
            onClick={onRemove}
          />
        </p>
      ) : null}
      <AnalysisView name={name} ask={ask} />
    </li>
  );
}
