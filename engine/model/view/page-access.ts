import type { DocumentSet } from '../documents.ts';
import { type ResolvedPath, resolvePath } from '../entity-model.ts';
import type {
  Card,
  FormDocument,
  ListPage,
  OperationInput,
  PageAction,
  PageDocument,
  PanoramaPage,
  PanoramaTab,
} from '../generated/documents.ts';
import { apiBase } from '../naming.ts';
import { type DeclaredOperation, operationIndex } from '../operations.ts';
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
  const mentions = new MentionCollector(documents);
  switch (page.kind) {
    case 'list':
      mentions.list(page);
      break;
    case 'panorama':
      mentions.panorama(page);
      break;
    case 'dashboard':
      for (const card of page.cards) mentions.card(card);
  }
  return mentions;
}

type Forms = Readonly<Record<string, FormDocument>> | undefined;

class MentionCollector implements PageMentions {
  readonly operations = new Set<string>();
  readonly entities = new Set<string>();
  readonly datasets = new Set<string>();
  readonly #operationIndex: ReadonlyMap<string, DeclaredOperation>;

  constructor(readonly documents: DocumentSet) {
    this.#operationIndex = operationIndex(documents);
  }

  list(page: ListPage): void {
    this.entities.add(page.entity);
    this.operations.add(page.api.query);
    if (page.api.view !== undefined) this.operations.add(page.api.view);
    this.#paths(
      page.entity,
      page.columns.map((column) => column.field),
    );
    for (const filter of page.filters ?? []) {
      this.#paths(page.entity, [filter.field]);
      this.#pickerOf(page.entity, filter.field);
    }
    for (const actions of [page.toolbar, page.row, page.bulk]) this.#actions(actions, page.forms, page.entity);
  }

  panorama(page: PanoramaPage): void {
    this.entities.add(page.entity);
    this.operations.add(page.api.view);
    const { title, subtitle, tags } = page.header;
    this.#paths(page.entity, [title, subtitle, ...(tags ?? []).map((tag) => tag.field)]);
    for (const group of page.facts) this.#paths(page.entity, group.fields);
    this.#actions(page.header.actions, page.forms, page.entity);
    for (const tab of page.tabs) this.#tab(tab, page);
  }

  card(card: Card): void {
    if (card.kind !== 'list') {
      this.datasets.add(card.dataset);
      const dataset = this.documents.datasets.get(card.dataset);
      if (dataset !== undefined) this.operations.add(dataset.path);
      return;
    }
    this.entities.add(card.entity);
    this.operations.add(card.api);
    this.#paths(
      card.entity,
      card.columns.map((column) => column.field),
    );
  }

  #tab(tab: PanoramaTab, page: PanoramaPage): void {
    this.entities.add(tab.entity);
    this.operations.add(tab.api);
    const { columns, timeline } = tab;
    this.#paths(tab.entity, [
      ...(columns ?? []).map((column) => column.field),
      timeline?.author,
      ...(timeline?.tags ?? []),
      ...(timeline?.facts ?? []),
    ]);
    this.#actions(tab.toolbar, page.forms, page.entity);
    this.#actions(tab.row, page.forms, tab.entity);
  }

  /** Entities that paths lead through or end at. */
  #paths(entityName: string, paths: readonly (string | undefined)[]): void {
    for (const path of paths) {
      const resolved = path === undefined ? undefined : this.#resolve(entityName, path);
      for (const relation of resolved?.relations ?? []) this.entities.add(relation.entity);
      if (resolved?.field.ref !== undefined) this.entities.add(resolved.field.ref);
    }
  }

  #actions(actions: readonly PageAction[] | undefined, forms: Forms, entityName: string): void {
    for (const action of actions ?? []) {
      const operation = action.api === undefined ? undefined : this.#operationIndex.get(action.api);
      if (action.api !== undefined) this.operations.add(action.api);
      const owner = operation === undefined || operation.kind === 'dataset' ? entityName : operation.entity;
      this.entities.add(owner);
      this.#form(action.form === undefined ? undefined : forms?.[action.form], owner);
      if (operation?.kind === 'transition' || operation?.kind === 'action') this.#inputs(operation.input, owner);
      // Editing shows the stored record first.
      const entity = this.documents.entities.get(owner);
      if (operation?.kind === 'modify' && entity !== undefined) this.operations.add(`${apiBase(entity)}/view`);
    }
  }

  #form(form: FormDocument | undefined, owner: string): void {
    for (const field of (form?.sections ?? []).flatMap((section) => section.fields)) {
      this.#pickerOf(form?.entity ?? owner, typeof field === 'string' ? field : field.key);
    }
  }

  #inputs(inputs: readonly OperationInput[], owner: string): void {
    for (const input of inputs) {
      if (input.ref === undefined) this.#pickerOf(owner, input.field ?? input.key);
      else this.#picker(input.ref);
    }
  }

  #pickerOf(entityName: string, path: string): void {
    this.#picker(this.#resolve(entityName, path)?.field.ref);
  }

  #picker(entityName: string | undefined): void {
    const entity = entityName === undefined ? undefined : this.documents.entities.get(entityName);
    if (entity === undefined) return;
    this.entities.add(entity.name);
    this.operations.add(`${apiBase(entity)}/query`);
  }

  #resolve(entityName: string, path: string): ResolvedPath | undefined {
    const entity = this.documents.entities.get(entityName);
    return entity === undefined ? undefined : resolvePath(this.documents.entities, entity, path);
  }
}
