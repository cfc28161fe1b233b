import { checkInput, type EntityField, type EntityModel, evaluate, parseExpression } from '../../engine/model/index.ts';
import { nextNumber } from '../db/number-sequence.ts';
import { refuse } from '../http/app-error.ts';
import { change } from './change.ts';
import type { CallContext } from './context.ts';
import type { DomainRules } from './domain-rules.ts';
import { logChange } from './operation-log.ts';
import { dayOf } from './periods.ts';
import type { Values } from './record-store.ts';
import { checkReferences } from './references.ts';
import { callerValues } from './scope.ts';

/** Creates a row from a checked input and answers its id. */
export async function createRow(
  entity: EntityModel,
  body: Values,
  context: CallContext,
  rules: DomainRules | undefined,
): Promise<{ readonly id: string; readonly version: number }> {
  const { values, faults } = checkInput(body, {
    fields: entity.fields,
    dictionaries: context.documents.dictionaries,
    partial: false,
    now: context.now,
  });
  if (faults.length > 0) throw refuse('E_INPUT_INVALID', {}, { faults });
  await checkReferences(values, entity.fields, context);
  const numbers = await numbersFor(entity, context);
  return change(`${entity.document.name}.create`, body, entity, context, async (inside) => {
    const complete = { ...defaults(entity, values, context), ...dropNull(values), ...numbers };
    const derived = (await rules?.beforeCreate?.(complete, inside)) ?? {};
    const stored = { ...complete, ...derived };
    const id = await inside.records.insert(entity.document.name, stored);
    await rules?.afterCreate?.(id, stored, inside);
    await logChange({ entity, id, action: 'create', title: '新增', after: stored }, inside);
    return { id, version: 1 };
  });
}

function dropNull(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** Default values of fields the input leaves empty; a state field falls back to its first initial state. */
function defaults(entity: EntityModel, values: Values, context: CallContext): Values {
  const scope = { user: callerValues(context.caller), form: values, now: context.now };
  const filled: Record<string, unknown> = {};
  for (const machine of entity.document.states ?? []) filled[machine.field] = machine.initial[0];
  for (const field of entity.document.fields) {
    if (field.defaultValue === undefined) continue;
    const outcome = parseExpression(field.defaultValue);
    if (outcome.ok) filled[field.key] = evaluate(outcome.expression, scope);
  }
  return filled;
}

/** The next numbers of an entity's numbered fields. */
export async function numbersFor(entity: EntityModel, context: CallContext): Promise<Values> {
  const numbered = entity.document.fields.filter(
    (field): field is EntityField & { sequence: NonNullable<EntityField['sequence']> } => field.sequence !== undefined,
  );
  const day = dayOf(context.now).replaceAll('-', '');
  const pairs = numbered.map(async (field) => {
    const value = await nextNumber(context.db, `${entity.document.name}.${field.key}`, day);
    return [field.key, `${field.sequence.prefix}${day}${String(value).padStart(field.sequence.digits, '0')}`] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}
