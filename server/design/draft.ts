import type { Value } from '../../contract/definition/schema.ts';
import type { DesignAnswer, DraftAnswer, discardDraft, saveDraft } from '../../contract/design/page-design.ts';
import type { Fault } from '../../engine/model/faults/index.ts';
import type { JsonObject } from '../../engine/model/json/index.ts';
import {
  type LayerOperation,
  mergeDocuments,
  remakeLayer,
  sameJson,
  unkeptFaults,
} from '../../engine/model/layers/index.ts';
import { operationsIn } from '../access/layers-in-force.ts';
import { publish } from '../events/events.ts';
import { authorOf } from '../kernel/caller/caller.ts';
import { type CallContext, modelOf } from '../kernel/operation/context.ts';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import { mutate } from '../records/change/mutate.ts';
import { logChange } from '../records/log/operation-log.ts';
import { refuseDesign } from './errors.ts';
import { faultsOf, type LaidOver, type LayerState, laidOver, layerOf, stateOf } from './layer-state.ts';
import { type Target, targetOf } from './target.ts';

/** Where the design of a layer stands, with the document that is edited. */
export async function openDesign(input: Parameters<typeof targetOf>[0], context: CallContext): Promise<DesignAnswer> {
  const target = await targetOf(input, context);
  const state = await stateOf(target, context);
  const { shipped, below, published, draft, stored, layer } = state;
  const { document, report } = laidOver(state, layer);
  return {
    shipped,
    below,
    published: published === undefined ? null : { release: published.number, operations: editsOf(target, published) },
    draft:
      draft === undefined || stored === undefined
        ? null
        : {
            version: stored.version,
            operations: draft,
            author: stored.author,
            updatedAt: new Date(stored.draftedAt ?? context.now).toISOString(),
          },
    document,
    report,
    faults: faultsOf(document, target, context),
  };
}

function editsOf(target: Target, { edits }: { readonly edits: unknown }): readonly LayerOperation[] {
  return layerOf(target, operationsIn(edits)).operations;
}

/** What is wrong with a document somebody has in his editor; nothing is kept. */
export async function checkDocument(
  input: Parameters<typeof targetOf>[0] & { readonly document: JsonObject },
  context: CallContext,
) {
  const target = await targetOf(input, context);
  const { faults, report } = keptOf(input.document, target, await stateOf(target, context), context);
  return { faults, report };
}

/** A document as a layer keeps it. */
type Kept = LaidOver & { readonly operations: readonly LayerOperation[]; readonly faults: readonly Fault[] };

/** What a layer keeps of a document that somebody wrote, and what is wrong with it. */
export function keptOf(written: JsonObject, target: Target, state: LayerState, context: CallContext): Kept {
  const before = laidOver(state, state.layer);
  const operations = remakeLayer(state.layer, before.report, state.below, written);
  const { document, report } = laidOver(state, layerOf(target, operations));
  return {
    document,
    report,
    operations,
    faults: [...unkeptFaults(written, document), ...faultsOf(document, target, context)],
  };
}

/** Keeps what somebody made of a page as the draft, merged with what another one made of it meanwhile. */
export async function keepDraft(input: Value<typeof saveDraft.input>, context: CallContext): Promise<DraftAnswer> {
  const target = await targetOf(input, context);
  return mutate('page_layer.save', input, context, async (inside) => {
    await holdLayer(target, inside);
    const state = await stateOf(target, inside);
    const theirs = laidOver(state, state.layer).document;
    const merged = isPresent(input, state, theirs)
      ? { document: input.document, collisions: [] }
      : mergeDocuments(input.base, input.document, theirs);
    const kept = keptOf(merged.document, target, state, inside);
    const { document, faults, operations } = kept;
    const { collisions } = merged;
    if (sameJson(operations, state.layer.operations))
      return { version: presentVersion(state), document, collisions, faults };
    const version = await storeDraft(operations, target, state, inside);
    return { version, document, collisions, faults };
  });
}

/** Whether nobody changed the draft or what lies below since the editor was given what it started from. */
function isPresent(
  { version, base }: Pick<Value<typeof saveDraft.input>, 'version' | 'base'>,
  state: LayerState,
  theirs: JsonObject,
): boolean {
  if (version !== presentVersion(state)) return false;
  return state.draft === undefined ? sameJson(base, theirs) : state.layer.basedOn === state.belowDigest;
}

/** The version of the draft; 0 where there is none. */
export function presentVersion({ draft, stored }: LayerState): number {
  return draft === undefined ? 0 : (stored?.version ?? 0);
}

/** Writes the draft of a layer that is held, and tells who else has it open. */
export async function storeDraft(
  operations: readonly LayerOperation[],
  target: Target,
  { stored, belowDigest }: LayerState,
  inside: RuleContext,
): Promise<number> {
  const { caller, now } = inside;
  const values = { draft: operations, basedOn: belowDigest, draftedBy: authorOf(caller), draftedAt: now };
  const place = { page: target.page.name, layer: target.layer };
  const id = stored?.id ?? (await inside.records.insert('page_layer', { ...place, ...values }));
  if (stored !== undefined) await inside.records.update('page_layer', id, values);
  const version = (stored?.version ?? 0) + 1;
  await logDesign(
    'draft',
    `保存${wordsOf(target)}的草稿`,
    { id, target, facts: { changes: operations.length } },
    inside,
  );
  await tellDesigners(target, version, inside);
  return version;
}

/** Throws the draft away; what is published stays. */
export async function dropDraft(input: Value<typeof discardDraft.input>, context: CallContext): Promise<null> {
  const target = await targetOf(input, context);
  return mutate('page_layer.discard', input, context, async (inside) => {
    await holdLayer(target, inside);
    const { stored } = await presentDraft(input.version, target, inside);
    await inside.records.update('page_layer', stored.id, withoutDraft);
    await logDesign('discard', `放弃${wordsOf(target)}的草稿`, { id: stored.id, target }, inside);
    await tellDesigners(target, stored.version + 1, inside);
    return null;
  });
}

/** What a layer is once its draft is published or thrown away. */
export const withoutDraft = { draft: null, basedOn: null, draftedBy: null, draftedAt: null } as const;

/** The draft of a layer that is held, where it is the very one the caller has seen. */
export async function presentDraft(version: number, target: Target, inside: RuleContext) {
  const state = await stateOf(target, inside);
  const { draft, stored } = state;
  if (draft === undefined || stored === undefined) throw refuseDesign('E_DESIGN_NO_DRAFT');
  if (stored.version !== version) throw refuseDesign('E_DESIGN_VERSION');
  return { state, draft, stored };
}

/** Of two who change one layer at once the second sees what the first did. */
export async function holdLayer({ page, layer }: Target, { records }: RuleContext): Promise<void> {
  await records.hold(`page_layer ${page.name} ${layer}`);
}

type Logged = { readonly id: string; readonly target: Target; readonly facts?: Readonly<Record<string, unknown>> };

/** Writes down what was done to a layer. */
export async function logDesign(
  action: string,
  title: string,
  { id, target: { page, layer }, facts = {} }: Logged,
  inside: RuleContext,
): Promise<void> {
  const entity = modelOf(inside.documents, 'page_layer');
  await logChange({ entity, id, action, title, facts: { page: page.name, layer, ...facts } }, inside);
}

/** A layer in words: “客户列表”对角色“销售”. */
export function wordsOf({ page, role }: Target): string {
  return role === undefined ? `“${page.title}”` : `“${page.title}”对角色“${role.name}”`;
}

async function tellDesigners(target: Target, version: number, { caller, db }: RuleContext): Promise<void> {
  const { page, level, role } = target;
  const data = {
    page: page.name,
    level,
    ...(role === undefined ? {} : { role: role.code }),
    version,
    author: caller.name,
  };
  await publish({ topic: 'page_draft', data }, db);
}
