import type { NewBoardChoices, NewListChoices, NewPageChoices } from '../../../contract/design/made-pages.ts';
import { isGranted } from '../../../engine/model/access/index.ts';
import { type DatasetDocument, type EntityDocument, madeNames } from '../../../engine/model/documents/index.ts';
import type { JsonObject } from '../../../engine/model/json/index.ts';
import { nearestName } from '../../../engine/model/naming/index.ts';
import { forBrowser } from '../../access/page-bundle.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { listOf, listOffers, type Offer } from './list-offers.ts';

/** The document of a page as somebody chose it; what he is not offered is refused where he named it. */
export function documentOfChoices(choices: NewPageChoices, context: CallContext): JsonObject {
  const { title, slug } = choices;
  const { name, path } = madeNames(slug);
  const body = choices.kind === 'list' ? chosenList(choices, context) : chosenBoard(choices, context);
  return { name, path, title, ...body };
}

/** An entity whose rows the caller may list. */
export function listedEntity(name: string, pointer: string, { caller, documents }: CallContext): EntityDocument {
  const entity = documents.entities.get(name);
  const mayQuery = entity !== undefined && forBrowser(entity, caller, documents).operations.includes('query');
  if (!mayQuery) throw unknownChoice(pointer, '实体', name, []);
  return entity;
}

/** A dataset the caller may read. */
export function readDataset(name: string, pointer: string, { caller, documents }: CallContext): DatasetDocument {
  const dataset = documents.datasets.get(name);
  if (dataset === undefined || !isGranted(caller.grants, dataset.permission))
    throw unknownChoice(pointer, '数据集', name, []);
  return dataset;
}

function chosenList(choices: NewListChoices, context: CallContext): JsonObject {
  const entity = listedEntity(choices.entity, '/choices/entity', context);
  const offers = listOffers(entity, context);
  refuseUnoffered(choices.columns, offers.columns, 'columns', '列');
  refuseUnoffered(choices.filters, offers.filters, 'filters', '筛选');
  refuseUnoffered(choices.fields, [...offers.added, ...offers.edited], 'fields', '表单字段');
  refuseUnoffered(
    choices.buttons,
    offers.buttons.map(({ action }) => action),
    'buttons',
    '按钮',
  );
  const fields = (offered: readonly Offer[]) => choices.fields.filter((key) => offered.some((one) => one.key === key));
  const buttons = offers.buttons.filter(({ action }) => choices.buttons.includes(action.key));
  return listOf(entity, { ...choices, added: fields(offers.added), edited: fields(offers.edited), buttons });
}

/** Columns of a board that a card takes. */
const whole = 4;

function chosenBoard(choices: NewBoardChoices, context: CallContext): JsonObject {
  const dataset = readDataset(choices.dataset, '/choices/dataset', context);
  const offers = boardOffers(dataset);
  refuseUnoffered(choices.measures, offers.measures, 'measures', '度量');
  const { dimension, measures, chart } = choices;
  if (dimension !== undefined) refuseUnoffered([dimension], offers.dimensions, 'dimension', '维度');
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

function refuseUnoffered(
  chosen: readonly string[],
  offered: readonly { readonly key: string }[],
  name: string,
  title: string,
): void {
  const keys = offered.map(({ key }) => key);
  for (const [index, key] of chosen.entries())
    if (!keys.includes(key) || chosen.indexOf(key) !== index)
      throw unknownChoice(`/choices/${name}/${index}`, title, key, keys);
}

function unknownChoice(pointer: string, title: string, got: string, known: readonly string[]) {
  const nearest = nearestName(got, known);
  return invalidInput([{ code: 'E_INPUT_CHOICE', pointer, title, got, ...(nearest === undefined ? {} : { nearest }) }]);
}
