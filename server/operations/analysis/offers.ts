import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import { shownMeasures } from '../../../engine/model/dataset/index.ts';
import type { DashboardPage, DocumentSet, PageBundle } from '../../../engine/model/documents/index.ts';
import { formatMessageIn } from '../../../engine/model/texts/index.ts';
import { bundleOf } from '../../access/page-bundle.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { analysisText } from '../../texts/analysis-text.ts';

/**
 * The datasets a caller may ask, with the documents that values are chosen and figures are named by: what a dashboard
 * with a card of each would bring him, so that nothing is told here that a page would not tell.
 */
export function offersFor({ caller, documents, calendar }: CallContext): PageBundle {
  return bundleOf(pageOfAll(documents), caller, documents, calendar);
}

const pageOfAll = memoizeByIdentity((documents: DocumentSet): DashboardPage => {
  const datasets = [...documents.datasets.values()];
  const filters = new Set(datasets.flatMap((dataset) => (dataset.filters ?? []).map(({ key }) => key)));
  return {
    schemaVersion: 2,
    name: 'analysis',
    path: '/analysis',
    title: formatMessageIn('zh-CN', analysisText('analysis.page')),
    kind: 'dashboard',
    scope: 'all',
    cards: datasets.flatMap((dataset) => {
      const measure = shownMeasures(dataset)[0]?.key;
      const { name, title } = dataset;
      return measure === undefined ? [] : [{ key: name, kind: 'figure', title, dataset: name, measure } as const];
    }),
    filters: [...filters].map((key) => ({ key })),
  };
});
