import type { Value } from '../../../contract/definition/schema.ts';
import {
  type checkMadePage,
  type EntityKind,
  entityKinds,
  type MadePage,
  type NewBoardOffers,
  type NewPageOffers,
  type NewPageSources,
  type queryMadePages,
  type viewNewBoardOffers,
  type viewNewPageOffers,
} from '../../../contract/design/made-pages.ts';
import { isGranted } from '../../../engine/model/access/index.ts';
import {
  type EntityDocument,
  type MenuNode,
  madeNames,
  type PageDocument,
} from '../../../engine/model/documents/index.ts';
import { loadCandidatePage } from '../../../engine/model/load/index.ts';
import { addPages, isTaken } from '../../access/documents-in-force.ts';
import { forBrowser, pageBundle } from '../../access/page-bundle.ts';
import { type MadeLine, readMadeLines, readMenuWideRoles } from '../../db/design/design-store.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { queryRows } from '../../records/read/query.ts';
import { boardOffers, readDataset } from './board-page.ts';
import type { ListButton } from './list-buttons.ts';
import { listOffers } from './list-offers.ts';
import { addressOf, stateOfMade } from './made-page.ts';
import { createOf, documentOfChoices, listedEntity, listPages, recordPages } from './page-choices.ts';
import { textsIn } from './page-roles.ts';
import { recordOffers } from './record-offers.ts';

/** What a new page can be made from, and where it can stand. */
export async function sourcesOf(context: CallContext): Promise<NewPageSources> {
  const { documents, caller, db } = context;
  const named = ({ name, title }: { readonly name: string; readonly title: string }) => ({ name, title });
  const roles = await readMenuWideRoles(db);
  return {
    entities: [...documents.entities.values()]
      .filter((entity) => forBrowser(entity, caller, documents).operations.includes('query'))
      .map(named),
    datasets: [...documents.datasets.values()]
      .filter(({ permission }) => isGranted(caller.grants, permission))
      .map(named),
    groups: documents.menu.children.flatMap((node) => groupsIn(node, [])),
    roles: roles.map((role) => ({ ...role, isOwn: caller.roles?.includes(role.code) === true })),
  };
}

function groupsIn(node: MenuNode, above: readonly string[]): NewPageSources['groups'] {
  if (node.children === undefined) return [];
  const titles = [...above, node.title ?? node.key];
  return [{ name: node.key, titles }, ...node.children.flatMap((child) => groupsIn(child, titles))];
}

/** Ends of the addresses that are offered, by what is made of an entity. */
const slugEnds = { list: '', kanban: 'Board', panorama: 'Panorama', detail: 'Detail', form: 'Form' } as const;

/** What a page of an entity can be made of. */
export async function offersOf(
  { entity: name, kind = 'list' }: Value<typeof viewNewPageOffers.input>,
  context: CallContext,
): Promise<NewPageOffers> {
  const entity = listedEntity(name, '/entity', context);
  return {
    ...none,
    kinds: kindsOf(entity, context),
    ...partsOf(kind, entity, context),
    slug: await freeSlug(name, slugEnds[kind], context),
  };
}

const none = { columns: [], filters: [], lanes: [], facts: [], tags: [], tabs: [], opens: [], fields: [], buttons: [] };

function kindsOf(entity: EntityDocument, context: CallContext): readonly EntityKind[] {
  const { lanes, added } = listOffers(entity, context);
  const isRecord = recordOffers(entity, context).facts.length > 0;
  const may: Readonly<Record<EntityKind, boolean>> = {
    list: true,
    kanban: lanes.length > 0,
    panorama: isRecord,
    detail: isRecord,
    form: added.length > 0 && createOf(entity, context) !== undefined,
  };
  return entityKinds.filter((kind) => may[kind]);
}

function partsOf(kind: EntityKind, entity: EntityDocument, context: CallContext): Partial<NewPageOffers> {
  const lists = listOffers(entity, context);
  const { columns, filters, lanes, added, edited } = lists;
  switch (kind) {
    case 'list':
    case 'kanban':
      return {
        ...{ columns, filters, lanes, opens: recordPages(entity, context), buttons: lists.buttons.map(toldButton) },
        fields: [...added, ...edited.filter(({ key }) => added.every((one) => one.key !== key))],
      };
    case 'form':
      return { fields: added, opens: listPages(entity, context) };
    default: {
      const { facts, tags, tabs, buttons, edited: fields } = recordOffers(entity, context);
      const told = tabs.map(({ key, title, isUsual }) => ({ key, title, isUsual }));
      return { facts, tags, tabs: told, fields, buttons: buttons.map(toldButton) };
    }
  }
}

function toldButton({ action: { key, title, permission }, isUsual, place }: ListButton) {
  return { key, title, permission, isUsual, place };
}

/** What a board of a dataset can be made of. */
export async function boardOffersOf(
  { dataset: name }: Value<typeof viewNewBoardOffers.input>,
  context: CallContext,
): Promise<NewBoardOffers> {
  return { ...boardOffers(readDataset(name, '/dataset', context)), slug: await freeSlug(name, '', context) };
}

/** An address nothing is at: `studyRoom` for `study_room`, with a number where there is one. */
async function freeSlug(name: string, end: string, { documents, db }: CallContext): Promise<string> {
  const words = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const slug = `${words.slice(0, 36 - end.length)}${end}`;
  const made = new Set((await readMadeLines(db)).map((line) => line.name));
  const isFree = (candidate: string) => {
    const names = madeNames(candidate);
    return !made.has(names.name) && !isTaken(names, documents);
  };
  for (let count = 2, candidate = slug; ; count += 1, candidate = `${slug}${count}`)
    if (isFree(candidate)) return candidate;
}

/** What the choices make, what is wrong with it, and how the caller would see it; nothing is kept. */
export async function checkMade(
  { choices }: Value<typeof checkMadePage.input>,
  context: CallContext,
): Promise<Value<typeof checkMadePage.output>> {
  const { documents, caller, calendar, widgets } = context;
  const document = documentOfChoices(choices, context);
  const { name } = addressOf(document);
  const file = { file: `pages/${name}.json`, text: JSON.stringify(document) };
  const { page, faults } = loadCandidatePage(file, documents, widgets === undefined ? {} : { widgets });
  if (page === undefined) return { document, faults, bundle: null, record: null };
  const tried = { ...documents, pages: new Map(documents.pages).set(name, page) };
  const reader = { ...caller, menus: new Set([...caller.menus, name]) };
  const record = await someRecord(page, context);
  return { document, faults, bundle: pageBundle(name, reader, tried, calendar), record };
}

/** A record within the caller's reach that a page of one record can be looked at with. */
async function someRecord(page: PageDocument, context: CallContext): Promise<string | null> {
  if (page.kind !== 'detail' && page.kind !== 'panorama') return null;
  const body = { fields: ['id'], size: 1, count: 'none' };
  const { list } = await queryRows(modelOf(context.documents, page.entity), body, { ...context, page: undefined });
  const id: unknown = list[0]?.id;
  return typeof id === 'string' ? id : null;
}

/** Every page made in the app, with how it stands. */
export async function madePages(context: CallContext): Promise<Value<typeof queryMadePages.output>> {
  const lines = await readMadeLines(context.db);
  return { list: lines.map((line) => toldMade(line, context)) };
}

function toldMade(line: MadeLine, { documents, widgets }: CallContext): MadePage {
  const { name, title, version, parent, author, roles, choices, updatedAt } = line;
  const { path } = addressOf(line.document);
  const state = stateOfMade(line);
  // What is not in force is tried as if it were.
  const left =
    state === 'published'
      ? documents.made?.left.find((one) => one.name === name)
      : addPages([line], { documents, ...(widgets === undefined ? {} : { widgets }) }).made?.left[0];
  return {
    ...{ name, title: documents.pages.get(name)?.title ?? title, path, state, version, parent, author, choices },
    kind: choices.kind,
    left: left?.reason ?? null,
    faults: left?.faults ?? [],
    roles: [...textsIn(roles)],
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
