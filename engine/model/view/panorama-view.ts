import { type EntityModel, pathTitle, resolvePath } from '../entity-model.ts';
import type { EntityField, PanoramaPage, PanoramaTab } from '../generated/documents.ts';
import { type ActionView, actionViews } from './action-view.ts';
import { type ColumnView, columnViews, fieldsToAsk } from './list-view.ts';
import { modelOf, type ViewContext } from './view-context.ts';

/** A value of the record with its heading. */
export type FactView = { readonly path: string; readonly field: EntityField; readonly title: string };

/** One tab ready to draw; its rows are asked for when it is opened. */
export type TabView = {
  readonly tab: PanoramaTab;
  readonly entity: EntityModel;
  readonly columns: readonly ColumnView[];
  /** Values of a timeline entry by path, for lists empty. */
  readonly facts: ReadonlyMap<string, FactView>;
  readonly toolbar: readonly ActionView[];
  readonly row: readonly ActionView[];
  readonly fields: readonly string[];
};

/** A panorama ready to draw. */
export type PanoramaView = {
  readonly page: PanoramaPage;
  readonly entity: EntityModel;
  readonly tags: readonly FactView[];
  readonly actions: readonly ActionView[];
  readonly groups: readonly { readonly key: string; readonly title: string; readonly facts: readonly FactView[] }[];
  readonly tabs: readonly TabView[];
  readonly fields: readonly string[];
};

/** Compiles a panorama once; undefined when its entity is not in the bundle. */
export function panoramaView(page: PanoramaPage, context: ViewContext): PanoramaView | undefined {
  const entity = modelOf(context, page.entity);
  if (entity === undefined) return undefined;
  const fact = (path: string, of: EntityModel = entity) => factView(path, of, context);
  const actions = actionViews(page.header.actions, entity, page.forms, context);
  const groups = page.facts.map((group) => ({
    key: group.key,
    title: group.title,
    facts: group.fields.flatMap((path) => fact(path)),
  }));
  const tags = (page.header.tags ?? []).flatMap((tag) => fact(tag.field));
  const tabs = page.tabs.flatMap((tab) => tabView(tab, page, entity, context));
  const shown = [
    page.header.title,
    page.header.subtitle,
    ...tags.map((tag) => tag.path),
    ...groups.flatMap((group) => group.facts.map((item) => item.path)),
  ];
  const reads = [...actions, ...tabs.flatMap((tab) => tab.toolbar)].flatMap((action) => action.reads);
  const forms = [...actions, ...tabs.flatMap((tab) => tab.toolbar)].flatMap((action) =>
    action.operation?.kind === 'modify' && action.form !== undefined ? formPaths(action.form.sections) : [],
  );
  return {
    page,
    entity,
    tags,
    actions,
    groups,
    tabs,
    fields: [...new Set([entity.document.label, ...shown, ...reads, ...forms])].filter(
      (path): path is string => path !== undefined && path !== 'id' && path !== 'version',
    ),
  };
}

function formPaths(sections: readonly { readonly fields: readonly { readonly key: string }[] }[]): readonly string[] {
  return sections.flatMap((section) => section.fields.map((field) => field.key));
}

function tabView(tab: PanoramaTab, page: PanoramaPage, owner: EntityModel, context: ViewContext): readonly TabView[] {
  const entity = modelOf(context, tab.entity);
  if (entity === undefined) return [];
  const columns = columnViews(tab.columns ?? [], entity.document, context);
  const row = actionViews(tab.row, entity, page.forms, context);
  const timeline = tab.timeline;
  const paths =
    timeline === undefined
      ? []
      : [timeline.time, timeline.content, timeline.author, ...(timeline.tags ?? []), ...(timeline.facts ?? [])];
  const facts = new Map(
    paths
      .flatMap((path) => (path === undefined ? [] : factView(path, entity, context)))
      .map((fact) => [fact.path, fact]),
  );
  return [
    {
      tab,
      entity,
      columns,
      facts,
      toolbar: actionViews(tab.toolbar, owner, page.forms, context),
      row,
      fields: [...new Set([...fieldsToAsk(entity, columns, row), ...facts.keys()])],
    },
  ];
}

function factView(path: string, entity: EntityModel, context: ViewContext): readonly FactView[] {
  const resolved = resolvePath(context.entities, entity.document, path);
  return resolved === undefined
    ? []
    : [{ path, field: resolved.field, title: pathTitle(context.entities, entity.document, path) }];
}
