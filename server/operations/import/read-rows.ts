import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Fault, faultMessage } from '../../../engine/model/faults/index.ts';
import { checkInput, checkValue } from '../../../engine/model/record/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { listed, sentences } from '../../kernel/language/listed.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { textFaults } from '../../records/change/text-faults.ts';
import { importText } from '../../texts/import-text.ts';
import { cellValue } from './cell-value.ts';
import { type ExistingRow, existingRows, keyText } from './existing-rows.ts';
import type { ImportPlan, RowOutcome, StagedRow } from './import-plan.ts';
import { recycledReason, recycledRows } from './recycled-rows.ts';
import { type DraftRow, resolveReferences } from './resolve-references.ts';

/** A row that is ready to be written, or what became of it already. */
export type ReadRow =
  | { readonly kind: 'create'; readonly values: Values }
  | { readonly kind: 'update'; readonly values: Values; readonly id: string }
  | { readonly kind: 'over'; readonly outcome: RowOutcome };

/** Rows of a table with what their cells name and what is there already, looked up for all of them at once. */
type FoundRows = {
  readonly rows: readonly StagedRow[];
  readonly drafts: readonly DraftRow[];
  readonly texts: readonly (string | undefined)[];
  readonly existing: ReadonlyMap<string, ExistingRow>;
  readonly recycled: Awaited<ReturnType<typeof recycledRows>>;
};

/** Brings rows of a table to what the form would send, and checks them as the form's input is checked. */
export async function readRows(
  plan: ImportPlan,
  rows: readonly StagedRow[],
  context: CallContext,
): Promise<readonly ReadRow[]> {
  return checkRows(plan, await findRows(plan, rows, context), 0, rows.length, context);
}

/** Brings rows of a table to what the form would send, with what the database knows of them: a statement for all of each kind. */
export async function findRows(plan: ImportPlan, rows: readonly StagedRow[], context: CallContext): Promise<FoundRows> {
  const drafts = rows.map((row) => draftOf(plan, row, context));
  await resolveReferences(drafts, plan.fields, context);
  for (const { values, faults } of drafts)
    faults.push(...(await textFaults([{ values, fields: plan.intake.fields, at: '' }], context)));
  const keys = drafts.map(({ values }) => storedKeys(plan, values, context));
  const { entity } = plan.intake;
  const existing = await existingRows(entity, plan.by, keys, context);
  const texts = keys.map((values) => keyText(entity, plan.by, values));
  const isNew = (at: number) => !existing.has(texts[at] ?? '');
  const unknown = keys.filter((_, at) => isNew(at));
  return { rows, drafts, texts, existing, recycled: await recycledRows(entity, plan.by, unknown, context) };
}

/** Rows checked before others have their turn, such as an answer of the database that has come meanwhile. */
const rowsInTurn = 20;

/** Checks the rows from one place to another as the form's input is checked; asks the database nothing. */
export async function checkRows(
  plan: ImportPlan,
  { rows, drafts, texts, existing, recycled }: FoundRows,
  from: number,
  to: number,
  context: CallContext,
): Promise<readonly ReadRow[]> {
  const read: ReadRow[] = [];
  for (const [place, draft] of drafts.slice(from, to).entries()) {
    const at = from + place;
    if (place > 0 && place % rowsInTurn === 0) await nextTurn();
    const text = texts[at] ?? '';
    const row = readRow(plan, draft, rows[at]?.sameAs, existing.get(text), context);
    const gone = row.kind === 'create' ? recycled.get(text) : undefined;
    read.push(
      gone === undefined ? row : over(known(plan), recycledReason(gone, keyTitles(plan), plan.intake.entity, context)),
    );
  }
  return read;
}

/** What becomes of a row that is there already and is not to be changed. */
function known({ policy }: ImportPlan): 'duplicated' | 'failed' {
  return policy === 'skip' ? 'duplicated' : 'failed';
}

function keyTitles({ by, intake }: ImportPlan): string {
  return listed(by.map((key) => intake.fields.get(key)?.title ?? key));
}

function draftOf({ fields, mapping }: ImportPlan, { cells }: StagedRow, context: CallContext): DraftRow {
  const draft: DraftRow = { values: {}, faults: [] };
  for (const field of fields) {
    const outcome = cellValue(field, cells[mapping[field.key] ?? -1] ?? '', context.documents.dictionaries);
    if ('fault' in outcome) draft.faults.push(outcome.fault);
    else if (outcome.value !== null) draft.values[field.key] = outcome.value;
  }
  return draft;
}

/** The values of the key fields in their stored form. */
function storedKeys({ by, intake }: ImportPlan, values: Values, context: CallContext): Values {
  const options = { dictionaries: context.documents.dictionaries, now: context.now };
  return Object.fromEntries(
    by.map((key) => {
      const field = intake.fields.get(key);
      const outcome = field === undefined ? undefined : checkValue(field, values[key], options);
      return [key, outcome !== undefined && 'value' in outcome ? outcome.value : null];
    }),
  );
}

function readRow(
  plan: ImportPlan,
  { values, faults }: DraftRow,
  sameAs: number | undefined,
  existing: ExistingRow | undefined,
  context: CallContext,
): ReadRow {
  const isUpdate = existing !== undefined && plan.policy === 'update';
  const checked = checkInput(values, {
    fields: plan.intake.fields,
    dictionaries: context.documents.dictionaries,
    partial: isUpdate,
    now: context.now,
  });
  // A cell that could not be read is not also missing.
  const told = new Set(faults.map((fault) => fault.pointer));
  const all = [...faults, ...checked.faults.filter((fault) => !told.has(fault.pointer))];
  if (all.length > 0) return over('failed', reasonOf(all));
  if (sameAs !== undefined) return over(known(plan), formatMessage(importText('import.sameAs', { row: sameAs })));
  if (existing === undefined) return { kind: 'create', values: checked.values };
  if (plan.policy !== 'update')
    return over(known(plan), formatMessage(importText('import.known', { fields: keyTitles(plan) })));
  if (!existing.reached) return over('failed', formatMessage(importText('import.unreached')));
  return { kind: 'update', values: checked.values, id: existing.id };
}

function over(outcome: 'duplicated' | 'failed', reason: string): ReadRow {
  return { kind: 'over', outcome: { outcome, reason } };
}

/** Faults as one sentence for the person who has to mend the row. */
export function reasonOf(faults: readonly Fault[]): string {
  return sentences([...new Set(faults.map((fault) => faultMessage(fault)))]).slice(0, 500);
}
