/** A JSON Schema as it came from the server. */
export type Schema = Readonly<Record<string, unknown>>;

/** An operation as the page shows it. */
export type ReferenceOperation = {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly title: string;
  readonly description: string | undefined;
  readonly group: string;
  readonly access: string;
  readonly permission: string | undefined;
  readonly scope: string | undefined;
  readonly idempotency: string;
  readonly audit: string;
  /** The body, or what the query takes; undefined where it takes bytes. */
  readonly input: Schema | undefined;
  /** The data of a successful answer; undefined where it sends bytes. */
  readonly output: Schema | undefined;
};

/** The document as the page shows it. */
export type Reference = {
  readonly operations: readonly ReferenceOperation[];
  readonly schemas: ReadonlyMap<string, Schema>;
};

/** Whether a value is an object with keys. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Follows keys into nested objects; undefined where the way ends. */
function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (isSchema(inner) ? inner[key] : undefined), value);
}

function textAt(value: unknown, key: string): string | undefined {
  const text = at(value, key);
  return typeof text === 'string' ? text : undefined;
}

/** Reads an OpenAPI document; what it does not say is left out. What is about nothing named is put under `others`. */
export function readReference(document: unknown, others: string): Reference {
  const paths = at(document, 'paths');
  const schemas = at(document, 'components', 'schemas');
  return {
    operations: Object.entries(isSchema(paths) ? paths : {}).flatMap(([path, methods]) =>
      (['GET', 'POST'] as const).flatMap((method) => {
        const described = at(methods, method.toLowerCase());
        return isSchema(described) ? [readOperation(path, method, described, others)] : [];
      }),
    ),
    schemas: new Map(
      Object.entries(isSchema(schemas) ? schemas : {}).flatMap(([name, schema]) =>
        isSchema(schema) ? [[name, schema] as const] : [],
      ),
    ),
  };
}

function readOperation(path: string, method: 'GET' | 'POST', described: Schema, others: string): ReferenceOperation {
  const tags = described.tags;
  const tag: unknown = Array.isArray(tags) ? tags[0] : undefined;
  const answer = at(described, 'responses', '200', 'content', 'application/json', 'schema');
  const success: unknown = isSchema(answer) && Array.isArray(answer.oneOf) ? answer.oneOf[0] : undefined;
  const output = at(success, 'properties', 'data');
  const body = at(described, 'requestBody', 'content', 'application/json', 'schema');
  const input = method === 'GET' ? queryOf(described) : body;
  return {
    path,
    method,
    title: textAt(described, 'summary') ?? path,
    description: textAt(described, 'description'),
    group: typeof tag === 'string' ? tag : others,
    access: textAt(described, 'x-access') ?? 'signedIn',
    permission: textAt(described, 'x-permission'),
    scope: textAt(described, 'x-scope'),
    idempotency: textAt(described, 'x-idempotency') ?? 'none',
    audit: textAt(described, 'x-audit') ?? 'read',
    input: isSchema(input) ? input : undefined,
    output: isSchema(output) ? output : undefined,
  };
}

function queryOf(described: Schema): Schema {
  const given: readonly unknown[] = Array.isArray(described.parameters) ? described.parameters : [];
  const parameters = given.filter((parameter) => textAt(parameter, 'in') === 'query');
  const nameOf = (parameter: unknown) => textAt(parameter, 'name') ?? '';
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((parameter) => [nameOf(parameter), at(parameter, 'schema')])),
    required: parameters.filter((parameter) => at(parameter, 'required') === true).map(nameOf),
  };
}

/** Operations whose title, path, group or permission holds every word, by group in the order of the document. */
export function searchOperations(
  operations: readonly ReferenceOperation[],
  words: string,
): ReadonlyMap<string, readonly ReferenceOperation[]> {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = new Map<string, ReferenceOperation[]>();
  for (const operation of operations) {
    const text = `${operation.title} ${operation.path} ${operation.group} ${operation.permission ?? ''}`.toLowerCase();
    if (!wanted.every((word) => text.includes(word))) continue;
    found.set(operation.group, [...(found.get(operation.group) ?? []), operation]);
  }
  return found;
}
