import type { Value } from '../../../contract/definition/schema.ts';
import type { checkPackage, importPages } from '../../../contract/design/page-packages.ts';
import { operationsIn } from '../../access/layers-in-force.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { mutate } from '../../records/change/mutate.ts';
import { holdLayer } from '../draft.ts';
import { refuseDesign } from '../errors.ts';
import { stateOf } from '../layer-state.ts';
import { bringMade } from '../made/made-page.ts';
import { releaseEdits } from '../publish.ts';
import { targetOf } from '../target.ts';
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

/** Publishes everything of a package, or, where one part does not fit, nothing. */
export async function importPackage(
  input: Value<typeof importPages.input>,
  context: CallContext,
): Promise<Value<typeof importPages.output>> {
  const { note } = input;
  const given = readPackage(input.package, context);
  return mutate('page_package.import', input, context, async (inside) => {
    await inside.records.hold('page_made');
    const { lines, pages, layers, trying } = await rehearse(given, inside);
    const faulty = lines.filter(({ state }) => state === 'faulty');
    if (faulty.length > 0)
      throw refuseDesign(
        'E_DESIGN_PACKAGE',
        { count: faulty.length },
        { faults: faulty.flatMap(({ faults }) => faults) },
      );
    for (const page of pages) await bringMade(page, note, inside);
    const tried = trying(inside);
    for (const layer of layers) {
      const target = await targetOf(placeOf(layer), tried);
      await holdLayer(target, tried);
      const release = { edits: operationsIn(layer.edits), basedOn: layer.basedOn, note, keepsDraft: true };
      await releaseEdits(release, target, await stateOf(target, tried), tried);
    }
    return { lines };
  });
}
