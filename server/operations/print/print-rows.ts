import type { EntityPrint } from '../../../engine/model/documents/index.ts';
import { type EntityModel, printAction } from '../../../engine/model/entity/index.ts';
import { textHolds, textReads } from '../../../engine/model/expression/index.ts';
import type { PrintAnswer, PrintedSheet } from '../../../engine/model/wire/index.ts';
import { callerValues } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { reachedValues, relatedValues } from '../../records/read/reached-values.ts';
import { lockRows, reachableIds } from '../../records/read/view.ts';
import { printText } from '../../texts/print-text.ts';
import { nextMarks, notePrints, type PrintMark } from './number-prints.ts';
import { printedSheets } from './printed-sheets.ts';

/**
 * Prints records, `{ids, preview?}`, in the order they are named: in one transaction each gets its number, its count and
 * a row of the operation log, and what is on the paper is read as it is then. A preview notes nothing. One record that
 * may not be printed, or is out of reach, and none is.
 */
export async function printRows(
  entity: EntityModel,
  print: EntityPrint,
  body: Values,
  context: CallContext,
): Promise<PrintAnswer> {
  const ids = [...new Set(Array.isArray(body.ids) ? body.ids.map(String) : [])];
  const answer = { paper: print.paper, at: context.now, by: context.caller.name };
  if (body.preview === true) {
    await refuseUnprintable(entity, print, ids, context);
    return {
      ...answer,
      sheets: await printedSheets(entity, print, await nextMarks(entity, print, ids, context), context),
    };
  }
  let sheets: readonly PrintedSheet[] | undefined;
  // The marks alone are kept for the same key again: what the paper says is read anew, as whoever asks may see it then.
  const marks = await mutate(`${entity.document.name}.${printAction(print.key)}`, body, context, async (inside) => {
    await lockRows(entity, [...ids].sort(), inside);
    await refuseUnprintable(entity, print, ids, inside);
    const noted = await notePrints(entity, print, ids, inside);
    sheets = await printedSheets(entity, print, noted, inside);
    for (const mark of noted) await logPrint(entity, print, mark, inside);
    return noted;
  });
  return { ...answer, sheets: sheets ?? (await printedSheets(entity, print, marks, context)) };
}

/** Refuses where one of the records is out of the caller's reach, or its guard does not hold, whatever the caller sees of it. */
async function refuseUnprintable(
  entity: EntityModel,
  { guard, guardMessage = '', title }: EntityPrint,
  ids: readonly string[],
  context: CallContext,
): Promise<void> {
  const reached = await reachableIds(entity, ids, context);
  if (ids.some((id) => !reached.has(id))) throw refuse('E_NOT_FOUND');
  if (guard === undefined) return;
  for (const id of ids) {
    const own = textReads([guard], 'record').filter((path) => !entity.children.has(path));
    const record = {
      ...(await relatedValues(entity, id, own, context)),
      ...(await reachedValues(entity, id, [guard], context)),
    };
    const { caller, now, calendar } = context;
    if (!textHolds(guard, { record, user: callerValues(caller), now, calendar }))
      throw refuse('E_GUARD', { expected: guardMessage === '' ? title : guardMessage });
  }
}

async function logPrint(
  entity: EntityModel,
  { key, title }: EntityPrint,
  { id, number, times }: PrintMark,
  context: RuleContext,
): Promise<void> {
  const sheet = number === null ? title : `${title} ${number}`;
  const told =
    times === 1 ? printText('print.printed', { sheet }) : printText('print.again', { sheet, times: times - 1 });
  await logChange({ entity, id, action: printAction(key), title: told }, context);
}
