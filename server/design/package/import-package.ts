import type { Value } from '../../../contract/definition/schema.ts';
import type { checkPackage, importPages, PackageLine, PagePackage } from '../../../contract/design/page-packages.ts';
import type { CustomDictionary } from '../../../engine/model/custom/index.ts';
import { operationsIn } from '../../access/layers-in-force.ts';
import { holdMenu } from '../../db/menu-store.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { mutate } from '../../records/change/mutate.ts';
import { holdLayer } from '../draft.ts';
import { refuseDesign } from '../errors.ts';
import { changeTables } from '../fields/change-fields.ts';
import { stateOf } from '../layer-state.ts';
import { bringMade } from '../made/made-page.ts';
import { releaseEdits } from '../publish.ts';
import { targetOf } from '../target.ts';
import { bringCustom, planOf, writtenParts } from './bring-custom.ts';
import { bringMenu } from './packed-menu.ts';
import { readPackage } from './read-package.ts';
import { placeOf, rehearse } from './rehearse.ts';

/** What a package would do; nothing is written. */
export async function rehearsed(
  input: Value<typeof checkPackage.input>,
  context: CallContext,
): Promise<Value<typeof checkPackage.output>> {
  const { lines } = await rehearse(readPackage(input.package, context), context);
  return { lines };
}

type Imported = Value<typeof importPages.output>;

/** Publishes everything of a package, or, where one part does not fit, nothing. */
export async function importPackage(input: Value<typeof importPages.input>, context: CallContext): Promise<Imported> {
  const given = readPackage(input.package, context);
  const { lines, custom } = await rehearse(given, context);
  refuseUnfit(lines);
  const parts = writtenParts(custom);
  if (parts.dictionaries.length + parts.fields.length === 0) return writeAll(input, given, new Map(), context);
  // The tables hold everything before any of it is in force; what is refused then has changed nothing that anybody sees.
  let kept: ReadonlyMap<string, CustomDictionary> = new Map();
  await changeTables(context, {
    plan: (present, shipped) => {
      const planned = planOf(parts, present, shipped);
      kept = planned.kept;
      return planned.plan;
    },
    record: async () => {
      await writeAll(input, given, kept, context);
    },
  });
  return { lines };
}

/** Writes everything in one transaction, looked at once more as things are by then. */
function writeAll(
  input: Value<typeof importPages.input>,
  given: PagePackage,
  kept: ReadonlyMap<string, CustomDictionary>,
  context: CallContext,
): Promise<Imported> {
  const { note } = input;
  return mutate('page_package.import', input, context, async (inside) => {
    await inside.records.hold('page_made');
    if (given.menu !== undefined) await holdMenu(inside.db);
    const { lines, custom, pages, menu, layers, trying } = await rehearse(given, inside);
    refuseUnfit(lines);
    await bringCustom(writtenParts(custom), kept, inside);
    const tried = trying(inside);
    for (const page of pages) await bringMade(page, note, inside);
    await bringMenu(menu, tried);
    for (const layer of layers) {
      const target = await targetOf(placeOf(layer), tried);
      await holdLayer(target, tried);
      const release = { edits: operationsIn(layer.edits), basedOn: layer.basedOn, note, keepsDraft: true };
      await releaseEdits(release, target, await stateOf(target, tried), tried);
    }
    return { lines };
  });
}

function refuseUnfit(lines: readonly PackageLine[]): void {
  const faulty = lines.filter(({ state }) => state === 'faulty');
  if (faulty.length > 0)
    throw refuseDesign(
      'E_DESIGN_PACKAGE',
      { count: faulty.length },
      { faults: faulty.flatMap(({ faults }) => faults) },
    );
}
