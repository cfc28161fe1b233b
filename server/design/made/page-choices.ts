import type {
  NewFormChoices,
  NewListChoices,
  NewPageChoices,
  NewRecordChoices,
} from '../../../contract/design/made-pages.ts';
import { operationsOfEntity } from '../../../engine/model/access/index.ts';
import { type EntityDocument, madeNames } from '../../../engine/model/documents/index.ts';
import type { JsonObject } from '../../../engine/model/json/index.ts';
import type { Message } from '../../../engine/model/texts/index.ts';
import { forBrowser } from '../../access/page-bundle.ts';
import { mayOpen } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { madeText } from '../../texts/design/made-text.ts';
import { chosenBoard } from './board-page.ts';
import type { ListButton } from './list-buttons.ts';
import { formOf, listOf, listOffers, type Offer } from './list-offers.ts';
import { recordOf, recordOffers } from './record-offers.ts';
import { refuseUnoffered, unknownChoice } from './unoffered.ts';

/** The document of a page as somebody chose it; what he is not offered is refused where he named it. */
export function documentOfChoices(choices: NewPageChoices, context: CallContext): JsonObject {
  const { title, slug } = choices;
  const { name, path } = madeNames(slug);
  return { name, path, title, ...bodyOf(choices, context) };
}

function bodyOf(choices: NewPageChoices, context: CallContext): JsonObject {
  switch (choices.kind) {
    case 'list':
    case 'kanban':
      return chosenList(choices, context);
    case 'detail':
    case 'panorama':
      return chosenRecord(choices, context);
    case 'form':
      return chosenForm(choices, context);
    default:
      return chosenBoard(choices, context);
  }
}

/** An entity whose rows the caller may list. */
export function listedEntity(name: string, pointer: string, { caller, documents }: CallContext): EntityDocument {
  const entity = documents.entities.get(name);
  const mayQuery = entity !== undefined && forBrowser(entity, caller, documents).operations.includes('query');
  if (!mayQuery) throw unknownChoice(pointer, madeText('made.entity'), name, []);
  return entity;
}

function chosenList(choices: NewListChoices, context: CallContext): JsonObject {
  const entity = listedEntity(choices.entity, '/choices/entity', context);
  const offers = listOffers(entity, context);
  refuseUnoffered(choices.columns, offers.columns, 'columns', madeText('made.columns'));
  refuseUnoffered(choices.filters, offers.filters, 'filters', madeText('made.filters'));
  refuseUnoffered(choices.fields, [...offers.added, ...offers.edited], 'fields', madeText('made.fields'));
  const buttons = chosenButtons(choices.buttons, offers.buttons);
  refuseOne(choices.opens, recordPages(entity, context), 'opens', madeText('made.opens'));
  const lanes = choices.kind === 'kanban' ? [choices.lane] : [];
  refuseOne(lanes[0], offers.lanes, 'lane', madeText('made.lane'));
  const forms = { added: among(offers.added, choices.fields), edited: among(offers.edited, choices.fields) };
  return listOf(entity, { ...choices, ...forms, buttons, lanes });
}

function chosenRecord(choices: NewRecordChoices, context: CallContext): JsonObject {
  const entity = listedEntity(choices.entity, '/choices/entity', context);
  const offers = recordOffers(entity, context);
  refuseUnoffered(choices.facts, offers.facts, 'facts', madeText('made.facts'));
  refuseUnoffered(choices.tags, offers.tags, 'tags', madeText('made.tags'));
  refuseUnoffered(choices.tabs, offers.tabs, 'tabs', madeText('made.tabs'));
  refuseUnoffered(choices.fields, offers.edited, 'fields', madeText('made.fields'));
  const buttons = chosenButtons(choices.buttons, offers.buttons);
  const tabs = choices.tabs.flatMap((key) => offers.tabs.filter((one) => one.key === key));
  return recordOf(choices.kind, entity, { ...choices, edited: among(offers.edited, choices.fields), tabs, buttons });
}

/** The form of a new record as a page of its own. */
function chosenForm(choices: NewFormChoices, context: CallContext): JsonObject {
  const entity = listedEntity(choices.entity, '/choices/entity', context);
  const create = createOf(entity, context);
  if (create === undefined) throw unknownChoice('/choices/kind', madeText('made.addable'), choices.entity, []);
  const { added } = listOffers(entity, context);
  refuseUnoffered(choices.fields, added, 'fields', madeText('made.fields'));
  refuseOne(choices.opens, listPages(entity, context), 'opens', madeText('made.list'));
  const { layout: _, ...form } = formOf(choices.title, choices.fields);
  return {
    ...{ schemaVersion: 2, kind: 'form', entity: entity.name, scope: 'all', permission: create.permission },
    ...{ api: { submit: create.path }, form, success: `${entity.title}已新增` },
    ...(choices.opens === undefined ? {} : { link: choices.opens }),
  };
}

/** The operation by which the caller makes a record of an entity; undefined where he may not. */
export function createOf(entity: EntityDocument, { caller, documents }: CallContext) {
  return operationsOfEntity(forBrowser(entity, caller, documents)).find(({ kind }) => kind === 'create');
}

/** The pages that show one record of an entity and that the caller may open. */
export function recordPages(entity: EntityDocument, context: CallContext): readonly Offer[] {
  return pagesOf(entity, ['detail', 'panorama'], context);
}

/** The lists of an entity that the caller may open. */
export function listPages(entity: EntityDocument, context: CallContext): readonly Offer[] {
  return pagesOf(entity, ['list'], context);
}

function pagesOf(
  { name }: EntityDocument,
  kinds: readonly string[],
  { caller, documents }: CallContext,
): readonly Offer[] {
  const found = [...documents.pages.values()].filter(
    (page) => kinds.includes(page.kind) && 'entity' in page && page.entity === name && mayOpen(caller, page.name),
  );
  // Of several nobody knows which is meant.
  return found.map((page) => ({ key: page.name, title: page.title, isUsual: found.length === 1 }));
}

function chosenButtons(chosen: readonly string[], offered: readonly ListButton[]): readonly ListButton[] {
  const actions = offered.map(({ action }) => action);
  refuseUnoffered(chosen, actions, 'buttons', madeText('made.buttons'));
  return offered.filter(({ action }) => chosen.includes(action.key));
}

function among(offered: readonly Offer[], chosen: readonly string[]): readonly string[] {
  return chosen.filter((key) => offered.some((one) => one.key === key));
}

function refuseOne(chosen: string | undefined, offered: readonly Offer[], name: string, title: Message): void {
  const keys = offered.map(({ key }) => key);
  if (chosen !== undefined && !keys.includes(chosen)) throw unknownChoice(`/choices/${name}`, title, chosen, keys);
}
