import { sql } from 'kysely';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { pointer } from '../../../engine/model/faults/index.ts';
import { isId } from '../../../engine/model/fields/index.ts';
import { checkValue, valueFaults } from '../../../engine/model/record/index.ts';
import type { CheckAnswer } from '../../../engine/model/wire/index.ts';
import { comparedSql, comparedText, searchedColumn } from '../../db/spec/columns.ts';
import { quote } from '../../db/spec/names.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { boundFields, lookUp } from '../../records/lookup/lookup.ts';
import { every } from '../../records/plan/conditions.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { rowPolicy } from '../../records/policy/row-policy.ts';
import { RowReader } from '../../records/read/row-reader.ts';
import { readText } from '../../texts/read-text.ts';

/**
 * Says while a form is being filled in whether a unique field's value is taken, or what the value of an asked field
 * means: `{field, value, id?}`, where `id` is the row being edited. The value is brought to its stored form first, as it
 * will be when the form is sent. A masked value is a lookup, counted and written down.
 */
export async function checkField(
  entity: EntityModel,
  body: Values,
  context: CallContext,
  rules: DomainRules | undefined,
): Promise<CheckAnswer> {
  const field = typeof body.field === 'string' ? entity.fields.get(body.field) : undefined;
  const ask = field?.asked === true ? rules?.checks?.[field.key] : undefined;
  if (field === undefined || (field.unique !== true && ask === undefined))
    throw wrongInput(
      '/field',
      readText('read.check'),
      readText('read.checkedField', { entity: entity.document }),
      body.field,
    );
  const { id } = body;
  if (id !== undefined && id !== null && (typeof id !== 'string' || !isId(id)))
    throw wrongInput('/id', readText('read.check'), readText('read.id'), id);
  const options = { dictionaries: context.documents.dictionaries, now: context.now };
  const outcome = checkValue(field, body.value, options);
  if ('fault' in outcome) return { free: false, faults: valueFaults(outcome, pointer(field.key), field.title) };
  if (outcome.value === null) return { free: true };
  const own = typeof id === 'string' ? id : undefined;
  const { value } = outcome;
  const answer = () => (ask === undefined ? holderOf(entity, field, value, own, context) : ask(value, own, context));
  const fields = boundFields([field], context.caller);
  if (fields.length === 0) return answer();
  const lookup = { entity, fields, hash: context.protection.hash(String(value)) };
  return lookUp(lookup, context, async () => {
    const told = await answer();
    return { answer: told, isHit: !told.free };
  });
}

async function holderOf(
  entity: EntityModel,
  field: EntityField,
  value: unknown,
  id: string | undefined,
  context: CallContext,
): Promise<CheckAnswer> {
  const unpaged = { ...context, page: undefined };
  const { label } = entity.document;
  const plan = new SelectPlan(unpaged, entity);
  const reader = new RowReader(plan, unpaged, [label]);
  const scope = await rowPolicy(plan, unpaged);
  const column = sql.raw(comparedSql(field, `${quote(plan.alias)}.${quote(searchedColumn(entity, field.key))}`));
  const wanted = field.mask === undefined ? comparedText(field, value) : context.protection.hash(String(value));
  const conditions = [
    sql`${column} = ${wanted}`,
    plan.live(),
    // A row out of reach is not “the one being edited”: else its id and a guess would tell what it holds.
    ...(id === undefined ? [] : [sql`not coalesce(${plan.own('id')} = ${id} and ${scope}, false)`]),
  ];
  const columns = reader.columns();
  const found = await sql<
    Record<string, unknown>
  >`select ${columns}, coalesce(${scope}, false) as "reached" ${plan.from()} where ${every(conditions)} limit 1`.execute(
    context.db,
  );
  const [row] = found.rows;
  if (row === undefined) return { free: true };
  if (row.reached !== true) return { free: false };
  const record = reader.record(row);
  const shown = record[label];
  return { free: false, id: record.id, ...(typeof shown === 'string' ? { label: shown } : {}) };
}
