import { sql } from 'kysely';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { isId } from '../../../engine/model/fields/index.ts';
import { expectation } from '../../../engine/model/texts/index.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { editionColumns, namedEditions } from '../../records/edition/named-editions.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { rowPolicy } from '../../records/policy/row-policy.ts';
import { importText } from '../../texts/import-text.ts';

/** A row of a table on its way to an input: values by field key, and what is wrong with them. */
export type DraftRow = { readonly values: Record<string, unknown>; readonly faults: Fault[] };

type Found = ReadonlyMap<string, string | 'several'>;

/** Replaces what cells call other rows by their ids, with one statement per field; what is out of reach is not found. */
export async function resolveReferences(
  rows: readonly DraftRow[],
  fields: readonly EntityField[],
  context: CallContext,
): Promise<void> {
  for (const field of fields) {
    if ((field.type !== 'ref' && field.type !== 'refs') || field.ref === undefined) continue;
    const texts = new Set(rows.flatMap(({ values }) => textsOf(values[field.key])));
    if (texts.size === 0) continue;
    const found = await findRows(modelOf(context.documents, field.ref), [...texts], context);
    for (const row of rows) resolveIn(row, field, found);
  }
}

function textsOf(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item) => typeof item === 'string');
}

function resolveIn(row: DraftRow, field: EntityField, found: Found): void {
  const texts = textsOf(row.values[field.key]);
  if (texts.length === 0) return;
  const ids: string[] = [];
  for (const text of texts) {
    const id = found.get(text);
    if (id !== undefined && id !== 'several') {
      ids.push(id);
      continue;
    }
    const at = { pointer: pointer(field.key), title: field.title };
    const why = importText(id === 'several' ? 'import.several' : 'import.missing', { field: field.title, text });
    row.faults.push({ code: 'E_INPUT_RULE', ...at, ...expectation(why) });
  }
  if (ids.length < texts.length) delete row.values[field.key];
  else row.values[field.key] = field.type === 'refs' ? ids : ids[0];
}

/** Rows by what people call them: id, unique texts (codes, accounts), then the label; none that was merged into another. */
async function findRows(target: EntityModel, texts: readonly string[], context: CallContext): Promise<Found> {
  const plan = new SelectPlan(context, target);
  const names = namesOf(target);
  const scope = await rowPolicy(plan, { ...context, page: undefined });
  const found = new Map<string, string>();
  const ids = texts.filter(isId);
  const tests = [
    sql`${plan.own('id')} = any(${ids}::uuid[])`,
    ...names.map((key) => sql`${plan.own(key)} = any(${[...texts]}::text[])`),
  ];
  const told = names.map((key, at) => sql`${plan.own(key)} as ${sql.ref(`n${at}`)}`);
  const columns = [...told, ...editionColumns(plan)];
  const { mergedInto } = target.document;
  const isItself = mergedInto === undefined ? sql`true` : sql`${plan.own(mergedInto)} is null`;
  const result = await sql<Record<string, unknown>>`select ${sql.join([sql`${plan.own('id')} as id`, ...columns])}
    ${plan.from()} where (${sql.join(tests, sql` or `)}) and ${scope} and ${isItself} limit 20000`.execute(context.db);
  for (const row of result.rows) found.set(String(row.id), String(row.id));
  const meant = namedEditions(target, result.rows);
  for (const [at] of names.entries())
    for (const [name, id] of idsByName(meant, `n${at}`)) if (!found.has(name)) found.set(name, id);
  return found;
}

/** The row each name of a column stands for; `several` where more than one bears it. */
function idsByName(rows: readonly Readonly<Record<string, unknown>>[], column: string): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  for (const row of rows) {
    const name = row[column];
    if (typeof name !== 'string') continue;
    const id = String(row.id);
    byName.set(name, byName.has(name) && byName.get(name) !== id ? 'several' : id);
  }
  return byName;
}

function namesOf({ document }: EntityModel): readonly string[] {
  const texts = document.fields.filter(
    (field) => field.type === 'string' && field.mask === undefined && field.secret !== true,
  );
  const isCode = ({ key, unique }: EntityField) => unique === true || key === document.editions?.by;
  const unique = texts.filter(isCode).map((field) => field.key);
  const label = texts.filter((field) => field.key === document.label).map((field) => field.key);
  return [...new Set([...unique, ...label])];
}
