import { createHash } from 'node:crypto';
import {
  createForms,
  type DocumentSet,
  type EntityDocument,
  isGranted,
  maskKinds,
  operationsOfEntity,
  type PageBundle,
  pageForUser,
  pageMentions,
  permissionsOf,
  resolvePath,
  withoutHiddenFields,
} from '../../engine/model/index.ts';
import { refuse } from '../http/app-error.ts';
import { type Caller, maskModeOf, mayOpen, mayReveal } from './caller.ts';

/** A page as the caller may see it, with the slices of documents the browser needs to draw it. */
export function pageBundle(name: unknown, caller: Caller, documents: DocumentSet): PageBundle {
  const shipped = typeof name === 'string' ? documents.pages.get(name) : undefined;
  if (shipped === undefined || !mayOpen(caller, shipped.name)) throw refuse('E_NO_PAGE');
  if (shipped.kind === 'form' && !isGranted(caller.grants, shipped.permission))
    throw refuse('E_NO_PERMISSION', { expected: shipped.permission });
  const reader = { grants: caller.grants, mayOpen: (page: string) => mayOpen(caller, page) };
  const page = withoutHiddenFields(
    pageForUser(shipped, reader, documents),
    (entity, path) => !isHidden(entity, path, caller, documents),
    documents,
  );
  const mentions = pageMentions(page, documents);
  const entities = [...mentions.entities].flatMap((entity) => {
    const document = documents.entities.get(entity);
    return document === undefined ? [] : [forBrowser(document, caller)];
  });
  const dictionaryNames = new Set(
    entities.flatMap((entity) => entity.fields.flatMap((field) => field.dictionary ?? [])),
  );
  const dictionaries = [...dictionaryNames].flatMap((dictionary) => documents.dictionaries.get(dictionary) ?? []);
  const datasets = [...mentions.datasets].flatMap((dataset) => documents.datasets.get(dataset) ?? []);
  const faults = documents.pageFaults.get(shipped.name) ?? [];
  const creates = createForms(mentions.entities, reader, documents);
  const unrevealed = maskKinds.filter((kind) => !mayReveal(caller, kind));
  const content = { page, entities, dictionaries, datasets, faults, creates, unrevealed };
  return { ...content, hash: createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16) };
}

function isHidden(entity: string, path: string, caller: Caller, documents: DocumentSet): boolean {
  const document = documents.entities.get(entity);
  const mask = document === undefined ? undefined : resolvePath(documents.entities, document, path)?.field.mask;
  return mask !== undefined && maskModeOf(caller, mask) === 'hidden';
}

/** An entity without what only the server needs, without secrets, hidden fields and operations not granted. */
function forBrowser(entity: EntityDocument, caller: Caller): EntityDocument {
  const { access: _, indexes: __, constraints: ___, ...shown } = entity;
  return {
    ...shown,
    operations: grantedVerbs(entity, caller),
    fields: entity.fields.filter(
      (field) => field.secret !== true && (field.mask === undefined || maskModeOf(caller, field.mask) !== 'hidden'),
    ),
    states: (entity.states ?? []).map((machine) => ({
      ...machine,
      transitions: machine.transitions
        .filter((transition) => isGranted(caller.grants, transition.permission))
        .map(({ guard: _guard, set: _set, scopes: _scopes, effects: _effects, ...kept }) => kept),
    })),
  };
}

function grantedVerbs(entity: EntityDocument, { grants }: Caller): EntityDocument['operations'] {
  const granted = new Set<string>(
    operationsOfEntity(entity)
      .filter((operation) => permissionsOf(operation).some((key) => isGranted(grants, key)))
      .map(({ kind }) => kind),
  );
  return entity.operations.filter((verb) => granted.has(verb));
}
