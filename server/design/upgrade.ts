import type { Value } from '../../contract/definition/schema.ts';
import {
  publishKey,
  type queryUpgrade,
  type settleUpgrade,
  type UpgradeEdit,
} from '../../contract/design/page-design.ts';
import { isGranted } from '../../engine/model/access/index.ts';
import {
  type EditReport,
  type LayerOperation,
  type Settlement,
  sameJson,
  settledOperation,
} from '../../engine/model/layers/index.ts';
import { layerName } from '../access/layers-in-force.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import { mutate } from '../records/change/mutate.ts';
import { holdLayer, storeDraft } from './draft.ts';
import { faultsOf, laidOver, layerOf, stateOf } from './layer-state.ts';
import { releaseEdits } from './publish.ts';
import { type PublishedLayer, publishedLayers } from './published-edits.ts';
import { type Target, targetOf } from './target.ts';

/** Every published edit that does not simply apply to the pages as they are now. */
export async function upgradeEdits(context: CallContext): Promise<Value<typeof queryUpgrade.output>> {
  const layers = await publishedLayers(context);
  const lines = layers.flatMap((published) => published.report.map((line) => ({ published, line })));
  return {
    list: lines.flatMap(({ published, line }) => toldEdit(published, line)),
    applied: lines.filter(({ line }) => line.outcome.status === 'applied').length,
  };
}

function toldEdit(published: PublishedLayer, line: EditReport): readonly UpgradeEdit[] {
  const { page, layer } = published;
  const { outcome, index } = line;
  const operation = layer.operations[index];
  if (operation === undefined || outcome.status === 'applied') return [];
  const told = {
    key: editKey(published, operation),
    page: page.name,
    pageTitle: page.title,
    level: layer.level,
    role: layer.level === 'role' ? layer.name : null,
    at: operation.at,
    ...valuesOf({ was: 'was' in operation ? operation.was : undefined, mine: mineOf(operation) }),
  };
  if (outcome.status !== 'conflict')
    return [{ ...told, status: outcome.status === 'dropped' ? 'same' : outcome.status }];
  const { winner, below } = outcome;
  return [{ ...told, status: 'conflict', winner, ...valuesOf({ is: below }) }];
}

/** What an edit makes of its place: a value, or the item it is to stand behind. */
function mineOf(operation: LayerOperation): unknown {
  if (operation.op === 'move') return operation.after;
  return operation.op === 'set' || operation.op === 'add' ? operation.value : undefined;
}

function valuesOf<Values extends object>(values: Values): Partial<Values> {
  const said: Partial<Values> = {};
  return Object.assign(said, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
}

/** An edit among those of all layers; of another release it is another one. */
function editKey({ page, layer }: PublishedLayer, { key }: LayerOperation): string {
  return [page.name, layerName(layer.level, layer.name), layer.release, key].join(' ');
}

type Settled = Value<typeof settleUpgrade.output>['settled'][number];

/** Settles edits, each as chosen; those that are no longer as they were when they were listed stay as they are. */
export async function settle(
  { edits }: Value<typeof settleUpgrade.input>,
  context: CallContext,
): Promise<Value<typeof settleUpgrade.output>> {
  const takes = new Map(edits.map(({ key, take }) => [key, take]));
  return mutate('page_layer.settle', { edits }, context, async (inside) => {
    const settled: Settled[] = [];
    for (const published of await publishedLayers(inside)) {
      const chosen = published.report.flatMap((line) => chosenOf(published, line, takes));
      if (chosen.length > 0) settled.push(...(await settleLayer(published, chosen, inside)));
    }
    return { settled };
  });
}

type Chosen = { readonly line: EditReport; readonly operation: LayerOperation; readonly take: Settlement };

function chosenOf(
  published: PublishedLayer,
  line: EditReport,
  takes: ReadonlyMap<string, Settlement>,
): readonly Chosen[] {
  const operation = published.layer.operations[line.index];
  const take = operation === undefined ? undefined : takes.get(editKey(published, operation));
  return operation === undefined || take === undefined || line.outcome.status === 'applied'
    ? []
    : [{ line, operation, take }];
}

async function settleLayer(
  { page, layer }: PublishedLayer,
  chosen: readonly Chosen[],
  inside: RuleContext,
): Promise<readonly Settled[]> {
  const target = await targetOf(
    { page: page.name, level: layer.level, ...(layer.level === 'role' ? { role: layer.name } : {}) },
    inside,
  );
  await holdLayer(target, inside);
  const state = await stateOf(target, inside);
  // Somebody has published meanwhile: what was listed is another release's.
  if (state.published?.number !== layer.release) return [];
  const edits = state.layer.operations.flatMap((operation) => settledEdit(operation, chosen));
  if (sameJson(edits, state.layer.operations)) return [];
  const told = placeOf(target);
  const isReleased =
    state.draft === undefined &&
    isGranted(inside.caller.grants, publishKey) &&
    faultsOf(laidOver(state, layerOf(target, edits)).document, target, inside).length === 0;
  if (!isReleased) return [{ ...told, version: await storeDraft(edits, target, state, inside) }];
  const release = { edits, basedOn: state.belowDigest, note: '升级核对' };
  return [{ ...told, ...(await releaseEdits(release, target, state, inside)) }];
}

/** An operation of the draft, or of the release, after the choice about the published one of the same place. */
function settledEdit(operation: LayerOperation, chosen: readonly Chosen[]): readonly LayerOperation[] {
  const choice = chosen.find((one) => one.operation.op === operation.op && one.operation.at === operation.at);
  if (choice === undefined) return [operation];
  const settled = settledOperation(operation, choice.line.outcome, choice.take);
  return settled === undefined ? [] : [settled];
}

function placeOf({ page, level, role }: Target) {
  return { page: page.name, level, ...(role === undefined ? {} : { role: role.code }) };
}
