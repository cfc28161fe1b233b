import { type DocumentSet, type FieldMask, type MaskKind, maskKinds } from '../../../engine/model/documents/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { type JsonSchema, object, ref, textSchema } from '../../kernel/operation/json-schema.ts';
import { hasCaller, type Operation } from '../../kernel/operation/operation.ts';
import { commonText } from '../../texts/common-text.ts';
import { openapiText } from '../../texts/openapi-text.ts';

/** An OpenAPI 3.1 document, as plain data. */
export type OpenApiDocument = { readonly [key: string]: unknown };

/** What the document is made of. */
export type OpenApiSource = {
  readonly title: string;
  readonly documents: DocumentSet;
  readonly operations: Iterable<Operation>;
  readonly shared: ReadonlyMap<string, JsonSchema>;
  /** Whether a reader may know of a masked field. */
  readonly mayKnow: (mask: FieldMask) => boolean;
};

/** Writes the OpenAPI document of some operations: their paths, and only the shared schemas that those use. */
export function openApiDocument(source: OpenApiSource): OpenApiDocument {
  const { title, documents, operations, mayKnow } = source;
  const listed = [...operations].sort((a, b) => (a.path < b.path ? -1 : 1));
  const shared = new Map([...source.shared, ...listed.flatMap(namedSchemas)]);
  const clear = (schema: unknown) => withoutHidden(schema, mayKnow);
  const paths = Object.fromEntries(
    listed.map((operation) => [
      operation.path,
      { [(operation.method ?? 'POST').toLowerCase()]: clear(describe(operation, documents)) },
    ]),
  );
  const used = usedSchemas([paths, ref('Refusal')], shared);
  const schemas = Object.fromEntries([...used].sort().map((name) => [name, clear(shared.get(name))]));
  const tags = [...new Set(listed.map((operation) => tagOf(operation, documents)))].map((name) => ({ name }));
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: formatMessage(openapiText('openapi.introduction', { envelope })) },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    tags,
    paths,
    components: { schemas, securitySchemes: securitySchemes() },
  };
}

const envelope = '{code, message, data}';

function securitySchemes(): JsonSchema {
  const description = formatMessage(openapiText('openapi.token'));
  return { session: { type: 'apiKey', in: 'header', name: 'X-App-Token', description } };
}

/** What the operation belongs to: the entity whose rows it touches, or the system. */
function tagOf({ scope }: Operation, documents: DocumentSet): string {
  return scope === null ? formatMessage(commonText('common.system')) : (documents.entities.get(scope)?.title ?? scope);
}

function describe(operation: Operation, documents: DocumentSet): JsonSchema {
  const { access, title, description, scope, idempotency, audit, path } = operation;
  const key = access.kind === 'permission' ? { 'x-permission': [access.key, ...(access.or ?? [])].join(' | ') } : {};
  return {
    operationId: idOf(path),
    summary: title,
    ...(description === undefined ? {} : { description }),
    tags: [tagOf(operation, documents)],
    ...(hasCaller(operation) ? { security: [{ session: [] }] } : { security: [] }),
    ...request(operation),
    responses: responses(operation),
    'x-access': access.kind,
    ...key,
    'x-scope': scope,
    'x-idempotency': idempotency,
    'x-audit': audit,
  };
}

function idOf(path: string): string {
  return path.slice(1).replaceAll('/', '.');
}

type Part = 'input' | 'output';

/** Name of what an operation takes or answers. */
function nameOf({ path }: Operation, part: Part): string {
  return `${idOf(path)}.${part}`;
}

/** Whether a schema has parts to read, and is no reference to one that is named already. */
function isNamed(schema: JsonSchema): boolean {
  const { properties, $ref } = schema;
  const hasParts = ['items', 'anyOf', 'oneOf'].some((word) => Object.hasOwn(schema, word));
  return $ref === undefined && (hasParts || Object.keys(Object(properties)).length > 0);
}

/** What an operation takes and answers, under names of its own and with titles. */
function namedSchemas(operation: Operation): readonly (readonly [string, JsonSchema])[] {
  return (['input', 'output'] as const)
    .filter((part) => isNamed(operation[part]))
    .map((part) => {
      const title = formatMessage(openapiText(`openapi.${part}`, { operation: operation.title }));
      return [nameOf(operation, part), { title, ...operation[part] }];
    });
}

function schemaOf(operation: Operation, part: Part): JsonSchema {
  return isNamed(operation[part]) ? ref(nameOf(operation, part)) : operation[part];
}

function request(operation: Operation): JsonSchema {
  const headers = operation.idempotency === 'none' ? [] : [keyHeader(operation.idempotency === 'required')];
  if (operation.method === 'GET') return { parameters: [...queryParameters(operation.input), ...headers] };
  const content =
    operation.takes === 'file'
      ? { 'multipart/form-data': { schema: oneFile() } }
      : { 'application/json': { schema: schemaOf(operation, 'input') } };
  const parameters = operation.takes === 'file' ? [...queryParameters(operation.input), ...headers] : headers;
  return { ...(parameters.length === 0 ? {} : { parameters }), requestBody: { content } };
}

function oneFile(): JsonSchema {
  const title = formatMessage(openapiText('openapi.file'));
  return {
    type: 'object',
    properties: { file: { type: 'string', contentMediaType: 'application/octet-stream', title } },
    required: ['file'],
  };
}

function keyHeader(required: boolean): JsonSchema {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required,
    description: formatMessage(openapiText('openapi.key')),
    schema: { type: 'string', pattern: '^[\\w-]{8,200}$' },
  };
}

function queryParameters({ properties, required }: JsonSchema): readonly JsonSchema[] {
  if (typeof properties !== 'object' || properties === null) return [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: needed.includes(name),
    schema,
  }));
}

function responses(operation: Operation): JsonSchema {
  const refused = { 'application/json': { schema: ref('Refusal') } };
  const success =
    operation.gives === 'stream'
      ? { [String(operation.output.contentMediaType ?? 'application/octet-stream')]: {} }
      : { 'application/json': { schema: { oneOf: [enveloped(schemaOf(operation, 'output')), ref('Refusal')] } } };
  return {
    200: { description: formatMessage(openapiText('openapi.success')), content: success },
    default: { description: formatMessage(openapiText('openapi.failure')), content: refused },
  };
}

function enveloped(data: JsonSchema): JsonSchema {
  return object({ code: { const: '0' }, message: textSchema, data });
}

const schemaPrefix = '#/components/schemas/';

/** Names of the shared schemas that the values refer to, directly or through others. */
function usedSchemas(values: readonly unknown[], shared: ReadonlyMap<string, JsonSchema>): ReadonlySet<string> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key !== '$ref' || typeof inner !== 'string') visit(inner);
      else if (inner.startsWith(schemaPrefix)) see(inner.slice(schemaPrefix.length));
    }
  };
  const see = (name: string): void => {
    const schema = shared.get(name);
    if (schema === undefined) throw new TypeError(`no shared schema ${name}`);
    if (used.has(name)) return;
    used.add(name);
    visit(schema);
  };
  for (const value of values) visit(value);
  return used;
}

/** The same without properties whose mask hides them altogether, and without the words that they are required. */
function withoutHidden(value: unknown, mayKnow: (mask: FieldMask) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutHidden(item, mayKnow));
  if (typeof value !== 'object' || value === null) return value;
  const left = Object.entries(value)
    .filter(([, inner]) => !isHidden(inner, mayKnow))
    .map(([name, inner]) => [name, withoutHidden(inner, mayKnow)] as const);
  return Object.fromEntries(left.map(([name, inner]) => [name, name === 'required' ? stillThere(inner, left) : inner]));
}

/** Of the required names, those whose property is left. */
function stillThere(required: unknown, schema: readonly (readonly [string, unknown])[]): unknown {
  const properties = schema.find(([name]) => name === 'properties')?.[1];
  if (!Array.isArray(required) || typeof properties !== 'object' || properties === null) return required;
  return required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
}

const masks: ReadonlySet<unknown> = new Set(maskKinds);

function isMask(value: unknown): value is MaskKind {
  return masks.has(value);
}

function isHidden(schema: unknown, mayKnow: (mask: FieldMask) => boolean): boolean {
  if (typeof schema !== 'object' || schema === null || !('x-mask' in schema)) return false;
  const { 'x-mask': mask } = schema;
  const policy = 'x-mask-policy' in schema ? schema['x-mask-policy'] : undefined;
  return isMask(mask) && !mayKnow(typeof policy === 'string' ? { mask, maskPolicy: policy } : { mask });
}
