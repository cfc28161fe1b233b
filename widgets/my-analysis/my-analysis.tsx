import { Skeleton } from 'antd';
import { Suspense } from 'react';
import type { WidgetProps } from '../../engine/react/index.ts';
import { AnalysesPage } from './analyses-page.tsx';
import { PinnedAnalyses } from './pinned-analyses.tsx';
import './my-analysis.css';
import { useAnalysisText } from './asking/use-analysis-text.ts';

/** What somebody asks of the datasets by himself: as a page all of it, as a card what he put on his home page. */
export function MyAnalysis({ slot, title }: WidgetProps) {
  return (
    <Suspense fallback={slot === 'page' ? <Skeleton active title={false} paragraph={{ rows: 3 }} /> : null}>
      {slot === 'page' ? <OwnPage title={title} /> : <PinnedAnalyses />}
    </Suspense>
  );
}

function OwnPage({ title }: { readonly title: string | undefined }) {
  const t = useAnalysisText();
  return <AnalysesPage title={title ?? t('title')} />;
}
