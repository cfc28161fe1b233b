import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { pointer } from '../../../engine/model/faults/index.ts';
import { isId } from '../../../engine/model/fields/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { followChange, type RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { updateRow } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { groupOfRow, holdPlace, numberAsListed, rowsInOrder } from '../../records/order/row-order.ts';
import { idOf } from '../../records/read/view.ts';
import { writeText } from '../../texts/write-text.ts';
import { lockedRecord } from './modify.ts';

/**
 * Moves a row to another place of the order it stands in, `{id, before}` or `{id, after}`: beside a row of the same
 * group. No version is asked for: only the place changes, and of two who move a row the later one wins.
 */
export async function moveInOrder(
  entity: EntityModel,
  body: Values,
  context: CallContext,
  rules: RuleBook,
): Promise<{ readonly id: string; readonly version: number }> {
  const { name, order } = entity.document;
  if (order === undefined) throw refuse('E_SERVER', { got: name });
  const id = idOf(body);
  const beside = besideOf(body);
  return mutate(`${name}.move`, body, context, async (inside) => {
    // The group before any of its rows: whoever moves another one of it waits here.
    await holdPlace(entity, id, {}, inside);
    const record = await lockedRecord(entity, id, inside);
    const { value } = groupOfRow(order, record);
    const others = (await rowsInOrder(entity, order, value, inside)).filter((other) => other !== id);
    const at = others.indexOf(beside.id);
    if (at === -1) throw notThere(beside.key, beside.id);
    const place = beside.key === 'before' ? at : at + 1;
    const changes = await updateRow(entity, record, { [order.field]: place + 1 }, inside, rules);
    await numberAsListed(entity, order, others.toSpliced(place, 0, id), inside);
    if (Object.keys(changes).length === 0) return { id, version: record.version };
    await followChange(name, record, changes, inside, rules);
    const before = { [order.field]: record[order.field] };
    await logChange({ entity, id, action: 'move', title: writeText('write.moved'), before, after: changes }, inside);
    return { id, version: record.version + 1 };
  });
}

type Beside = { readonly key: 'before' | 'after'; readonly id: string };

function besideOf(body: Values): Beside {
  const given = (['before', 'after'] as const).filter((key) => (body[key] ?? null) !== null);
  const [key] = given;
  if (key === undefined || given.length > 1) {
    const got = formatMessage(writeText(given.length === 0 ? 'write.none' : 'write.both'));
    throw wrongInput('/before', writeText('write.place'), writeText('write.beside'), got);
  }
  const id = body[key];
  if (typeof id !== 'string' || !isId(id)) throw notThere(key, String(id).slice(0, 60));
  return { key, id };
}

function notThere(key: Beside['key'], got: string) {
  const title = formatMessage(writeText(`write.${key}`));
  return invalidInput([{ code: 'E_INPUT_REFERENCE', pointer: pointer(key), title, got }]);
}
