import { type RawBuilder, sql } from 'kysely';
import { isGranted, verbPermissions } from '../../../engine/model/access/index.ts';
import type { EntityConstraint, ExclusionRule } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { parseExpression, pathsRead } from '../../../engine/model/expression/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { kindOfValue } from '../../../engine/model/fields/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { bareKey, hashColumn } from '../../db/spec/columns.ts';
import { ruleBehind } from '../../db/spec/describe-rules.ts';
import { objectName } from '../../db/spec/names.ts';
import type { AppError } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { bracketed } from '../../kernel/language/listed.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { changeText } from '../../texts/records/change-text.ts';
import { every } from '../plan/conditions.ts';
import { SelectPlan } from '../plan/select-plan.ts';
import { compileFor, rowPolicy } from '../policy/row-policy.ts';
import { RowReader } from '../read/row-reader.ts';
import type { ConstraintError } from '../store/constraint-error.ts';
import { SqlRecordStore } from '../store/sql-record-store.ts';

/** A violated constraint as a refusal at the field it guards; undefined where the documents know none of that name. */
export async function constraintRefusal(error: ConstraintError, context: CallContext): Promise<AppError | undefined> {
  const fault = await faultOf(error, modelOf(context.documents, error.entity), context);
  if (fault === undefined) return undefined;
  return invalidInput([{ ...fault, pointer: `${error.at}${fault.pointer}` }]);
}

async function faultOf(error: ConstraintError, entity: EntityModel, context: CallContext): Promise<Fault | undefined> {
  const rule = ruleBehind(entity, error.constraint);
  switch (rule?.kind) {
    case undefined:
      return referenceFault(error, entity);
    case 'field':
      return faultAt(entity, rule.field.key, { code: 'E_INPUT_DUPLICATE' });
    case 'index': {
      const key = concerned(rule.index.fields.map(bareKey), error.given);
      const { message } = rule.index;
      return faultAt(
        entity,
        key,
        message === undefined ? { code: 'E_INPUT_DUPLICATE' } : { code: 'E_INPUT_RULE', expected: message },
      );
    }
    case 'check': {
      const parsed = parseExpression(rule.check);
      const keys = parsed.ok ? pathsRead(parsed.expression, 'record') : [];
      const expected =
        rule.constraint.message ?? formatMessage(changeText('change.rule', { key: rule.constraint.key }));
      return faultAt(entity, concerned(keys, error.given), { code: 'E_INPUT_RULE', expected });
    }
    case 'order': {
      const [from, to] = [rule.exclude.from, rule.exclude.to].map((key) => entity.fields.get(key)?.title ?? key);
      return faultAt(entity, rule.exclude.to, {
        code: 'E_INPUT_RULE',
        expected: formatMessage(changeText('change.order', { to, from })),
      });
    }
    case 'exclude':
      return overlapFault(error, entity, rule.constraint, rule.exclude, context);
  }
}

/** The field a rule over several is shown at: one that the caller gave, else the first. */
function concerned(keys: readonly string[], given: Values): string {
  return keys.find((key) => given[key] !== undefined && given[key] !== null) ?? keys[0] ?? '';
}

function faultAt(entity: EntityModel, key: string, fault: Omit<Fault, 'pointer' | 'title'>): Fault {
  const field = entity.fields.get(key);
  return field === undefined
    ? { ...fault, pointer: '', title: entity.document.title }
    : { ...fault, pointer: pointer(key), title: field.title };
}

function referenceFault(error: ConstraintError, entity: EntityModel): Fault | undefined {
  if (error.code !== '23503') return undefined;
  const field = entity.document.fields.find(
    ({ key }) => objectName(entity.document.name, toColumn(key), 'fkey') === error.constraint,
  );
  return field === undefined ? undefined : faultAt(entity, field.key, { code: 'E_INPUT_REFERENCE' });
}

async function overlapFault(
  error: ConstraintError,
  entity: EntityModel,
  constraint: EntityConstraint,
  exclude: ExclusionRule,
  context: CallContext,
): Promise<Fault> {
  const other = await overlapped(error, entity, exclude, context);
  const sentence = constraint.message ?? formatMessage(changeText('change.overlap'));
  return faultAt(entity, concerned([exclude.from, exclude.to, ...exclude.equal], error.given), {
    code: 'E_INPUT_OVERLAP',
    expected: other === undefined ? sentence : bracketed(sentence, other),
    ...(other === undefined ? {} : { got: other }),
  });
}

/** Label of the row in the way, as the caller sees it; undefined when it is out of his reach. */
async function overlapped(
  error: ConstraintError,
  entity: EntityModel,
  exclude: ExclusionRule,
  context: CallContext,
): Promise<string | undefined> {
  const { document } = entity;
  const mayRead = [verbPermissions.query, verbPermissions.view].some((verb) =>
    isGranted(context.caller.grants, `${document.name}:${verb}`),
  );
  if (!mayRead) return undefined;
  const records = new SqlRecordStore(context, { staffId: null, now: context.now });
  const stored = error.id === undefined ? undefined : await records.findOne(document.name, { id: error.id });
  const row = { ...stored, ...error.values };
  const unpaged = { ...context, page: undefined };
  const plan = new SelectPlan(unpaged, entity);
  const reader = new RowReader(plan, unpaged, [document.label]);
  const parsed = parseExpression(exclude.where ?? 'true');
  const conditions = [
    ...exclude.equal.map((key) => equals(plan, key, row[key], context)),
    sql`${spanOf(entity, exclude, plan.own(exclude.from), plan.own(exclude.to))} && ${spanOf(entity, exclude, sql`${row[exclude.from] ?? null}`, sql`${row[exclude.to] ?? null}`)}`,
    ...(parsed.ok ? [await compileFor(parsed.expression, plan, context)] : []),
    ...(error.id === undefined ? [] : [sql`${plan.own('id')} <> ${error.id}`]),
    await rowPolicy(plan, unpaged),
  ];
  const columns = reader.columns();
  const found = await sql<
    Record<string, unknown>
  >`select ${columns} ${plan.from()} where ${every(conditions)} order by ${plan.own(exclude.from)} limit 1`.execute(
    context.db,
  );
  const label = found.rows[0] === undefined ? undefined : reader.record(found.rows[0])[document.label];
  return label === undefined || label === null ? undefined : String(label);
}

function equals(plan: SelectPlan, key: string, value: unknown, context: CallContext): RawBuilder<unknown> {
  const masked = plan.entity.fields.get(key)?.mask !== undefined;
  return masked && typeof value === 'string'
    ? sql`${sql.ref(`${plan.alias}.${hashColumn(key)}`)} = ${context.protection.hash(value)}`
    : sql`${plan.own(key)} = ${value ?? null}`;
}

function spanOf(
  entity: EntityModel,
  exclude: ExclusionRule,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const field = entity.fields.get(exclude.from);
  return field !== undefined && kindOfValue(field) === 'day'
    ? sql`daterange(${from}::date, ${to}::date, '[]')`
    : sql`tstzrange(${from}::timestamptz, ${to}::timestamptz)`;
}
