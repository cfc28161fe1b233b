import type { Value } from '../../contract/definition/schema.ts';
import type { compareDesign, publishDesign, queryReleases, rollBackDesign } from '../../contract/design/page-design.ts';
import type { JsonObject } from '../../engine/model/json/index.ts';
import type { LayerOperation } from '../../engine/model/layers/index.ts';
import { operationsIn } from '../access/layers-in-force.ts';
import { readEdits, readReleaseLines } from '../db/design/design-store.ts';
import { publish } from '../events/events.ts';
import { authorOf } from '../kernel/caller/caller.ts';
import { type CallContext, modelOf } from '../kernel/operation/context.ts';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import { mutate } from '../records/change/mutate.ts';
import { logChange } from '../records/log/operation-log.ts';
import { holdLayer, presentDraft, withoutDraft, wordsOf } from './draft.ts';
import { refuseDesign } from './errors.ts';
import { faultsOf, type LayerState, laidOver, layerOf, stateOf } from './layer-state.ts';
import { type Target, targetOf } from './target.ts';

type Released = { readonly release: number };

/** Puts a draft in force, for everybody at his next request; one with faults is refused and kept. */
export async function publishDraft(input: Value<typeof publishDesign.input>, context: CallContext): Promise<Released> {
  const target = await targetOf(input, context);
  return mutate('page_layer.publish', input, context, async (inside) => {
    await holdLayer(target, inside);
    const { state, draft } = await presentDraft(input.version, target, inside);
    return releaseEdits({ edits: draft, basedOn: state.layer.basedOn, note: input.note }, target, state, inside);
  });
}

/** What is to be released. */
type Release = {
  readonly edits: readonly LayerOperation[];
  readonly basedOn: string;
  readonly note: string;
  /** Set where an earlier release is put in force again: its number, 0 for what was shipped. */
  readonly from?: number;
  /** Whether the draft stays: it was not made of that. */
  readonly keepsDraft?: boolean;
};

/** Adds a release to a layer that is held, tells every open page, and answers its number; the draft it was made of is gone. */
export async function releaseEdits(
  { edits, basedOn, note, from, keepsDraft = from !== undefined }: Release,
  target: Target,
  state: LayerState,
  inside: RuleContext,
): Promise<Released> {
  refuseFaulty(laidOver(state, layerOf(target, edits)).document, target, inside);
  const { page, layer, level, role } = target;
  const { stored, published } = state;
  const number = (published?.number ?? 0) + 1;
  const kind = from === undefined ? 'publish' : 'rollback';
  const title = `${from === undefined ? '发布' : `回到第 ${from} 次发布：`}${wordsOf(target)}`;
  if (!keepsDraft && stored !== undefined) await inside.records.update('page_layer', stored.id, withoutDraft);
  return insertRelease(
    { page: page.name, layer, number, kind, fromNumber: from ?? null, note, edits, basedOn },
    { title, action: kind, level, role: role?.code },
    inside,
  );
}

/** A release as it is kept, but for who made it and when. */
type ReleaseRow = {
  readonly page: string;
  readonly layer: string;
  readonly number: number;
  readonly kind: 'publish' | 'rollback' | 'retire';
  readonly fromNumber: number | null;
  readonly note: string;
  readonly edits: readonly LayerOperation[];
  readonly basedOn: string;
};

/** What is told of a release: in the log, and to every open page. */
type ToldRelease = {
  readonly title: string;
  readonly action: string;
  readonly level: 'org' | 'role';
  readonly role?: string | undefined;
};

/** Writes a release down and tells every open page; answers its number. */
export async function insertRelease(
  row: ReleaseRow,
  { title, action, level, role }: ToldRelease,
  inside: RuleContext,
): Promise<Released> {
  const { page, layer, number, note, edits } = row;
  const author = { releasedBy: authorOf(inside.caller), releasedAt: inside.now };
  const id = await inside.records.insert('page_release', { ...row, ...author });
  const facts = { page, layer, release: number, note, changes: edits.length };
  await logChange({ entity: modelOf(inside.documents, 'page_layer'), id, action, title, facts }, inside);
  const data = { page, level, ...(role === undefined ? {} : { role }), release: number };
  await publish({ topic: 'page_released', data }, inside.db);
  return { release: number };
}

function refuseFaulty(document: JsonObject, target: Target, context: CallContext): void {
  const faults = faultsOf(document, target, context);
  if (faults.length > 0) throw refuseDesign('E_DESIGN_FAULTS', { count: faults.length }, { faults });
}

/** Puts an earlier release in force again, as a new one; the draft stays as it is. */
export async function rollBack(input: Value<typeof rollBackDesign.input>, context: CallContext): Promise<Released> {
  const target = await targetOf(input, context);
  return mutate('page_layer.rollback', input, context, async (inside) => {
    await holdLayer(target, inside);
    const state = await stateOf(target, inside);
    const { release: from, note } = input;
    const again = from === 0 ? { edits: [], basedOn: state.belowDigest } : await releaseOf(from, target, inside);
    const { basedOn } = again;
    return releaseEdits({ edits: operationsIn(again.edits), basedOn, note, from }, target, state, inside);
  });
}

async function releaseOf(number: number, { page, layer }: Target, { db }: CallContext) {
  const release = await readEdits(db, { page: page.name, layer }, number);
  if (release === undefined) throw refuseDesign('E_DESIGN_NO_RELEASE', { number });
  return release;
}

const usualSize = 20;

/** Which rows a page of a list has. */
export function spanOf({ pageNo = 1, size = usualSize }: { readonly pageNo?: number; readonly size?: number }) {
  return { offset: (pageNo - 1) * size, size };
}

/** The releases of a layer, newest first. */
export async function releasesOf(
  input: Value<typeof queryReleases.input>,
  context: CallContext,
): Promise<Value<typeof queryReleases.output>> {
  const { page, layer } = await targetOf(input, context);
  const lines = await readReleaseLines(context.db, { page: page.name, layer }, spanOf(input));
  return {
    list: lines.map(({ number, kind, fromNumber, note, releasedAt, author, changes }) => ({
      release: number,
      author,
      time: new Date(releasedAt).toISOString(),
      note,
      kind,
      ...(fromNumber === null ? {} : { from: fromNumber }),
      changes,
    })),
    total: lines[0]?.total ?? 0,
  };
}

/** Two states of a page, whole. */
export async function compare(
  input: Value<typeof compareDesign.input>,
  context: CallContext,
): Promise<Value<typeof compareDesign.output>> {
  const target = await targetOf(input, context);
  const state = await stateOf(target, context);
  const side = async (which: 'shipped' | 'published' | 'draft' | number): Promise<JsonObject> => {
    if (which === 'shipped') return state.shipped;
    const edits =
      which === 'draft'
        ? state.layer.operations
        : operationsIn((which === 'published' ? state.published : await releaseOf(which, target, context))?.edits);
    return laidOver(state, layerOf(target, edits)).document;
  };
  return { from: await side(input.from), to: await side(input.to) };
}
