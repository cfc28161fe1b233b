import { filterPaths } from '../../dataset/dataset-model.ts';
import { faultsAt } from '../../documents/isolate.ts';
import { resolvePath } from '../../entity/entity-model.ts';
import type { Card, DashboardPage, DatasetDocument, EntityField } from '../../generated/documents.ts';
import { formatMessage } from '../../texts/message.ts';
import { modelText } from '../../texts/model-text.ts';
import { withFaultyNodes } from '../compile/compiled-text.ts';
import type { ViewContext } from '../compile/view-context.ts';

/** A filter shared by the cards, ready to draw. */
export type DashboardFilterView = {
  readonly key: string;
  readonly title: string;
  /** The field whose values are chosen from. */
  readonly field: EntityField;
  /** Datasets that have the filter; cards on others keep their figures. */
  readonly datasets: ReadonlySet<string>;
  /** Why the filter cannot be drawn; it then narrows nothing. */
  readonly fault?: string;
};

/** A card in its place, or what is wrong with it. */
export type DashboardCardView = { readonly key: string } & (
  | { readonly card: Card; readonly fault?: undefined }
  | { readonly fault: string; readonly card?: undefined }
);

/** A dashboard ready to draw. */
export type DashboardView = {
  readonly page: DashboardPage;
  readonly filters: readonly DashboardFilterView[];
  readonly cards: readonly DashboardCardView[];
  readonly tabs: readonly DashboardTabView[];
};

/** Another dashboard below the cards, or what is wrong with its tab. */
export type DashboardTabView = { readonly key: string; readonly title: string } & (
  | { readonly page: string; readonly fault?: undefined }
  | { readonly fault: string; readonly page?: undefined }
);

/** Compiles a dashboard once. */
export function dashboardView(page: DashboardPage, context: ViewContext): DashboardView {
  const cards = page.cards.map((card): DashboardCardView => ({ key: card.key, card }));
  return {
    page,
    filters: filterViews(page, context),
    cards: withFaultyNodes<DashboardCardView>(cards, faultsAt(context.faults, 'cards'), (key, fault) => ({
      key,
      fault,
    })),
    tabs: withFaultyNodes<DashboardTabView>(
      (page.tabs ?? []).map(({ key, title, page: name }) => ({ key, title, page: name })),
      faultsAt(context.faults, 'tabs'),
      (key, fault) => ({ key, title: key, fault }),
    ),
  };
}

function filterViews(page: DashboardPage, context: ViewContext): readonly DashboardFilterView[] {
  const names = new Set(page.cards.flatMap((card) => ('dataset' in card ? [card.dataset] : [])));
  const datasets = [...names].flatMap((name) => context.datasets.get(name) ?? []);
  const compiled = (page.filters ?? []).map(({ key, title }): DashboardFilterView => {
    const having = datasets.filter((dataset) => dataset.filters?.some((filter) => filter.key === key) === true);
    const own = having[0]?.filters?.find((filter) => filter.key === key);
    if (own === undefined) return faultyFilter(key, formatMessage(modelText('model.view.noFilter', { name: key })));
    const field = having.map((dataset) => fieldOfFilter(dataset, key, context)).find((found) => found !== undefined);
    const shown = title ?? own.title;
    if (field === undefined)
      return {
        ...faultyFilter(key, formatMessage(modelText('model.view.noField', { name: own.field }))),
        title: shown,
      };
    return { key, title: shown, field, datasets: new Set(having.map((dataset) => dataset.name)) };
  });
  return withFaultyNodes(compiled, faultsAt(context.faults, 'filters'), faultyFilter);
}

function fieldOfFilter(dataset: DatasetDocument, key: string, context: ViewContext): EntityField | undefined {
  for (const [name, path] of filterPaths(dataset, key)) {
    const entity = context.entities.get(name);
    const field = entity === undefined ? undefined : resolvePath(context.entities, entity, path)?.field;
    if (field !== undefined) return field;
  }
  return undefined;
}

function faultyFilter(key: string, fault: string): DashboardFilterView {
  return { key, title: key, field: { key, title: key, type: 'string' }, datasets: new Set(), fault };
}
