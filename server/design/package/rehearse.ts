import type { PackageLine, PackedLayer, PackedPage, PagePackage } from '../../../contract/design/page-packages.ts';
import { madeNames } from '../../../engine/model/documents/index.ts';
import { isJsonObject, type JsonObject } from '../../../engine/model/json/index.ts';
import { parseKeyPath, sameJson, valueAt } from '../../../engine/model/layers/index.ts';
import { nearestName } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { addPages } from '../../access/documents-in-force.ts';
import { operationsIn } from '../../access/layers-in-force.ts';
import { inTurns } from '../../access/made-order.ts';
import { type MadeLine, readMadeLines, readRoleNames } from '../../db/design/design-store.ts';
import { mayOpen } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { packageText } from '../../texts/design/package-text.ts';
import { faultsOf, type LayerState, laidOver, layerOf, stateOf } from '../layer-state.ts';
import { unfitMade } from '../made/made-page.ts';
import { type Target, targetOf } from '../target.ts';
import { type DictionaryPart, dictionaryParts, withDictionaries } from './packed-dictionaries.ts';
import { type FieldPart, fieldParts, withFields } from './packed-fields.ts';
import { type MenuPart, menuParts } from './packed-menu.ts';

/** What a package would do: a line for each part, and what it would be done with. */
export type Rehearsal = {
  readonly lines: readonly PackageLine[];
  readonly pages: readonly PackedPage[];
  readonly layers: readonly PackedLayer[];
  readonly custom: CustomParts;
  readonly menu: readonly MenuPart[];
  /** The context in which everything new is there already. */
  readonly trying: <Context extends CallContext>(context: Context) => Context;
};

/** The dictionaries and fields of a package, each as it would be here. */
export type CustomParts = {
  readonly dictionaries: readonly DictionaryPart[];
  readonly fields: readonly FieldPart[];
};

/** What a package would do here, part by part; nothing is written. */
export async function rehearse(given: PagePackage, context: CallContext): Promise<Rehearsal> {
  const { pages, layers } = given;
  const { custom, withCustomParts } = await rehearseCustom(given, context);
  const within = withCustomParts(context);
  const made = await readMadeLines(context.db);
  const pageLines: { page: PackedPage; line: PackageLine }[] = [];
  const newOf = () => pageLines.filter(({ line }) => line.state === 'new').map(({ page }) => page);
  for (const turn of inTurns(pages)) {
    const tried = withPages(newOf())(within);
    pageLines.push(...turn.map((page) => ({ page, line: lineOfPage(page, made, tried) })));
  }
  const added = newOf();
  const withNew = withPages(added);
  const trying: Rehearsal['trying'] = (whole) => withNew(withCustomParts(whole));
  const inside = trying(context);
  const menu = await menuParts(given.menu ?? [], inside);
  const layerLines: { layer: PackedLayer; line: PackageLine }[] = [];
  for (const layer of layers) layerLines.push({ layer, line: await lineOfLayer(layer, inside) });
  return {
    lines: [...custom.dictionaries, ...custom.fields, ...pageLines, ...menu, ...layerLines].map(({ line }) => line),
    custom,
    menu,
    pages: added,
    layers: layerLines.filter(({ line }) => line.state !== 'same').map(({ layer }) => layer),
    trying,
  };
}

/** What the dictionaries of a package would be, and with them its fields. */
async function rehearseCustom({ dictionaries = [], fields = [] }: PagePackage, context: CallContext) {
  const changed = await dictionaryParts(dictionaries, context);
  const documents = withDictionaries(context.documents, changed);
  const made = await fieldParts(fields, { ...context, documents });
  const custom: CustomParts = { dictionaries: changed, fields: made };
  const isChanging = [...changed, ...made].some(({ line }) => line.state === 'new' || line.state === 'replaced');
  const withCustomParts: Rehearsal['trying'] = (whole) =>
    isChanging ? { ...whole, documents: withFields(withDictionaries(whole.documents, changed), made) } : whole;
  return { custom, withCustomParts };
}

function withPages(added: readonly PackedPage[]): Rehearsal['trying'] {
  return (context) => {
    if (added.length === 0) return context;
    const { documents, widgets, caller } = context;
    const rows = added.map((page) => ({ ...page, id: page.name, version: 0 }));
    const tried = addPages(rows, { documents, ...(widgets === undefined ? {} : { widgets }) });
    const names = new Set([...(documents.made?.names ?? []), ...(tried.made?.names ?? [])]);
    const own = new Set([...caller.menus, ...names]);
    return {
      ...context,
      documents: { ...tried, made: { names, left: documents.made?.left ?? [] } },
      caller: { ...caller, menus: own },
    };
  };
}

type Told = Pick<PackageLine, 'state' | 'faults'>;

function lineOfPage(page: PackedPage, made: readonly MadeLine[], context: CallContext): PackageLine {
  const told = stateOfPage(page, made, context);
  return { ...{ kind: 'page', page: page.name, title: page.title, level: null, role: null }, ...nothing, ...told };
}

const nothing = { edits: 0, asleep: [], conflicts: 0, faults: [] };

function stateOfPage(page: PackedPage, made: readonly MadeLine[], context: CallContext): Told {
  const known = made.find(({ name }) => name === page.name);
  const { slug } = isJsonObject(page.choices) ? page.choices : {};
  const isNamed = typeof slug === 'string' && sameJson(madeNames(slug), { name: page.name, path: page.document.path });
  if (!isNamed || page.document.name !== page.name)
    return { state: 'faulty', faults: [{ code: 'E_SCHEMA_CONFLICT', pointer: '/name', got: page.name }] };
  if (known !== undefined && sameJson(known.document, page.document)) return { state: 'same', faults: [] };
  if (known !== undefined)
    return {
      state: 'faulty',
      faults: [{ code: 'E_SCHEMA_DUPLICATE', pointer: '/path', got: String(page.document.path) }],
    };
  const faults = unfitMade(page, context);
  return { state: faults.length === 0 ? 'new' : 'faulty', faults };
}

async function lineOfLayer(layer: PackedLayer, context: CallContext): Promise<PackageLine> {
  const { page, level, role, edits } = layer;
  const told = { kind: 'layer' as const, page, title: context.documents.pages.get(page)?.title ?? page, level, role };
  const faulty = (pointer: string, got: string, known: Iterable<string>): PackageLine => {
    const nearest = nearestName(got, known);
    const fault = {
      code: 'E_SCHEMA_UNKNOWN_NAME',
      pointer,
      got,
      ...(nearest === undefined ? {} : { nearest }),
    } as const;
    return { ...told, ...nothing, edits: edits.length, state: 'faulty', faults: [fault] };
  };
  const { pages } = context.documents;
  if (!pages.has(page) || !mayOpen(context.caller, page)) return faulty('/page', page, pages.keys());
  const roles = await readRoleNames(context.db);
  if (level === 'role' && !roles.has(role ?? '')) return faulty('/role', role ?? '', roles.keys());
  const target = await targetOf(placeOf(layer), context);
  return { ...told, ...(await stateOfLayer(layer, target, context)) };
}

/** Which layer of which page a part of a package is for. */
export function placeOf({ page, level, role }: PackedLayer): Parameters<typeof targetOf>[0] {
  return { page, level, ...(level === 'role' && role !== null ? { role } : {}) };
}

async function stateOfLayer(layer: PackedLayer, target: Target, context: CallContext) {
  const state = await stateOf(target, context);
  const edits = operationsIn(layer.edits);
  const { document, report } = laidOver(state, layerOf(target, edits, layer.basedOn));
  const faults = faultsOf(document, target, context);
  const count = (status: string) => report.filter(({ outcome }) => outcome.status === status);
  const asleep = count('asleep').map(({ index }) => withNearest(edits[index]?.at ?? '', state));
  return {
    state: stateWord(edits, state, faults.length + (edits.length - layer.edits.length)),
    ...{ edits: edits.length, asleep, conflicts: count('conflict').length, faults },
  };
}

function stateWord(edits: readonly unknown[], { published }: LayerState, faults: number): PackageLine['state'] {
  if (faults !== 0) return 'faulty';
  if (published === undefined) return 'new';
  return sameJson(edits, operationsIn(published.edits)) ? 'same' : 'replaced';
}

/** A key path that leads nowhere, and the nearest key beside where it ends. */
function withNearest(at: string, { below }: LayerState): string {
  const segments = parseKeyPath(at) ?? [];
  for (let length = 1; length <= segments.length; length += 1) {
    if (valueIn(below, segments.slice(0, length)) !== undefined) continue;
    const nearest = nearestName(segments[length - 1] ?? '', keysIn(valueIn(below, segments.slice(0, length - 1))));
    return nearest === undefined ? at : formatMessage(packageText('package.nearest', { at, nearest }));
  }
  return at;
}

function valueIn(document: JsonObject, segments: readonly string[]): unknown {
  return segments.length === 0 ? document : valueAt(document, segments);
}

function keysIn(value: unknown): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => (isJsonObject(item) ? [String(item.key)] : [String(item)]));
  return isJsonObject(value) ? Object.keys(value) : [];
}
