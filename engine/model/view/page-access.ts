import type { DocumentSet } from '../documents.ts';
import { resolvePath } from '../entity-model.ts';
import type { Card, FormDocument, PageAction, PageDocument } from '../generated/documents.ts';
import { apiBase } from '../naming.ts';
import { operationsOfEntity } from '../operations.ts';
import { type Grants, isGranted } from '../permissions.ts';

/** The page as a user may see it: actions, tabs and cards without permission are gone. */
export function pageForUser(page: PageDocument, grants: Grants, documents: DocumentSet): PageDocument {
  const allowed = <Item extends { readonly permission: string }>(items: readonly Item[] | undefined): Item[] =>
    (items ?? []).filter((item) => isGranted(grants, item.permission));
  switch (page.kind) {
    case 'list':
      return { ...page, toolbar: allowed(page.toolbar), row: allowed(page.row), bulk: allowed(page.bulk) };
    case 'panorama':
      return {
        ...page,
        header: { ...page.header, actions: allowed(page.header.actions) },
        tabs: allowed(page.tabs).map((tab) => ({ ...tab, toolbar: allowed(tab.toolbar), row: allowed(tab.row) })),
      };
    case 'dashboard':
      return { ...page, cards: page.cards.filter((card) => isGranted(grants, cardPermission(card, documents))) };
  }
}

function cardPermission(card: Card, documents: DocumentSet): string {
  return card.kind === 'list' ? card.permission : (documents.datasets.get(card.dataset)?.permission ?? '');
}

/** What a page mentions: the operations it may call, and the documents the browser needs to draw it. */
export type PageMentions = {
  readonly operations: ReadonlySet<string>;
  readonly entities: ReadonlySet<string>;
  readonly datasets: ReadonlySet<string>;
};

/** Walks a page and collects what it mentions. Entities picked in its forms and filters bring their query. */
export function pageMentions(page: PageDocument, documents: DocumentSet): PageMentions {
  const operations = new Set<string>();
  const entities = new Set<string>();
  const datasets = new Set<string>();
  const mentionPath = (entityName: string, path: string): void => {
    const entity = documents.entities.get(entityName);
    const resolved = entity === undefined ? undefined : resolvePath(documents.entities, entity, path);
    for (const relation of resolved?.relations ?? []) entities.add(relation.entity);
    if (resolved?.field.ref !== undefined) entities.add(resolved.field.ref);
  };
  const mentionPicker = (entityName: string | undefined): void => {
    const entity = entityName === undefined ? undefined : documents.entities.get(entityName);
    if (entity === undefined) return;
    entities.add(entity.name);
    operations.add(`${apiBase(entity)}/query`);
  };
  const mentionField = (entityName: string, key: string): void => {
    const entity = documents.entities.get(entityName);
    const resolved = entity === undefined ? undefined : resolvePath(documents.entities, entity, key);
    mentionPicker(resolved?.field.ref);
  };
  const mentionActions = (actions: readonly PageAction[] | undefined, forms: Readonly<Record<string, FormDocument>> | undefined, entityName: string): void => {
    for (const action of actions ?? []) {
      if (action.api !== undefined) operations.add(action.api);
      const owner = ownerOf(action.api, documents) ?? entityName;
      entities.add(owner);
      const form = action.form === undefined ? undefined : forms?.[action.form];
      for (const section of form?.sections ?? []) {
        for (const field of section.fields) mentionField(form?.entity ?? owner, typeof field === 'string' ? field : field.key);
      }
      for (const input of inputsOf(action.api, owner, documents)) {
        if (input.ref === undefined) mentionField(owner, input.field ?? input.key);
        else mentionPicker(input.ref);
      }
      // Editing shows the stored record first.
      const entity = documents.entities.get(owner);
      if (entity !== undefined && action.api === `${apiBase(entity)}/modify`) operations.add(`${apiBase(entity)}/view`);
    }
  };

  switch (page.kind) {
    case 'list':
      entities.add(page.entity);
      operations.add(page.api.query);
      if (page.api.view !== undefined) operations.add(page.api.view);
      for (const column of page.columns) mentionPath(page.entity, column.field);
      for (const filter of page.filters ?? []) {
        mentionPath(page.entity, filter.field);
        mentionField(page.entity, filter.field);
      }
      for (const actions of [page.toolbar, page.row, page.bulk]) mentionActions(actions, page.forms, page.entity);
      break;
    case 'panorama':
      entities.add(page.entity);
      operations.add(page.api.view);
      for (const path of [page.header.title, ...(page.header.tags ?? []).map((tag) => tag.field), ...page.facts.flatMap((group) => group.fields)]) mentionPath(page.entity, path);
      mentionActions(page.header.actions, page.forms, page.entity);
      for (const tab of page.tabs) {
        entities.add(tab.entity);
        operations.add(tab.api);
        const timeline = tab.timeline;
        const paths = [...(tab.columns ?? []).map((column) => column.field), timeline?.author, ...(timeline?.tags ?? []), ...(timeline?.facts ?? [])];
        for (const path of paths) if (path !== undefined) mentionPath(tab.entity, path);
        mentionActions(tab.toolbar, page.forms, page.entity);
        mentionActions(tab.row, page.forms, tab.entity);
      }
      break;
    case 'dashboard':
      for (const card of page.cards) {
        if (card.kind === 'list') {
          entities.add(card.entity);
          operations.add(card.api);
          for (const column of card.columns) mentionPath(card.entity, column.field);
        } else {
          datasets.add(card.dataset);
          const dataset = documents.datasets.get(card.dataset);
          if (dataset !== undefined) operations.add(dataset.path);
        }
      }
  }
  return { operations, entities, datasets };
}

function ownerOf(api: string | undefined, documents: DocumentSet): string | undefined {
  if (api === undefined) return undefined;
  for (const entity of documents.entities.values()) {
    if (api.startsWith(`${apiBase(entity)}/`) && operationsOfEntity(entity).some((operation) => operation.path === api)) return entity.name;
  }
  return undefined;
}

function inputsOf(api: string | undefined, entityName: string, documents: DocumentSet) {
  const entity = documents.entities.get(entityName);
  if (entity === undefined || api === undefined) return [];
  const operation = operationsOfEntity(entity).find((item) => item.path === api);
  return operation?.kind === 'transition' || operation?.kind === 'action' ? operation.input : [];
}
