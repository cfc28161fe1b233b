import type { ChildRows, DocumentSet, EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { type EntityModel, entityModel } from '../../../engine/model/entity/index.ts';
import { relationName } from '../../../engine/model/naming/index.ts';
import type { InputField } from '../../../engine/model/record/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { pictureAddressesKey, undialledKey, unrevealedKey } from '../../../engine/model/wire/index.ts';
import { idSchema, type JsonSchema, list, nullable, ref } from '../../kernel/operation/json-schema.ts';
import { openapiText } from '../../texts/openapi-text.ts';
import { inputSchema, outputSchema } from './field-schema.ts';

const versionSchema = (): JsonSchema => ({
  type: 'integer',
  minimum: 1,
  title: formatMessage(openapiText('openapi.version')),
});

/** A row as it is answered, with what is told beside its fields: only the fields asked for are there, relations as objects of their own. */
export function recordSchema(
  document: EntityDocument,
  documents: DocumentSet,
  beside: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const entity = entityModel(document);
  const properties: Record<string, JsonSchema> = {};
  for (const field of entity.fields.values())
    if (field.secret !== true) properties[field.key] = outputSchema(field, documents.dictionaries);
  for (const { name, field, entity: target, many } of entity.relations.values())
    properties[name] ??= relationSchema(field, many, documents.entities.get(target));
  for (const rows of entity.children.values())
    properties[rows.key] = { ...list(ref(`${rows.entity}.record`)), title: rows.title };
  for (const field of entity.fields.values())
    if (field.refBy !== undefined)
      properties[relationName(field.key)] ??= oneOfKinds(field, field.refBy.entities, documents);
  properties[unrevealedKey] = {
    type: 'object',
    title: formatMessage(openapiText('openapi.unrevealed')),
    additionalProperties: { type: 'string' },
  };
  properties[undialledKey] = {
    type: 'object',
    title: formatMessage(openapiText('openapi.undialled')),
    additionalProperties: { type: 'string' },
  };
  if (document.fields.some(({ type }) => type === 'html'))
    properties[pictureAddressesKey] = {
      type: 'object',
      title: formatMessage(openapiText('openapi.pictures')),
      description: formatMessage(openapiText('openapi.picturesHint')),
      additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
    };
  if (document.tree !== undefined)
    properties.hasChildren = { type: 'boolean', title: formatMessage(openapiText('openapi.hasChildren')) };
  return {
    type: 'object',
    title: document.title,
    properties: { ...properties, ...beside, id: idSchema, version: versionSchema() },
    required: ['id', 'version'],
    additionalProperties: false,
  };
}

/** What is asked of the row a reference names; its label at least. */
function relationSchema(field: EntityField, many: boolean, target: EntityDocument | undefined): JsonSchema {
  const label = target === undefined ? undefined : entityModel(target).fields.get(target.label);
  const shown = label === undefined ? {} : { [label.key]: { type: ['string', 'number', 'null'], title: label.title } };
  const one: JsonSchema = {
    type: 'object',
    title: target?.title ?? field.title,
    properties: { id: nullable(idSchema), ...shown },
  };
  return many ? list(one) : nullable(one);
}

/** The row that a reference to one of several entities names, by the label of its own; nothing where it is out of reach. */
function oneOfKinds(field: EntityField, kinds: Readonly<Record<string, string>>, documents: DocumentSet): JsonSchema {
  const targets = [...new Set(Object.values(kinds))].map((name) =>
    relationSchema(field, false, documents.entities.get(name)),
  );
  return { anyOf: targets, title: field.title };
}

/** What adding a row takes. */
export function createSchema(document: EntityDocument, documents: DocumentSet): JsonSchema {
  const entity = entityModel(document);
  const fields = inputsOf(entity.fields.values(), documents);
  const children = childrenOf(entity);
  return {
    type: 'object',
    title: formatMessage(openapiText('openapi.create', { entity: document })),
    properties: { ...fields.properties, ...children.properties },
    required: [...fields.required, ...children.required],
    additionalProperties: false,
  };
}

/** What changing a row takes: its id and version, and the fields that change. */
export function modifySchema(document: EntityDocument, documents: DocumentSet): JsonSchema {
  const entity = entityModel(document);
  const was: JsonSchema = {
    type: 'object',
    title: formatMessage(openapiText('openapi.was')),
    description: formatMessage(openapiText('openapi.wasHint')),
  };
  return {
    type: 'object',
    title: formatMessage(openapiText('openapi.modify', { entity: document })),
    properties: {
      id: idSchema,
      version: { type: 'number', title: formatMessage(openapiText('openapi.version')) },
      was,
      ...inputsOf(entity.fields.values(), documents).properties,
      ...childrenOf(entity).properties,
    },
    required: ['id', 'version'],
    additionalProperties: false,
  };
}

/** One child row as it is sent along with its parent; with an id it is the row already there. */
export function childSchema(rows: ChildRows, documents: DocumentSet): JsonSchema {
  const document = documents.entities.get(rows.entity);
  if (document === undefined) return { type: 'object' };
  const kept = new Set([rows.by, ...(rows.order === undefined ? [] : [rows.order])]);
  const fields = [...entityModel(document).fields.values()].filter((field) => !kept.has(field.key));
  const own = childrenOf(entityModel(document));
  const { properties, ...inputs } = inputsOf(fields, documents);
  const required = [...inputs.required, ...own.required];
  return {
    type: 'object',
    title: rows.title,
    properties: { id: nullable(idSchema), ...properties, ...own.properties },
    ...(required.length === 0 ? {} : { anyOf: [{ required }, knownRow] }),
    additionalProperties: false,
  };
}

/** A row with an id is there already, and may leave out what it does not change. */
const knownRow: JsonSchema = { required: ['id'], properties: { id: { type: 'string' } } };

/** Name of the schema of child rows. */
export const childSchemaName = (document: EntityDocument, rows: ChildRows): string =>
  `${document.name}.${rows.key}.input`;

function childrenOf(entity: EntityModel): Inputs {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const rows of entity.children.values()) {
    const { min = 0, max = 500 } = rows;
    properties[rows.key] = {
      ...list(ref(childSchemaName(entity.document, rows)), { minItems: min, maxItems: max }),
      title: rows.title,
    };
    if (min > 0) required.push(rows.key);
  }
  return { properties, required };
}

type Inputs = { readonly properties: Readonly<Record<string, JsonSchema>>; readonly required: readonly string[] };

/** Schemas of the fields that take input, and which of them must be there. */
export function inputsOf(fields: Iterable<InputField>, { dictionaries }: Pick<DocumentSet, 'dictionaries'>): Inputs {
  const taken = [...fields].filter((field) => field.readonly !== true && field.secret !== true);
  return {
    properties: Object.fromEntries(taken.map((field) => [field.key, inputSchema(field, dictionaries)])),
    required: taken
      .filter((field) => field.required === true && field.defaultValue === undefined)
      .map((field) => field.key),
  };
}
