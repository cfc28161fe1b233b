import { faultsAt } from '../../documents/isolate.ts';
import { fieldMask, maskPolicyOf } from '../../documents/masks.ts';
import { editionStates } from '../../entity/editions.ts';
import { type EntityModel, pathTitle, type ResolvedPath, resolvePath } from '../../entity/entity-model.ts';
import { textReads } from '../../expression/text-condition.ts';
import type { EntityField, FactGroup, FormDocument, PanoramaHeader } from '../../generated/documents.ts';
import { apiBase, relationName } from '../../naming/naming.ts';
import { formatMessage } from '../../texts/message.ts';
import { modelText } from '../../texts/model-text.ts';
import { type ActionView, actionViews } from '../action/action-view.ts';
import { compiledTone, type ToneOf, withFaultyNodes } from '../compile/compiled-text.ts';
import { defined } from '../compile/defined.ts';
import type { ViewContext } from '../compile/view-context.ts';
import { formPaths } from '../form/form-paths.ts';
import { askable, dialledIn } from '../list/column-view.ts';

/** A value of the record with its heading. */
export type FactView = {
  readonly path: string;
  readonly field: EntityField;
  readonly title: string;
  /** Where a masked value is shown in clear, and where the id of its record stands; absent where the reader may not. */
  readonly reveal?: { readonly api: string; readonly idPath: string };
  /** Entity of the record, where this is a number that can be dialled. */
  readonly dial?: string;
  /** Its colour, and the fields that hangs on. */
  readonly toneOf?: ToneOf;
  readonly reads?: readonly string[];
  /** Why the value cannot be shown; then only this is shown in its place. */
  readonly fault?: string;
};

/** Facts under a heading. */
export type FactGroupView = { readonly key: string; readonly title: string; readonly facts: readonly FactView[] };

/** What a page shows of one record: who it is, what can be done with it, what is known. */
export type RecordView = {
  readonly header: PanoramaHeader;
  /** Title of the page, where the record has no name. */
  readonly title: string;
  readonly tags: readonly FactView[];
  readonly actions: readonly ActionView[];
  readonly groups: readonly FactGroupView[];
};

type RecordPage = {
  readonly title: string;
  readonly header: PanoramaHeader;
  readonly facts: readonly FactGroup[];
  readonly forms?: Readonly<Record<string, FormDocument>>;
};

/** Compiles what a page shows of its record. */
export function recordView(page: RecordPage, entity: EntityModel, context: ViewContext): RecordView {
  const tags = (page.header.tags ?? []).map((tag) => tonedFact(tag.field, tag.tone, entity, context));
  const groups = page.facts.map((group) => ({
    key: group.key,
    title: group.title,
    facts: withFaultyNodes(
      group.fields.map((path) => tonedFact(path, group.tones?.[path], entity, context)),
      faultsAt(context.faults, `facts/${group.key}/fields`),
      faultyFact,
    ),
  }));
  return {
    header: page.header,
    title: page.title,
    tags: withFaultyNodes(tags, faultsAt(context.faults, 'header/tags'), faultyFact),
    actions: actionViews(page.header.actions, entity, page.forms, context, 'header/actions'),
    groups: withFaultyNodes<FactGroupView>(groups, faultsAt(context.faults, 'facts'), (key, fault) => ({
      key,
      title: key,
      facts: [faultyFact(key, fault)],
    })),
  };
}

/** A fact with the colour an expression gives it. */
function tonedFact(path: string, source: string | undefined, entity: EntityModel, context: ViewContext): FactView {
  const fact = factView(path, entity, context);
  if (source === undefined || fact.fault !== undefined) return fact;
  const { toneOf, reads, fault } = compiledTone(source);
  return fault === undefined ? { ...fact, reads, ...defined({ toneOf }) } : faultyFact(path, fault);
}

/** A fact of an entity by its path. */
export function factView(path: string, entity: EntityModel, context: ViewContext): FactView {
  const resolved = resolvePath(context.entities, entity.document, path);
  if (resolved === undefined) return faultyFact(path, formatMessage(modelText('model.view.noField', { name: path })));
  const title = pathTitle(context.entities, entity.document, path);
  return {
    path,
    field: resolved.field,
    title,
    ...defined({ reveal: revealOf(path, resolved, context), dial: dialledIn(resolved.field, entity.document) }),
  };
}

function revealOf(
  path: string,
  { field, entity }: ResolvedPath,
  { operations, unrevealed }: ViewContext,
): FactView['reveal'] {
  const mask = fieldMask(field);
  if (mask === undefined || unrevealed?.includes(maskPolicyOf(mask)) === true) return undefined;
  const api = `${apiBase(entity.document)}/reveal`;
  return operations.has(api) ? { api, idPath: path.replace(/[^.]+$/, 'id') } : undefined;
}

function faultyFact(path: string, fault: string): FactView {
  return { path, field: { key: path, title: path, type: 'string' }, title: path, fault };
}

/** Of what names one of several kinds of records, what says which kind. */
function kindPath(path: string, { refBy }: EntityField): readonly string[] {
  return refBy === undefined ? [] : [path.replace(/[^.]+$/, refBy.field)];
}

/** What tells for whom a queue keeps a record. */
function queuePaths({ document: { queue } }: EntityModel): readonly string[] {
  return queue === undefined
    ? []
    : [queue.lock, `${relationName(queue.lock)}.name`, queue.until, ...textReads([queue.where], 'record')];
}

/** What tells which edition a record is, and of what. */
function editionPaths({ document }: EntityModel): readonly string[] {
  const states = editionStates(document);
  return states === undefined ? [] : [states.by, states.number, states.machine.field];
}

/** Paths of the record that a page asks for: what it shows, what its buttons read, what its forms change and what its tabs are found by. */
export function recordPaths(
  view: RecordView,
  entity: EntityModel,
  more: readonly ActionView[] = [],
  matched: readonly string[] = [],
): readonly string[] {
  const actions = [...view.actions, ...more];
  const facts = [...view.tags, ...view.groups.flatMap((group) => group.facts)].filter(
    (fact) => fact.fault === undefined,
  );
  const { title, subtitle } = view.header;
  return askable([
    entity.document.label,
    title,
    ...(subtitle === undefined ? [] : [subtitle]),
    ...facts.flatMap(({ path, field, reads = [] }) => [path, ...kindPath(path, field), ...reads]),
    ...actions.flatMap((action) => action.reads),
    ...matched,
    ...queuePaths(entity),
    ...editionPaths(entity),
    ...actions.flatMap((action) =>
      action.operation?.kind === 'modify' && action.form !== undefined ? formPaths(action.form) : [],
    ),
  ]);
}
