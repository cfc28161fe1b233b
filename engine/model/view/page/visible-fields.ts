import { toldSources } from '../../documents/activity-sources.ts';
import type { DocumentSet } from '../../documents/documents.ts';
import type {
  ActivitySource,
  ActivityTab,
  CardCondition,
  ChildTable,
  FactGroup,
  FormDocument,
  FormFieldOverride,
  ListColumn,
  ListView,
  PageDocument,
  PanoramaTab,
  TimelineFields,
} from '../../generated/documents.ts';

/** Whether a user may see a field path of an entity at all, masked or not. */
export type FieldVisibility = (entity: string, path: string) => boolean;

type FormItem = string | FormFieldOverride;

/** The page without the columns, filters, views, facts and form fields that show what the user may not see at all. */
export function withoutHiddenFields(
  page: PageDocument,
  isVisible: FieldVisibility,
  documents: Pick<DocumentSet, 'entities'>,
): PageDocument {
  switch (page.kind) {
    case 'list':
      return {
        ...page,
        columns: visibleColumns(page.columns, page.entity, isVisible),
        filters: (page.filters ?? []).filter((filter) => isVisible(page.entity, filter.field)),
        forms: visibleForms(page.forms, page.entity, isVisible, documents),
        ...(page.views === undefined ? {} : { views: visibleViews(page.views, page.entity, isVisible) }),
        ...(page.tabs === undefined
          ? {}
          : { tabs: page.tabs.filter((tab) => isVisibleWhere(tab.where, page.entity, isVisible)) }),
      };
    case 'panorama':
      return {
        ...page,
        header: { ...page.header, tags: (page.header.tags ?? []).filter((tag) => isVisible(page.entity, tag.field)) },
        facts: visibleFacts(page.facts, page.entity, isVisible),
        tabs: visibleTabs(page.tabs, isVisible),
        forms: visibleForms(page.forms, page.entity, isVisible, documents),
      };
    case 'detail':
      return {
        ...page,
        header: { ...page.header, tags: (page.header.tags ?? []).filter((tag) => isVisible(page.entity, tag.field)) },
        facts: visibleFacts(page.facts, page.entity, isVisible),
        ...(page.children === undefined
          ? {}
          : { children: visibleChildren(page.children, page.entity, isVisible, documents) }),
        ...(page.tabs === undefined ? {} : { tabs: visibleTabs(page.tabs, isVisible) }),
        forms: visibleForms(page.forms, page.entity, isVisible, documents),
      };
    case 'form':
      return { ...page, form: visibleForm(page.form, page.entity, isVisible, documents) };
    case 'custom':
      return page;
    case 'dashboard':
      return {
        ...page,
        cards: page.cards.map((card) =>
          card.kind === 'list' ? { ...card, columns: visibleColumns(card.columns, card.entity, isVisible) } : card,
        ),
      };
  }
}

function visibleColumns(columns: ListColumn[], entity: string, isVisible: FieldVisibility): ListColumn[] {
  return columns.filter((column) => isVisible(entity, column.field));
}

/** A board or calendar without its hidden facts; without what its cards or days are made of it cannot be drawn. */
function visibleViews(views: readonly ListView[], entity: string, isVisible: FieldVisibility): ListView[] {
  const sees = (path: string | undefined) => path === undefined || isVisible(entity, path);
  return views.flatMap((view): ListView[] => {
    if (view.kind === 'table' || view.kind === 'tree') return [view];
    const needed = view.kind === 'kanban' ? [view.field, view.card] : [view.start, view.end, view.card];
    if (!needed.every(sees)) return [];
    const shown = view.facts === undefined ? view : { ...view, facts: view.facts.filter(sees) };
    if (shown.kind === 'kanban' || shown.by === undefined) return [shown];
    const { by, ...whole } = shown;
    const seen = by.filter(sees);
    return [seen.length === 0 ? whole : { ...whole, by: seen }];
  });
}

function isVisibleWhere(
  where: readonly CardCondition[] | undefined,
  entity: string,
  isVisible: FieldVisibility,
): boolean {
  return (where ?? []).every(
    ({ field, than }) => isVisible(entity, field) && (than === undefined || isVisible(entity, than)),
  );
}

function visibleChildren(
  tables: readonly ChildTable[],
  entity: string,
  isVisible: FieldVisibility,
  documents: Entities,
): ChildTable[] {
  const declared = documents.entities.get(entity)?.children ?? [];
  return tables.map((table) => {
    const child = declared.find((rows) => rows.key === table.key)?.entity;
    if (child === undefined) return table;
    const below =
      table.children === undefined ? undefined : visibleChildren(table.children, child, isVisible, documents);
    const columns = visibleColumns(table.columns, child, isVisible);
    return { ...table, columns, ...(below === undefined ? {} : { children: below }) };
  });
}

function visibleFacts(groups: readonly FactGroup[], entity: string, isVisible: FieldVisibility): FactGroup[] {
  return groups
    .map((group) => ({ ...group, fields: group.fields.filter((path) => isVisible(entity, path)) }))
    .filter((group) => group.fields.length > 0);
}

function visibleTabs(tabs: readonly PanoramaTab[], isVisible: FieldVisibility): PanoramaTab[] {
  const seen = tabs.filter(
    (tab) =>
      (tab.kind !== 'list' && tab.kind !== 'timeline') ||
      (Object.keys(tab.match).every((path) => isVisible(tab.entity, path)) &&
        isVisibleWhere(tab.where, tab.entity, isVisible)),
  );
  return seen.map((tab) =>
    tab.kind === 'activity' ? visibleActivity(tab, seen, isVisible) : visibleTab(tab, isVisible),
  );
}

/** What the entries of a timeline of several tabs say, as far as the user may see it. */
function visibleActivity(tab: ActivityTab, tabs: readonly PanoramaTab[], isVisible: FieldVisibility): ActivityTab {
  const sources = toldSources(tab, tabs).map((told): ActivitySource => {
    if (told.kind === 'history') return told.source;
    const { name, link, timeline, ...rest } = told.source;
    const { entity } = told.tab;
    const sees = name !== undefined && isVisible(entity, name);
    return {
      ...rest,
      ...(sees ? { name, ...(link === undefined ? {} : { link }) } : {}),
      ...(timeline === undefined ? {} : { timeline: visibleTimeline(timeline, entity, isVisible) }),
    };
  });
  return { ...tab, sources };
}

function visibleTimeline(timeline: TimelineFields, entity: string, isVisible: FieldVisibility): TimelineFields {
  const keep = (paths: string[] | undefined) => (paths ?? []).filter((path) => isVisible(entity, path));
  return { ...timeline, tags: keep(timeline.tags), facts: keep(timeline.facts) };
}

function visibleTab(tab: PanoramaTab, isVisible: FieldVisibility): PanoramaTab {
  if (tab.kind !== 'list' && tab.kind !== 'timeline') return tab;
  const columns = tab.columns === undefined ? {} : { columns: visibleColumns(tab.columns, tab.entity, isVisible) };
  const { timeline } = tab;
  if (timeline === undefined) return { ...tab, ...columns };
  return { ...tab, ...columns, timeline: visibleTimeline(timeline, tab.entity, isVisible) };
}

type Entities = Pick<DocumentSet, 'entities'>;

function visibleForms(
  forms: Readonly<Record<string, FormDocument>> | undefined,
  owner: string,
  isVisible: FieldVisibility,
  documents: Entities,
): Record<string, FormDocument> {
  return Object.fromEntries(
    Object.entries(forms ?? {}).map(([name, form]) => [name, visibleForm(form, owner, isVisible, documents)]),
  );
}

function visibleForm(form: FormDocument, owner: string, isVisible: FieldVisibility, documents: Entities): FormDocument {
  const entity = form.entity ?? owner;
  const sections = form.sections.map((section) => ({
    ...section,
    fields: visibleItems(section.fields, entity, isVisible, documents),
  }));
  return { ...form, sections: sections.filter((section) => section.fields.length > 0) };
}

/** Fields of a form, or cells of its child rows, without those that show or fill in what the user may not see. */
function visibleItems(
  items: readonly FormItem[],
  entity: string,
  isVisible: FieldVisibility,
  documents: Entities,
): FormItem[] {
  const children = documents.entities.get(entity)?.children ?? [];
  return items.flatMap((item): FormItem[] => {
    const { key, field = key, fields }: FormFieldOverride = typeof item === 'string' ? { key: item } : item;
    if (!isVisible(entity, field)) return [];
    const child = children.find((rows) => rows.key === key)?.entity;
    if (typeof item === 'string' || child === undefined || fields === undefined) return [item];
    const cells = visibleItems(fields, child, isVisible, documents);
    return cells.length === 0 ? [] : [{ ...item, fields: cells }];
  });
}
