import type { NewBoardChoices } from '../../../contract/design/made-pages.ts';
import { isGranted } from '../../../engine/model/access/index.ts';
import { datasetFor } from '../../../engine/model/dataset/index.ts';
import type { DatasetDocument } from '../../../engine/model/documents/index.ts';
import type { JsonObject } from '../../../engine/model/json/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { madeText } from '../../texts/design/made-text.ts';
import type { Offer } from './list-offers.ts';
import { refuseUnoffered, unknownChoice } from './unoffered.ts';

/** A dataset the caller may read. */
export function readDataset(name: string, pointer: string, { caller, documents }: CallContext): DatasetDocument {
  const dataset = documents.datasets.get(name);
  if (dataset === undefined || !isGranted(caller.grants, dataset.permission))
    throw unknownChoice(pointer, madeText('made.dataset'), name, []);
  return datasetFor(dataset, caller.grants);
}

/** Columns of a board that a card takes. */
const whole = 4;

/** A board of a dataset as somebody chose it, but for what it is called. */
export function chosenBoard(choices: NewBoardChoices, context: CallContext): JsonObject {
  const dataset = readDataset(choices.dataset, '/choices/dataset', context);
  const offers = boardOffers(dataset);
  refuseUnoffered(choices.measures, offers.measures, 'measures', madeText('made.measures'));
  const { dimension, measures, chart } = choices;
  if (dimension !== undefined) refuseUnoffered([dimension], offers.dimensions, 'dimension', madeText('made.dimension'));
  const titleOf = (key: string) => offers.measures.find((one) => one.key === key)?.title ?? key;
  const of = { dataset: dataset.name };
  const figures = measures.map((measure) => ({
    key: measure,
    kind: 'figure',
    title: titleOf(measure),
    ...of,
    measure,
  }));
  const by = offers.dimensions.find(({ key }) => key === dimension)?.title ?? '';
  const divided =
    dimension === undefined
      ? []
      : [
          {
            ...{
              key: 'chart',
              kind: 'chart',
              title: `${dataset.title} · 按${by}`,
              chart: chart ?? 'bar',
              ...of,
              dimension,
            },
            // A pie shows one number.
            measures: chart === 'pie' ? measures.slice(0, 1) : measures,
            span: whole,
          },
          {
            key: 'table',
            kind: 'table',
            title: `${dataset.title}明细`,
            ...of,
            dimensions: [dimension],
            measures,
            span: whole,
          },
        ];
  return {
    ...{ schemaVersion: 2, kind: 'dashboard', scope: 'all' },
    ...(dataset.stock === true ? {} : { periods: ['thisMonth', 'thisWeek', 'lastMonth', 'thisYear', 'custom'] }),
    cards: [...figures, ...divided],
  };
}

/** What a board of a dataset can show. */
export function boardOffers(dataset: DatasetDocument): {
  readonly measures: readonly Offer[];
  readonly dimensions: readonly Offer[];
} {
  const shown = dataset.measures.filter(({ hidden }) => hidden !== true);
  return {
    measures: shown.map(({ key, title }, index) => ({ key, title, isUsual: index === 0 })),
    dimensions: (dataset.dimensions ?? []).map(({ key, title }, index) => ({ key, title, isUsual: index === 0 })),
  };
}
