import { BarChartOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Button, Input, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import type { SavedAnalysis } from '../../engine/model/dataset/index.ts';
import { AnalysisPlace, FaultBlock, Notice, PageHeader } from '../../engine/react/index.ts';
import { AnalysisTile } from './analysis-tile.tsx';
import { useAnalyses, useDelete, useOffers } from './asking/analysis-calls.ts';
import { copyName } from './asking/analysis-draft.ts';
import { useAnalysisText } from './asking/use-analysis-text.ts';
import { AnalysisBuilder, type Building } from './builder/analysis-builder.tsx';

type Whose = 'all' | 'mine' | 'shared';

/** The analyses of the user's own and those shared with him, and where they are made. */
export function AnalysesPage({ title }: { readonly title: string }) {
  const t = useAnalysisText();
  const saved = useAnalyses();
  const offers = useOffers();
  const [whose, setWhose] = useState<Whose>('all');
  const [word, setWord] = useState('');
  const [building, setBuilding] = useState<Building>();
  const remove = useRemoving();
  const error = saved.error ?? offers.error;
  if (error !== null) {
    const retry = () => void Promise.all([saved.refetch(), offers.refetch()]);
    return <FaultBlock error={error} onRetry={retry} size="page" />;
  }
  const { data: bundle } = offers;
  const { analyses = [], canShare = false } = saved.data ?? {};
  if (bundle === undefined || saved.data === undefined)
    return (
      <div className="engine-page">
        <PageHeader title={title} />
        <div role="status" aria-label={t('loading')}>
          <Skeleton active paragraph={{ rows: 6 }} />
        </div>
      </div>
    );
  const shown = analyses.filter(
    (one) => isWanted(one, whose) && one.name.toLowerCase().includes(word.trim().toLowerCase()),
  );
  const names = new Set(analyses.filter(({ isMine }) => isMine).map(({ name }) => name));
  const canAsk = bundle.datasets.length > 0;
  const begin = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden="true" />}
      disabled={!canAsk}
      onClick={() => setBuilding({})}
    >
      {t('begin')}
    </Button>
  );
  return (
    <div className="engine-page">
      <PageHeader title={title} actions={<div className="engine-actions">{begin}</div>} />
      {analyses.length === 0 ? null : (
        <div className="analysis-tools">
          <Segmented<Whose>
            aria-label={t('whose')}
            value={whose}
            onChange={setWhose}
            options={[
              { value: 'all', label: t('whose.all') },
              { value: 'mine', label: t('whose.mine') },
              { value: 'shared', label: t('whose.shared') },
            ]}
          />
          <Input.Search
            className="analysis-search"
            aria-label={t('find')}
            placeholder={t('find')}
            allowClear
            value={word}
            onChange={({ target }) => setWord(target.value)}
          />
        </div>
      )}
      <AnalysisPlace bundle={bundle}>
        {shown.length === 0 ? (
          <Nothing canAsk={canAsk} isSought={analyses.length > 0} />
        ) : (
          <ul className="analysis-grid" aria-label={t('list')}>
            {shown.map((one) => (
              <AnalysisTile
                key={one.id}
                analysis={one}
                onEdit={() => setBuilding({ known: one })}
                onCopy={() => setBuilding({ from: { ...one, name: copyName(one.name, names, t) } })}
                onDelete={() => remove(one)}
              />
            ))}
          </ul>
        )}
        {building === undefined ? null : (
          <AnalysisBuilder
            building={building}
            bundle={bundle}
            canShare={canShare}
            onClose={() => setBuilding(undefined)}
          />
        )}
      </AnalysisPlace>
    </div>
  );
}

function isWanted({ isMine }: SavedAnalysis, whose: Whose): boolean {
  return whose === 'all' || isMine === (whose === 'mine');
}

function Nothing({ canAsk, isSought }: { readonly canAsk: boolean; readonly isSought: boolean }) {
  const t = useAnalysisText();
  const icon = <BarChartOutlined aria-hidden="true" />;
  if (isSought) return <Notice icon={icon} title={t('noMatch')} />;
  if (!canAsk) return <Notice icon={icon} title={t('noData')} detail={t('noData.hint')} />;
  return <Notice icon={icon} title={t('none')} detail={t('none.hint')} />;
}

/** Deletes an analysis, and offers to take that back. */
function useRemoving() {
  const t = useAnalysisText();
  const { notification } = App.useApp();
  const remove = useDelete('delete');
  const restore = useDelete('restore');
  return ({ id, name }: SavedAnalysis) =>
    remove.mutate(id, {
      onSuccess: () => {
        const key = `analysis:${id}`;
        const undo = () => {
          notification.destroy(key);
          restore.mutate(id);
        };
        notification.success({
          key,
          message: t('deleted', { name }),
          duration: 10,
          actions: (
            <Button size="small" type="primary" onClick={undo}>
              {t('undo')}
            </Button>
          ),
        });
      },
    });
}
