import { createHash } from 'node:crypto';
import type { Value } from '../../contract/definition/schema.ts';
import type { noteDesigning } from '../../contract/design/design-presence.ts';
import type { PresentPerson } from '../../engine/model/wire/index.ts';
import { readStaffNames } from '../db/design/design-store.ts';
import { notePresent } from '../events/presence-events.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import { targetOf } from './target.ts';

/** Says that the caller designs a layer, and answers who else does: their names stand at drafts and releases, too. */
export async function noteDesigner(
  { place, ...input }: Value<typeof noteDesigning.input>,
  context: CallContext,
): Promise<{ readonly list: readonly PresentPerson[] }> {
  const { caller, db } = context;
  const { page, layer } = await targetOf(input, context);
  const recordId = idOf(`${page.name} ${layer}`);
  const presence = { place, staffId: caller.staffId, entity: 'page_layer', recordId, isEditing: true };
  const others = await notePresent(presence, db);
  const names = await readStaffNames(
    db,
    others.map(({ staffId }) => staffId),
  );
  return { list: names.map((person) => ({ ...person, isEditing: true })) };
}

/** One layer of one page, as a record is told from others: it is there before anybody drafted anything. */
function idOf(layer: string): string {
  const hex = createHash('sha256').update(layer).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
