import type { FactGroup, FormDocument, ListColumn, PageDocument, PanoramaTab } from '../generated/documents.ts';

/** Whether a user may see a field path of an entity at all, masked or not. */
export type FieldVisibility = (entity: string, path: string) => boolean;

/** The page without columns, filters, facts and form fields that show what the user may not see at all. */
export function withoutHiddenFields<Page extends PageDocument>(page: Page, isVisible: FieldVisibility): PageDocument {
  switch (page.kind) {
    case 'list':
      return {
        ...page,
        columns: visibleColumns(page.columns, page.entity, isVisible),
        filters: (page.filters ?? []).filter((filter) => isVisible(page.entity, filter.field)),
        forms: visibleForms(page.forms, page.entity, isVisible),
      };
    case 'panorama':
      return {
        ...page,
        header: { ...page.header, tags: (page.header.tags ?? []).filter((tag) => isVisible(page.entity, tag.field)) },
        facts: visibleFacts(page.facts, page.entity, isVisible),
        tabs: page.tabs.map((tab) => visibleTab(tab, isVisible)),
        forms: visibleForms(page.forms, page.entity, isVisible),
      };
    case 'detail':
      return {
        ...page,
        header: { ...page.header, tags: (page.header.tags ?? []).filter((tag) => isVisible(page.entity, tag.field)) },
        facts: visibleFacts(page.facts, page.entity, isVisible),
        forms: visibleForms(page.forms, page.entity, isVisible),
      };
    case 'form':
      return { ...page, form: visibleForm(page.form, page.entity, isVisible) };
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

function visibleFacts(groups: readonly FactGroup[], entity: string, isVisible: FieldVisibility): FactGroup[] {
  return groups
    .map((group) => ({ ...group, fields: group.fields.filter((path) => isVisible(entity, path)) }))
    .filter((group) => group.fields.length > 0);
}

function visibleTab(tab: PanoramaTab, isVisible: FieldVisibility): PanoramaTab {
  if (tab.kind === 'form' || tab.kind === 'widget') return tab;
  const columns = tab.columns === undefined ? {} : { columns: visibleColumns(tab.columns, tab.entity, isVisible) };
  const { timeline } = tab;
  if (timeline === undefined) return { ...tab, ...columns };
  const keep = (paths: string[] | undefined) => (paths ?? []).filter((path) => isVisible(tab.entity, path));
  return { ...tab, ...columns, timeline: { ...timeline, tags: keep(timeline.tags), facts: keep(timeline.facts) } };
}

function visibleForms(
  forms: Readonly<Record<string, FormDocument>> | undefined,
  owner: string,
  isVisible: FieldVisibility,
): Record<string, FormDocument> {
  return Object.fromEntries(
    Object.entries(forms ?? {}).map(([name, form]) => [name, visibleForm(form, owner, isVisible)]),
  );
}

function visibleForm(form: FormDocument, owner: string, isVisible: FieldVisibility): FormDocument {
  const entity = form.entity ?? owner;
  const sections = form.sections.map((section) => ({
    ...section,
    fields: section.fields.filter((field) => isVisible(entity, typeof field === 'string' ? field : field.key)),
  }));
  return { ...form, sections: sections.filter((section) => section.fields.length > 0) };
}
