import { type DeclaredOperation, operationIndex } from '../../access/operations.ts';
import { filterPaths } from '../../dataset/dataset-model.ts';
import { linkedPaths, linksOf } from '../../dataset/links-of.ts';
import { toldSources } from '../../documents/activity-sources.ts';
import type { DocumentSet } from '../../documents/documents.ts';
import { recordPathsOf } from '../../documents/record-match.ts';
import { textLookups } from '../../expression/text-lookups.ts';
import type {
  ActivityTab,
  Card,
  CustomPage,
  DetailPage,
  DrillDown,
  FormDocument,
  FormFieldOverride,
  FormPage,
  ListAside,
  ListColumn,
  ListPage,
  ListView,
  OperationInput,
  PageAction,
  PageDocument,
  PanoramaPage,
  PanoramaTab,
  RowsTab,
} from '../../generated/documents.ts';
import { apiBase } from '../../naming/naming.ts';
import { quotaView } from '../action/quota-view.ts';
import { undoOperation } from '../action/undo-view.ts';
import { compiledTone } from '../compile/compiled-text.ts';
import { importsOf } from '../list/list-transfer.ts';
import { DependencyCollector, type PageDependencies } from './dependency-collector.ts';

/** Walks a page and collects what it mentions. Entities picked in its forms and filters bring their query. */
export function pageDependencies(page: PageDocument, documents: DocumentSet): PageDependencies {
  const mentions = new PageCollector(documents);
  switch (page.kind) {
    case 'list':
      mentions.list(page);
      break;
    case 'detail':
      mentions.detail(page);
      break;
    case 'panorama':
      mentions.panorama(page);
      break;
    case 'form':
      mentions.formPage(page);
      break;
    case 'dashboard':
      for (const card of page.cards) mentions.card(card);
      for (const filter of page.filters ?? []) mentions.datasetFilter(filter.key);
      break;
    case 'custom':
      mentions.custom(page);
  }
  return mentions;
}

type Forms = Readonly<Record<string, FormDocument>> | undefined;

class PageCollector extends DependencyCollector {
  readonly #operationIndex: ReadonlyMap<string, DeclaredOperation>;

  constructor(documents: DocumentSet) {
    super(documents);
    this.#operationIndex = operationIndex(documents);
  }

  list(page: ListPage): void {
    this.entities.add(page.entity);
    this.operations.add(page.api.query);
    if (page.api.view !== undefined) this.operations.add(page.api.view);
    if (page.api.move !== undefined) this.operations.add(page.api.move);
    this.verb(page.entity, 'export');
    this.verb(page.entity, 'group');
    for (const { path } of importsOf(page, this.#operationIndex)) this.operations.add(path);
    this.#columns(page.entity, page.columns);
    for (const filter of page.filters ?? []) {
      this.paths(page.entity, [filter.field]);
      this.pickerOf(page.entity, filter.field);
    }
    for (const view of page.views ?? []) this.#placed(view, page.entity);
    for (const figure of page.figures ?? []) this.card(figure);
    if (page.aside !== undefined) this.#aside(page.aside, page);
    for (const actions of [page.toolbar, page.row, page.bulk]) this.#actions(actions, page.forms, page.entity);
  }

  /** A view that places rows by what they say, with what it writes on each. */
  #placed(view: ListView, entityName: string): void {
    if (view.kind === 'table' || view.kind === 'tree') return;
    const placed = view.kind === 'kanban' ? [view.field] : [view.start, view.end];
    this.paths(entityName, [...placed, view.card, ...(view.facts ?? []), ...compiledTone(view.tone).reads]);
  }

  #aside(aside: ListAside, page: ListPage): void {
    const { query, move } = aside.api;
    this.entities.add(aside.entity);
    this.operations.add(query);
    if (move !== undefined) this.operations.add(move);
    this.paths(aside.entity, [aside.note, aside.count]);
    for (const actions of [aside.toolbar, aside.row]) this.#actions(actions, page.forms, aside.entity);
  }

  detail(page: DetailPage): void {
    this.#recordPage(page);
    this.#childTables(page.children, page.entity);
    for (const tab of page.tabs ?? []) this.#tab(tab, page);
  }

  #childTables(tables: DetailPage['children'], entityName: string): void {
    this.entities.add(entityName);
    for (const { key, columns, children: below } of tables ?? []) {
      const child = this.children(entityName).get(key)?.entity;
      if (child === undefined) continue;
      this.#columns(child, columns);
      this.#childTables(below, child);
    }
  }

  panorama(page: PanoramaPage): void {
    this.#recordPage(page);
    for (const tab of page.tabs) this.#tab(tab, page);
  }

  formPage(page: FormPage): void {
    this.entities.add(page.entity);
    this.#submit(page.api.submit, page.form, page.entity);
    if (page.api.view !== undefined) this.operations.add(page.api.view);
  }

  custom(page: CustomPage): void {
    for (const operation of page.operations ?? []) {
      this.operations.add(operation.api);
      const declared = this.#operationIndex.get(operation.api);
      if (declared?.kind === 'dataset') this.datasets.add(declared.dataset);
      else if (declared !== undefined) this.entities.add(declared.entity);
    }
  }

  card(card: Card): void {
    if (card.kind === 'widget') return;
    if (card.kind !== 'list') {
      this.#dataset(card.dataset);
      this.#linked(card.dataset, linksOf(card.link));
      return;
    }
    this.entities.add(card.entity);
    this.operations.add(card.api);
    this.#columns(card.entity, card.columns);
  }

  /** A dataset, with what its dimensions lead to: a number opens the rows behind it, those below a node included. */
  #dataset(name: string): void {
    this.datasets.add(name);
    const dataset = this.documents.datasets.get(name);
    if (dataset === undefined) return;
    this.operations.add(dataset.path);
    this.entities.add(dataset.entity);
    for (const { field, level } of dataset.dimensions ?? []) {
      this.paths(dataset.entity, [field]);
      if (field !== undefined && level !== undefined) this.pickerOf(dataset.entity, field);
    }
  }

  /** A number opens its rows: their conditions are told by the fields of whatever is listed. */
  #linked(name: string, links: readonly DrillDown[]): void {
    const dataset = this.documents.datasets.get(name);
    for (const { entity, paths } of dataset === undefined ? [] : linkedPaths(dataset, links)) {
      this.entities.add(entity);
      this.paths(entity, paths);
    }
  }

  /** A filter shared by the cards offers the rows its field refers to. */
  datasetFilter(key: string): void {
    for (const name of this.datasets) {
      const dataset = this.documents.datasets.get(name);
      for (const [entity, path] of dataset === undefined ? [] : filterPaths(dataset, key)) {
        this.entities.add(entity);
        this.paths(entity, [path]);
        this.pickerOf(entity, path);
      }
    }
  }

  #recordPage(page: DetailPage | PanoramaPage): void {
    this.entities.add(page.entity);
    this.operations.add(page.api.view);
    this.verb(page.entity, 'history');
    this.queue(page.entity, ['keep', 'release']);
    if (this.documents.entities.get(page.entity)?.editions !== undefined) this.verb(page.entity, 'query');
    this.paths(page.entity, [this.documents.entities.get(page.entity)?.queue?.lock]);
    const { title, subtitle, tags } = page.header;
    this.paths(page.entity, [title, subtitle, ...(tags ?? []).map((tag) => tag.field)]);
    for (const group of page.facts) this.paths(page.entity, group.fields);
    const tones = [
      ...(tags ?? []).map((tag) => tag.tone),
      ...page.facts.flatMap(({ tones = {} }) => Object.values(tones)),
    ];
    this.paths(
      page.entity,
      tones.flatMap((tone) => compiledTone(tone).reads),
    );
    this.#actions(page.header.actions, page.forms, page.entity);
  }

  #tab(tab: PanoramaTab, page: DetailPage | PanoramaPage): void {
    if (tab.kind === 'widget') return;
    if (tab.kind === 'activity') this.#activity(tab, page);
    else if (tab.kind === 'history') this.operations.add(tab.api);
    else if (tab.kind === 'form') this.#actions([tab], page.forms, page.entity);
    else this.#rows(tab, page);
  }

  /** What a timeline of several tabs reads beyond what those show. */
  #activity(tab: ActivityTab, page: DetailPage | PanoramaPage): void {
    for (const told of toldSources(tab, page.tabs ?? [])) {
      if (told.kind === 'history') continue;
      this.paths(told.tab.entity, [told.source.name]);
      this.#timeline(told.tab);
    }
  }

  #timeline({ entity, timeline }: RowsTab): void {
    this.paths(entity, [timeline?.author, ...(timeline?.tags ?? []), ...(timeline?.facts ?? [])]);
  }

  #rows(tab: RowsTab, page: DetailPage | PanoramaPage): void {
    this.entities.add(tab.entity);
    this.operations.add(tab.api);
    const { columns, match, tree } = tab;
    if (tree?.move !== undefined) this.operations.add(tree.move);
    this.paths(page.entity, recordPathsOf(match));
    this.#columns(tab.entity, columns ?? []);
    this.#timeline(tab);
    this.#actions(tab.toolbar, page.forms, page.entity);
    this.#actions(tab.row, page.forms, tab.entity);
  }

  /** Columns, with what their colours read. */
  #columns(entityName: string, columns: readonly ListColumn[]): void {
    this.paths(
      entityName,
      columns.flatMap((column) => [column.field, ...compiledTone(column.tone).reads]),
    );
  }

  #actions(actions: readonly PageAction[] | undefined, forms: Forms, entityName: string): void {
    for (const action of actions ?? []) {
      const form = action.form === undefined ? undefined : forms?.[action.form];
      if (action.api === undefined) this.#form(form, entityName);
      else this.#submit(action.api, form, entityName);
      if (action.after?.some((step) => step.kind === 'download')) this.#view(action.api, entityName);
      if (action.after?.some((step) => step.kind === 'next')) this.queue(entityName, ['next']);
    }
  }

  /** A record is read anew for the file it holds once the operation is done. */
  #view(api: string | undefined, entityName: string): void {
    const operation = this.#operationIndex.get(api ?? '');
    const owner = operation === undefined || operation.kind === 'dataset' ? entityName : operation.entity;
    const entity = this.documents.entities.get(owner);
    if (entity !== undefined) this.operations.add(`${apiBase(entity)}/view`);
  }

  /** An operation a form is sent to, and what filling in the form needs. */
  #submit(api: string, form: FormDocument | undefined, entityName: string): void {
    const operation = this.#operationIndex.get(api);
    this.operations.add(api);
    const owner = operation === undefined || operation.kind === 'dataset' ? entityName : operation.entity;
    this.entities.add(owner);
    this.#form(form, owner);
    if (operation?.kind === 'transition' || operation?.kind === 'action') this.#inputs(operation.input, owner);
    // Editing shows the stored record first.
    const entity = this.documents.entities.get(owner);
    if (operation?.kind === 'modify' && entity !== undefined) this.operations.add(`${apiBase(entity)}/view`);
    // What is done here may be taken back here.
    const undo = entity === undefined ? undefined : undoOperation(operation, entity);
    if (undo !== undefined) this.operations.add(undo.path);
    const quota = entity === undefined ? undefined : quotaView(operation, entity);
    if (quota !== undefined) this.operations.add(quota.api);
  }

  #form(form: FormDocument | undefined, owner: string): void {
    this.#lookups(form);
    for (const { fields } of form?.sections ?? []) this.#items(fields, form?.entity ?? owner);
  }

  /** Fields of a form, or of child rows in it: what each is chosen from, or what it shows. */
  #items(items: readonly (string | FormFieldOverride)[], entityName: string): void {
    this.entities.add(entityName);
    for (const item of items) {
      const field: FormFieldOverride = typeof item === 'string' ? { key: item } : item;
      if (field.check !== undefined) this.operations.add(field.check.api);
      const child = this.children(entityName).get(field.key)?.entity;
      if (child !== undefined) this.#items(field.fields ?? [], child);
      else if (field.shown === true) this.paths(entityName, [field.field ?? field.key]);
      else this.pickerOf(entityName, field.key);
    }
  }

  /** Entities that expressions look rows up in bring their query. */
  #lookups(part: unknown): void {
    for (const entity of textLookups(part).keys()) this.picker(entity);
  }

  #inputs(inputs: readonly OperationInput[], owner: string): void {
    this.#lookups(inputs);
    for (const input of inputs) {
      if (input.ref === undefined) this.pickerOf(owner, input.field ?? input.key);
      else this.picker(input.ref);
    }
  }
}
