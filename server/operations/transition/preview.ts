import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TransitionPreview } from '../../../engine/model/documents/index.ts';
import { type EntityModel, resolvePath } from '../../../engine/model/entity/index.ts';
import { evaluateWhole, parseExpression, type Scope } from '../../../engine/model/expression/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { maxPreviewRows, type PreviewAnswer } from '../../../engine/model/wire/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { every } from '../../records/plan/conditions.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { rowPolicy } from '../../records/policy/row-policy.ts';
import { RowReader } from '../../records/read/row-reader.ts';
import { transitionText } from '../../texts/transition-text.ts';
import { wordsOf } from '../history/describe-change.ts';
import { LabelBook } from '../history/label-book.ts';
import { inOrder, referring } from './effect-rows.ts';

/** What a call says of the preview: that only it is asked for, or which one the caller has seen. */
export type AskedPreview = { readonly isOnly: boolean; readonly seen: unknown };

/** Takes what is said of the preview out of the body of a call. */
export function takePreview(body: Values): { readonly asked: AskedPreview; readonly rest: Values } {
  const { preview, previewed, ...rest } = body;
  return { asked: { isOnly: preview === true, seen: previewed }, rest };
}

type Previewed = {
  readonly entity: EntityModel;
  readonly preview: TransitionPreview;
  /** The title where the preview has none. */
  readonly title: string;
  readonly scope: Scope;
  readonly rules: RuleBook;
  /** Whether the rows are held for the rest of the transaction, so that they are those that were seen. */
  readonly isHeld: boolean;
};

/** What a transition would bring with it, as the caller may see it. */
export async function previewOf(asked: Previewed, context: CallContext): Promise<PreviewAnswer> {
  const { preview, title } = asked;
  const told =
    preview.rows === undefined ? await actionRows(asked, context) : await referringRows(asked, preview.rows, context);
  return { title: preview.title ?? title, ...told };
}

/** Refused (E_PREVIEW) unless the caller has seen what the transition brings with it, as it is now. */
export async function refuseUnseen(asked: Previewed, seen: unknown, context: CallContext): Promise<void> {
  if (typeof seen !== 'string')
    throw refuse('E_PREVIEW', { expected: formatMessage(transitionText('transition.unseen')) });
  const { digest } = await previewOf(asked, context);
  if (digest !== seen) throw refuse('E_PREVIEW', { expected: formatMessage(transitionText('transition.changed')) });
}

type Told = Omit<PreviewAnswer, 'title'>;

/** The rows that refer to the record: their versions make the digest, whatever of them the caller sees. */
async function referringRows(
  { scope, isHeld }: Previewed,
  rows: NonNullable<TransitionPreview['rows']>,
  context: CallContext,
): Promise<Told> {
  const { entity: name, order, fields } = rows;
  const entity = modelOf(context.documents, name);
  const plan = new SelectPlan(context, entity);
  const held = isHeld ? sql`for update of ${sql.ref(plan.alias)}` : sql``;
  // First: what it reads through references is joined.
  const condition = referring(plan, rows, scope);
  const found = await sql<{ readonly id: string; readonly version: number }>`
    select ${plan.own('id')} as id, ${plan.own('version')} as version ${plan.from()}
    where ${condition} order by ${plan.own('id')} ${held}`.execute(context.db);
  const digest = digestOf(found.rows.map(({ id, version }) => [id, version]));
  const shown = await shownRows(
    entity,
    fields,
    order,
    found.rows.map(({ id }) => id),
    context,
  );
  return { ...shown, total: found.rows.length, hidden: found.rows.length - shown.reached, digest };
}

async function shownRows(
  entity: EntityModel,
  fields: readonly string[],
  order: readonly string[] | undefined,
  ids: readonly string[],
  context: CallContext,
): Promise<Pick<Told, 'columns' | 'rows'> & { readonly reached: number }> {
  const within = { ...context, page: undefined };
  const plan = new SelectPlan(within, entity);
  const reader = await RowReader.of(plan, within, fields);
  const scope = await rowPolicy(plan, within);
  const reachable = every([sql`${plan.own('id')} = any(${[...ids]}::uuid[])`, scope]);
  const found = await sql<Record<string, unknown>>`select ${reader.columns()}, count(*) over () as "reachedCount"
    ${plan.from()} where ${reachable}
    order by ${inOrder(plan, order)} limit ${maxPreviewRows}`.execute(context.db);
  const records = found.rows.map((row) => reader.record(row));
  const columns = fields.flatMap((path) => {
    const field = resolvePath(context.documents.entities, entity.document, path)?.field;
    return field === undefined ? [] : [{ path, field }];
  });
  const labels = new LabelBook(context);
  const valueAt = (record: unknown, path: string): unknown =>
    path
      .split('.')
      .reduce<unknown>(
        (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : null),
        record,
      );
  for (const record of records)
    for (const { path, field } of columns) labels.noteField(field, { [field.key]: valueAt(record, path) });
  await labels.read();
  return {
    reached: Number(found.rows[0]?.reachedCount ?? 0),
    columns: columns.map(({ field }) => ({ title: field.title, type: field.type })),
    rows: records.map((record) =>
      columns.map(({ path, field }) => {
        const value = valueAt(record, path) ?? null;
        const text = wordsOf(field, labels, context)?.({ [field.key]: value });
        return { value, ...(text === undefined ? {} : { text }) };
      }),
    ),
  };
}

/** The rows that a reading action of the entity answers; it shows what its caller may see. */
async function actionRows(
  { entity, preview: { action, input = {}, columns = [] }, scope, rules }: Previewed,
  context: CallContext,
): Promise<Told> {
  const run = rules.get(entity.document.name)?.wholeActions?.[action ?? ''];
  if (run === undefined) throw refuse('E_SERVER', { got: `${entity.document.name}.${action}` });
  const values = Object.fromEntries(
    Object.entries(input).flatMap(([key, source]) => {
      const parsed = parseExpression(source);
      return parsed.ok ? [[key, evaluateWhole(parsed.expression, scope)] as const] : [];
    }),
  );
  const answer = await run(values, context);
  const list: unknown = typeof answer === 'object' && answer !== null && 'rows' in answer ? answer.rows : undefined;
  if (!Array.isArray(list)) throw refuse('E_SERVER', { got: `${entity.document.name}.${action} answered no rows` });
  const rows = list.map((row: unknown) =>
    columns.map(({ key }) => ({
      value: typeof row === 'object' && row !== null ? (Reflect.get(row, key) ?? null) : null,
    })),
  );
  return {
    columns: columns.map(({ title, type }) => ({ title, type })),
    rows: rows.slice(0, maxPreviewRows),
    total: rows.length,
    hidden: 0,
    digest: digestOf(rows),
  };
}

function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
