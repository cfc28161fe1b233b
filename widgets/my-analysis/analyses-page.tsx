import { BarChartOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Button, Input, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import type { SavedAnalysis } from '../../engine/model/dataset/index.ts';
import { AnalysisPlace, FaultBlock, Notice, PageHeader } from '../../engine/react/index.ts';
import { AnalysisTile } from './analysis-tile.tsx';
import { useAnalyses, useDelete, useOffers } from './asking/analysis-calls.ts';
import { copyName } from './asking/analysis-draft.ts';
import { AnalysisBuilder, type Building } from './builder/analysis-builder.tsx';

type Whose = 'all' | 'mine' | 'shared';

/** The analyses of the user's own and those shared with him, and where they are made. */
export function AnalysesPage({ title }: { readonly title: string }) {
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
        <div role="status" aria-label="正在加载">
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
      新建分析
    </Button>
  );
  return (
    <div className="engine-page">
      <PageHeader title={title} actions={<div className="engine-actions">{begin}</div>} />
      {analyses.length === 0 ? null : (
        <div className="analysis-tools">
          <Segmented<Whose>
            aria-label="谁的分析"
            value={whose}
            onChange={setWhose}
            options={[
              { value: 'all', label: '全部' },
              { value: 'mine', label: '我的' },
              { value: 'shared', label: '共享给我的' },
            ]}
          />
          <Input.Search
            className="analysis-search"
            aria-label="按名称查找"
            placeholder="按名称查找"
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
          <ul className="analysis-grid" aria-label="分析">
            {shown.map((one) => (
              <AnalysisTile
                key={one.id}
                analysis={one}
                onEdit={() => setBuilding({ known: one })}
                onCopy={() => setBuilding({ from: { ...one, name: copyName(one.name, names) } })}
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
  const icon = <BarChartOutlined aria-hidden="true" />;
  if (isSought) return <Notice icon={icon} title="没有符合条件的分析" />;
  if (!canAsk)
    return (
      <Notice icon={icon} title="没有可以分析的数据" detail="您的角色没有任何数据集的查看权限，需要时请联系管理员。" />
    );
  return (
    <Notice
      icon={icon}
      title="还没有分析"
      detail="点“新建分析”，选数据集、度量、维度与图表，边选边看；存下来的可以放到首页，也可以共享。"
    />
  );
}

/** Deletes an analysis, and offers to take that back. */
function useRemoving() {
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
          message: `已删除“${name}”`,
          duration: 10,
          actions: (
            <Button size="small" type="primary" onClick={undo}>
              撤销
            </Button>
          ),
        });
      },
    });
}
