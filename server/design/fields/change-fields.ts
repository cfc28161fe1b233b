import type { Value } from '../../../contract/definition/schema.ts';
import type {
  createCustomField,
  modifyCustomField,
  moveCustomField,
  restoreCustomField,
  retireCustomField,
} from '../../../contract/design/custom-fields.ts';
import type { CustomContent } from '../../../engine/model/custom/index.ts';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { readStoredFields, type StoredField } from '../../db/design/custom-store.ts';
import { publish } from '../../events/events.ts';
import { StartError } from '../../kernel/errors/start-error.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { CustomChange, CustomTables } from '../../kernel/services/custom-tables.ts';
import { mutate } from '../../records/change/mutate.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { refuseDesign } from '../errors.ts';
import { fieldToSave, refuseMore } from './check-field.ts';
import { designedEntity } from './designed-entity.ts';
import { presentField } from './stored-field.ts';

/** Makes a field: its column first, then its record, by which it is in force. */
export async function createField(
  input: Value<typeof createCustomField.input>,
  context: CallContext,
): Promise<{ readonly version: number }> {
  const entity = designedEntity(input.entity, context);
  const stored = await readStoredFields(context.db, entity.name);
  refuseDouble(entity.name, String(input.field.key), stored);
  refuseMore(entity, stored);
  const field = await fieldToSave(entity, input.field, undefined, context);
  await changeTables(context, {
    plan: (present) => {
      refuseMade(entity.name, field.key, present);
      return {
        content: { ...present, fields: [...present.fields, { entity: entity.name, field }] },
        entities: [entity.name],
        // What an earlier field of the key, or a node that was killed, left behind.
        drops: [{ entity: entity.name, key: field.key }],
      };
    },
    record: () =>
      mutate('custom_field.create', input, context, async (inside) => {
        await insertField(entity, field, nextOrdinal(stored), inside);
      }),
  });
  return { version: 1 };
}

/** The place of the next field of an entity. */
export function nextOrdinal(stored: readonly StoredField[]): number {
  return Math.max(0, ...stored.map((one) => one.ordinal + 1));
}

/** Writes a field down whose column is there. */
export async function insertField(
  entity: EntityDocument,
  field: EntityField,
  ordinal: number,
  inside: RuleContext,
): Promise<void> {
  const values = { entity: entity.name, key: field.key, title: field.title, definition: field, ordinal };
  const id = await inside.records.insert('custom_field', { ...values, status: 'active' });
  await told('create', `新增“${entity.title}”的字段“${field.title}”`, { id, after: values }, inside);
}

/** Changes what is said of a field, its rules with it. */
export async function modifyField(
  input: Value<typeof modifyCustomField.input>,
  context: CallContext,
): Promise<{ readonly version: number }> {
  const entity = designedEntity(input.entity, context);
  const stored = await presentField(input, 'active', context);
  const field = await fieldToSave(entity, { ...input.field, key: input.key }, stored, context);
  await changeTables(context, {
    plan: (present) => ({ content: withField(present, entity.name, field), entities: [entity.name] }),
    record: () => keepField(entity, field, stored, context),
  });
  return { version: stored.version + 1 };
}

/** Writes down what is said of a field by now. */
export function keepField(
  { title }: EntityDocument,
  field: EntityField,
  stored: StoredField,
  context: CallContext,
): Promise<void> {
  const words = ['modify', `修改“${title}”的字段“${field.title}”`] as const;
  return keep(stored, { title: field.title, definition: field }, words, context);
}

/** Retires a field: nobody sees it any more, and what it holds stays. */
export async function retireField(
  input: Value<typeof retireCustomField.input>,
  context: CallContext,
): Promise<{ readonly version: number }> {
  const entity = designedEntity(input.entity, context);
  const stored = await presentField(input, 'active', context);
  const title = `停用“${entity.title}”的字段“${stored.title}”`;
  await keep(stored, { status: 'retired', retiredAt: context.now }, ['retire', title], context);
  return { version: stored.version + 1 };
}

/** Brings a retired field back, with what it holds; its rules are held against the rows of today. */
export async function restoreField(
  input: Value<typeof restoreCustomField.input>,
  context: CallContext,
): Promise<{ readonly version: number }> {
  const entity = designedEntity(input.entity, context);
  const stored = await presentField(input, 'retired', context);
  const field = await fieldToSave(entity, jsonOf(stored.definition), stored, context);
  await changeTables(context, {
    plan: (present) => ({ content: withField(present, entity.name, field), entities: [entity.name] }),
    record: () =>
      keep(
        stored,
        { status: 'active', retiredAt: null },
        ['restore', `恢复“${entity.title}”的字段“${stored.title}”`],
        context,
      ),
  });
  return { version: stored.version + 1 };
}

/** Puts the fields of an entity in order; those that are not named come last, as they were. */
export async function moveFields(
  { entity: name, keys }: Value<typeof moveCustomField.input>,
  context: CallContext,
): Promise<null> {
  const entity = designedEntity(name, context);
  return mutate('custom_field.move', { name, keys }, context, async (inside) => {
    const stored = await readStoredFields(inside.db, entity.name);
    const placeOf = ({ key }: StoredField) => (keys.includes(key) ? keys.indexOf(key) : keys.length);
    const ordered = [...stored].sort((a, b) => placeOf(a) - placeOf(b));
    for (const [ordinal, field] of ordered.entries())
      if (field.ordinal !== ordinal) await inside.records.update('custom_field', field.id, { ordinal });
    const facts = { keys: ordered.map(({ key }) => key) };
    await told('move', `调整“${entity.title}”自定义字段的次序`, { id: ordered[0]?.id ?? '', after: facts }, inside);
    return null;
  });
}

/** Changes a record of a field that nobody else changed meanwhile; `along` is done in the same transaction, or neither is. */
export function keep(
  { id, version, title, definition, status, entity, key }: StoredField,
  values: Readonly<Record<string, unknown>>,
  [action, what]: readonly [string, string],
  context: CallContext,
  along?: (inside: RuleContext) => Promise<void>,
): Promise<void> {
  return mutate(`custom_field.${action}`, { id, version, values }, context, async (inside) => {
    await inside.records.hold(`custom_field ${entity} ${key}`);
    const present = await inside.records.findOne('custom_field', { id });
    if (present?.version !== version) throw refuseDesign('E_FIELD_VERSION', { title });
    await inside.records.update('custom_field', id, values);
    await told(action, what, { id, before: { title, definition, status }, after: values }, inside);
    await along?.(inside);
  });
}

type Told = { readonly id: string; readonly before?: object; readonly after: object };

/** Writes down who did it, and tells open pages. */
function told(action: string, title: string, what: Told, inside: RuleContext): Promise<void> {
  return noteChange('custom_field', action, title, what, inside);
}

/** The same of whatever is made in the app. */
export async function noteChange(
  name: 'custom_field' | 'custom_dictionary',
  action: string,
  title: string,
  { id, before, after }: Told,
  inside: RuleContext,
): Promise<void> {
  const entity = modelOf(inside.documents, name);
  await logChange(
    { entity, id, action, title, after: { ...after }, ...(before === undefined ? {} : { before: { ...before } }) },
    inside,
  );
  await publish({ topic: 'fields_changed', data: {} }, inside.db);
}

/** Changes tables beside whoever works; what they do not allow is a refusal, not a fault of the server. */
export async function changeTables({ services }: CallContext, change: CustomChange): Promise<void> {
  const { customTables } = services;
  if (customTables === undefined) throw refuseDesign('E_FIELD_NO_TABLES');
  await tryTo(customTables, change);
}

async function tryTo(tables: CustomTables, change: CustomChange): Promise<void> {
  try {
    await tables.change(change);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    if (error.code === 'E_TABLES_BUSY') throw refuseDesign('E_FIELD_BUSY');
    throw refuseDesign('E_FIELD_TABLES', { got: String(error.facts.got ?? error.message) });
  }
}

type Keyed = { readonly key: string };

function refuseDouble(entity: string, key: string, fields: readonly Keyed[]): void {
  if (fields.some((field) => field.key === key)) throw refuseDesign('E_FIELD_EXISTS', { key, entity });
}

/** Refuses a field where one of its key is in use. */
export function refuseMade(entity: string, key: string, present: CustomContent): void {
  refuseDouble(entity, key, present.fields.filter(isOf(entity)).map(keyed));
}

const isOf = (name: string) => (field: CustomContent['fields'][number]) => field.entity === name;
const keyed = ({ field }: CustomContent['fields'][number]): Keyed => ({ key: String(jsonOf(field).key) });

function jsonOf(definition: unknown): Readonly<Record<string, unknown>> {
  return typeof definition === 'object' && definition !== null ? { ...definition } : {};
}

/** What there is, with a field as it shall be. */
export function withField(present: CustomContent, entity: string, field: EntityField): CustomContent {
  const others = present.fields.filter((one) => !(one.entity === entity && keyed(one).key === field.key));
  return { ...present, fields: [...others, { entity, field }] };
}
