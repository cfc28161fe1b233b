import type { Value } from '../../../contract/definition/schema.ts';
import type { checkCustomField } from '../../../contract/design/custom-fields.ts';
import { customFieldFaults, maxCustomFields } from '../../../engine/model/custom/index.ts';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import type { Fault } from '../../../engine/model/faults/index.ts';
import type { JsonObject } from '../../../engine/model/json/index.ts';
import { expectation, formatMessage } from '../../../engine/model/texts/index.ts';
import { readStoredFields, type StoredField } from '../../db/design/custom-store.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { customText } from '../../texts/design/custom-text.ts';
import { designedEntity, readEntities, shippedFields } from './designed-entity.ts';
import { rowsInTheWay } from './rows-in-the-way.ts';
import { isField } from './stored-field.ts';

/** What would be wrong with a field if it were saved; nothing is. */
export async function checkField(
  { entity: name, field }: Value<typeof checkCustomField.input>,
  context: CallContext,
): Promise<Value<typeof checkCustomField.output>> {
  const entity = designedEntity(name, context);
  const stored = (await readStoredFields(context.db, name)).find(({ key }) => key === field.key);
  return { faults: (await lookAtField(entity, field, stored, context)).faults };
}

/** A field that may be saved; what is wrong with it is refused with its place. */
export async function fieldToSave(
  entity: EntityDocument,
  given: JsonObject,
  stored: StoredField | undefined,
  context: CallContext,
): Promise<EntityField> {
  const { field, faults } = await lookAtField(entity, given, stored, context);
  if (faults.length > 0 || field === undefined)
    throw invalidInput(faults.map((fault) => ({ ...fault, pointer: `/field${fault.pointer}` })));
  return field;
}

type Looked = { readonly field: EntityField | undefined; readonly faults: readonly Fault[] };

/** A field as it would be, and what is wrong with it as the documents and the rows are. */
export async function lookAtField(
  entity: EntityDocument,
  given: JsonObject,
  stored: StoredField | undefined,
  context: CallContext,
): Promise<Looked> {
  const { field, faults } = customFieldFaults(entity, given, context.documents);
  const further = [
    ...faults,
    ...nameFaults(entity, given),
    ...(faults.some((fault) => fault.pointer === '/ref') ? [] : reachFaults(given, context)),
    ...fixedFaults(given, stored),
  ];
  if (field === undefined || further.length > 0) return { field, faults: further };
  const before = stored === undefined ? undefined : beforeOf(entity, stored);
  return { field, faults: await rowsInTheWay(entity, field, before, context) };
}

/** As it is in force; of one that sleeps or is retired nothing is known to hold of the rows. */
function beforeOf(entity: EntityDocument, { key, definition }: StoredField): EntityField | undefined {
  const inForce = entity.fields.find((field) => field.key === key);
  // Its column is there, whatever was said of it.
  return inForce ?? (isField(definition) ? { key, title: definition.title, type: definition.type } : undefined);
}

/** People tell fields apart by their names. */
function nameFaults(entity: EntityDocument, { key, title }: JsonObject): readonly Fault[] {
  const other = entity.fields.find((field) => field.key !== key && field.title === title);
  return other === undefined
    ? []
    : [
        {
          code: 'E_SCHEMA_DUPLICATE',
          pointer: '/title',
          ...expectation(customText('custom.field.sameTitle', { key: other.key })),
          got: String(title),
        },
      ];
}

/** Somebody refers only to what he reads himself. */
function reachFaults({ ref }: JsonObject, context: CallContext): readonly Fault[] {
  if (typeof ref !== 'string' || readEntities(context).some(({ name }) => name === ref)) return [];
  return [{ code: 'E_INPUT_CHOICE', pointer: '/ref', title: formatMessage(customText('custom.field.ref')), got: ref }];
}

/** What stored values are read by stays. */
const fixed = ['type', 'ref', 'dictionary', 'mask', 'unit'] as const;

function fixedFaults(given: JsonObject, stored: StoredField | undefined): readonly Fault[] {
  const definition = stored?.definition;
  if (!isField(definition)) return [];
  const kept = fixed
    .filter((name) => JSON.stringify(given[name]) !== JSON.stringify(definition[name]))
    .map((name) => ({
      code: 'E_SCHEMA_CONFLICT' as const,
      pointer: `/${name}`,
      ...expectation(customText('custom.field.kept', { value: String(definition[name] ?? '—') })),
      got: String(given[name] ?? '—'),
    }));
  return [...kept, ...comparedFaults(given, definition)];
}

const compared = ['unique', 'searchable'] as const;

/** What is under a mask is compared by a hash that is written with it: values that are there already have none. */
function comparedFaults(given: JsonObject, definition: EntityField): readonly Fault[] {
  if (definition.mask === undefined || compared.some((name) => definition[name] === true)) return [];
  return compared
    .filter((name) => given[name] === true)
    .map((name) => ({
      code: 'E_SCHEMA_CONFLICT' as const,
      pointer: `/${name}`,
      ...expectation(customText('custom.field.compared')),
      got: 'true',
    }));
}

/** Whether one more may be made. */
export function refuseMore(entity: EntityDocument, stored: readonly StoredField[]): void {
  if (stored.length >= maxCustomFields)
    throw invalidInput([
      {
        code: 'E_INPUT_TOO_MANY',
        pointer: '/entity',
        title: formatMessage(customText('custom.fields')),
        expected: formatMessage(customText('custom.fields.most', { maxCustomFields })),
        got: String(shippedFields(entity).length),
      },
    ]);
}
