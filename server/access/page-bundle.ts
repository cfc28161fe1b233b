import { createHash } from 'node:crypto';
import { isGranted, isPathShown, isShown, operationsOfEntity, permissionsOf } from '../../engine/model/access/index.ts';
import { datasetFor } from '../../engine/model/dataset/index.ts';
import {
  type DocumentSet,
  type EntityDocument,
  type EntityField,
  type FieldMask,
  fieldMask,
  maskPolicies,
  maskPolicyOf,
  type OperationInput,
  type PageBundle,
  type PageDocument,
  type Who,
  type WhoWrites,
} from '../../engine/model/documents/index.ts';
import { resolvePath } from '../../engine/model/entity/index.ts';
import { textCountsWorkDays } from '../../engine/model/expression/index.ts';
import { whoFor } from '../../engine/model/record/index.ts';
import type { WorkCalendar } from '../../engine/model/time/index.ts';
import { createForms, pageDependencies, pageForUser, withoutHiddenFields } from '../../engine/model/view/index.ts';
import { type Caller, maskModeOf, mayOpen, mayReveal, rowPolicyOf } from '../kernel/caller/caller.ts';
import { refuse } from '../kernel/errors/app-error.ts';

/** The shipped page of a name, which the caller may open. */
export function openPage(name: unknown, caller: Caller, documents: DocumentSet): PageDocument {
  const shipped = typeof name === 'string' ? documents.pages.get(name) : undefined;
  if (shipped === undefined) throw refuse('E_NO_PAGE');
  const lack = lackOfPage(shipped, caller);
  if (lack !== undefined)
    throw 'page' in lack ? refuse('E_NO_PAGE') : refuse('E_NO_PERMISSION', { expected: lack.permission });
  return shipped;
}

/**
 * A page as the caller may see it, with the slices of documents the browser needs to draw it: the shipped one, or what
 * was made of it in the app.
 */
export function pageBundle(
  name: unknown,
  caller: Caller,
  documents: DocumentSet,
  calendar: WorkCalendar,
  changed?: PageDocument,
): PageBundle {
  const shipped = openPage(name, caller, documents);
  return bundleOf(changed ?? shipped, caller, documents, calendar, documents.pageFaults.get(shipped.name));
}

/** What a page brings the caller: itself as far as he sees it, and the documents it is drawn from. */
export function bundleOf(
  whole: PageDocument,
  caller: Caller,
  documents: DocumentSet,
  calendar: WorkCalendar,
  faults: PageBundle['faults'] = [],
): PageBundle {
  const page = pageSeen(whole, caller, documents);
  const mentions = pageDependencies(page, documents);
  const entities = [...mentions.entities].flatMap((entity) => {
    const document = documents.entities.get(entity);
    return document === undefined
      ? []
      : [{ ...forBrowser(document, caller, documents), ...overlapsOn(page, document, caller) }];
  });
  const dictionaryNames = new Set(entities.flatMap(({ fields }) => fields.flatMap(dictionariesOf)));
  const dictionaries = [...dictionaryNames].flatMap((dictionary) => documents.dictionaries.get(dictionary) ?? []);
  const datasets = [...mentions.datasets].flatMap((name) => {
    const dataset = documents.datasets.get(name);
    return dataset === undefined ? [] : [datasetFor(dataset, caller.grants)];
  });
  const creates = createForms(mentions.entities, readerOf(caller), documents);
  const unrevealed = maskPolicies(documents)
    .filter((mask) => !mayReveal(caller, mask))
    .map(maskPolicyOf);
  const { isPersonal } = mentions;
  const days = textCountsWorkDays([page, entities, datasets]) ? { calendar } : {};
  const content = { page, entities, dictionaries, datasets, faults, creates, unrevealed, isPersonal, ...days };
  return { ...content, hash: createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16) };
}

/** A page with what of it the caller may see and do. */
export function pageSeen(page: PageDocument, caller: Caller, documents: DocumentSet): PageDocument {
  return withoutHiddenFields(
    pageForUser(page, readerOf(caller), documents),
    (entity, path) => !isHidden(entity, path, caller, documents),
    documents,
  );
}

function readerOf(caller: Caller) {
  return {
    grants: caller.grants,
    mayOpen: (page: string) => mayOpen(caller, page),
    reachesOwn: (entity: string) => rowPolicyOf(caller, entity).dataScope === 'self',
  };
}

/** The dictionaries of a field and of the keys of its shape. */
function dictionariesOf({ dictionary, shape }: EntityField): readonly string[] {
  return [dictionary, ...(shape?.fields ?? []).map((part) => part.dictionary)].filter((name) => name !== undefined);
}

/** What a caller lacks to open a page: the page itself, or the permission a form asks for; undefined where nothing. */
export function lackOfPage(
  page: PageDocument,
  caller: Caller,
): { readonly page: string } | { readonly permission: string } | undefined {
  if (!mayOpen(caller, page.name)) return { page: page.name };
  if (page.kind === 'form' && !isGranted(caller.grants, page.permission)) return { permission: page.permission };
  return undefined;
}

/** The mask that lies on a field, by its path; undefined where none does. */
export function maskOfField(entity: string, path: string, documents: DocumentSet): FieldMask | undefined {
  const document = documents.entities.get(entity);
  const field = document === undefined ? undefined : resolvePath(documents.entities, document, path)?.field;
  return field === undefined ? undefined : fieldMask(field);
}

function isHidden(entity: string, path: string, caller: Caller, documents: DocumentSet): boolean {
  const document = documents.entities.get(entity);
  const isClosed = document !== undefined && !isPathShown(documents.entities, document, path, caller.grants);
  return isClosed || isMaskedAway(maskOfField(entity, path, documents), caller);
}

function isMaskedAway(mask: FieldMask | undefined, caller: Caller): boolean {
  return mask !== undefined && maskModeOf(caller, mask) === 'hidden';
}

/** What may not overlap, where the page moves its records from hour to hour and the caller sees all that is compared. */
function overlapsOn(page: PageDocument, entity: EntityDocument, caller: Caller): Pick<EntityDocument, 'constraints'> {
  const isTimed =
    page.kind === 'list' &&
    page.entity === entity.name &&
    page.views?.some((view) => view.kind === 'calendar' && view.display === 'week') === true;
  if (!isTimed) return {};
  const isSeen = (key: string) => isShown(entity, key, caller.grants);
  const constraints = (entity.constraints ?? []).filter(({ exclude }) => exclude?.equal.every(isSeen) === true);
  return { constraints };
}

/** An entity without what only the server needs, without secrets, hidden fields and operations not granted. */
export function forBrowser(entity: EntityDocument, caller: Caller, documents: DocumentSet): EntityDocument {
  const { access: _, indexes: __, constraints: ___, rules: ____, schedules: _____, who, prints, ...shown } = entity;
  const left = leftOf(caller);
  const isHidden = (field: EntityField) =>
    field.secret === true || isMaskedAway(fieldMask(field), caller) || !isShown(entity, field.key, caller.grants);
  const hidden = new Set(entity.fields.filter(isHidden).map(({ key }) => key));
  const asked = (inputs: readonly OperationInput[]) => inputs.filter(({ key, field }) => !hidden.has(field ?? key));
  return {
    ...shown,
    operations: grantedVerbs(entity, caller),
    ...shownParts(entity, caller, documents),
    fields: entity.fields.filter(({ key }) => !hidden.has(key)).map(left),
    ...(who === undefined ? {} : { who: whoWrites(who, caller) }),
    // What stands on the paper, and of which records, the server decides.
    ...(prints === undefined
      ? {}
      : {
          prints: prints
            .filter(({ permission }) => isGranted(caller.grants, permission))
            .map(({ guard: _guard, guardMessage: _message, ...kept }) => ({ ...kept, sections: [] })),
        }),
    ...(entity.actions === undefined
      ? {}
      : {
          actions: entity.actions
            .filter((action) => isGranted(caller.grants, action.permission))
            .map((action) => ({
              ...left(action),
              ...(action.input === undefined ? {} : { input: asked(action.input) }),
            })),
        }),
    states: (entity.states ?? []).map((machine) => ({
      ...machine,
      transitions: machine.transitions
        .filter((transition) => isGranted(caller.grants, transition.permission))
        .map(({ guard: _guard, guards: _guards, set: _set, scopes: _scopes, effects: _effects, ...kept }) => ({
          ...left(kept),
          // Which way it goes the server decides.
          to: Array.isArray(kept.to) ? kept.to.map(({ state }) => ({ state })) : kept.to,
          ...(kept.input === undefined ? {} : { input: asked(kept.input) }),
        })),
    })),
  };
}

/** Its child rows and what is told beside its label, as far as the caller is shown them. */
function shownParts(entity: EntityDocument, caller: Caller, documents: DocumentSet): Partial<EntityDocument> {
  const { children, labelFacts } = entity;
  const isOpen = (path: string) => !isHidden(entity.name, path, caller, documents);
  return {
    ...(children === undefined ? {} : { children: children.filter(({ key }) => isShown(entity, key, caller.grants)) }),
    ...(labelFacts === undefined ? {} : { labelFacts: labelFacts.filter(isOpen) }),
  };
}

/** What is said of who may act, without what the caller's grants have settled. */
function leftOf({ grants }: Caller) {
  return <Part extends { readonly who?: Who }>(part: Part): Part | (Omit<Part, 'who'> & { who?: Who }) => {
    if (part.who === undefined) return part;
    const { who, ...open } = part;
    const left = whoFor(who, grants);
    return { ...open, ...(left === undefined ? {} : { who: left }) };
  };
}

function whoWrites(who: WhoWrites, { grants }: Caller): WhoWrites {
  const left = Object.entries(who).flatMap(([verb, said]) => {
    const open = whoFor(said, grants);
    return open === undefined ? [] : [[verb, open] as const];
  });
  return Object.fromEntries(left);
}

function grantedVerbs(entity: EntityDocument, { grants }: Caller): EntityDocument['operations'] {
  const granted = new Set<string>(
    operationsOfEntity(entity)
      .filter((operation) => permissionsOf(operation).some((key) => isGranted(grants, key)))
      .map(({ kind }) => kind),
  );
  return entity.operations.filter((verb) => granted.has(verb));
}
