import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { pointer } from '../../../engine/model/faults/index.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { JsonSchema } from '../../kernel/operation/json-schema.ts';
import type { Operation } from '../../kernel/operation/operation.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { maxGot, type SchemaCheck, schemaCheck, schemaCompiler } from '../../kernel/operation/schema-check.ts';
import { sharedSchemas } from '../schema/shared-schemas.ts';

/** What is in the body beside the input: a file that was sent. */
const besides: ReadonlySet<string> = new Set(['file']);

/**
 * The one door of every operation: throws E_INPUT_INVALID with a fault for each place of the input that is wrong. A
 * schema is compiled when it is first needed, once.
 */
export function checkInput(operation: Operation, body: Values, documents: DocumentSet): void {
  if (operation.check === 'record') return;
  const input = operation.takes === 'file' ? without(body, besides) : body;
  const faults = checksOf(documents)(operation)(input);
  if (faults.length > 0) throw invalidInput(faults);
}

const partsName = 'parts';

/** The checks of operations against the parts their schemas share. */
const checksOf = memoizeByIdentity((documents: DocumentSet) => {
  const parts = sharedSchemas(documents);
  // Formats are told beside a pattern, and the words of documentation are no rules. That schemas are sound is tested.
  const compiler = schemaCompiler();
  compiler.addSchema({ components: { schemas: Object.fromEntries(parts) } }, partsName);
  return memoizeByIdentity(
    ({ check, input }: Operation): SchemaCheck =>
      check === 'names' ? nameCheck(input, parts) : schemaCheck(withParts(input), compiler, input),
  );
});

function without(body: Values, names: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !names.has(key)));
}

/** Refuses names that the schema does not know; none are refused where it takes any. */
function nameCheck(schema: JsonSchema, parts: ReadonlyMap<string, JsonSchema>): SchemaCheck {
  const known = namesOf(schema, parts);
  return (input) =>
    known === undefined
      ? []
      : Object.keys(Object(input))
          .filter((key) => !known.has(key))
          .map((key) => ({ code: 'E_INPUT_UNKNOWN', pointer: pointer(key), got: key.slice(0, maxGot) }));
}

const refPrefix = '#/components/schemas/';

/** The names of properties an input may have; undefined where it may have any. */
function namesOf(schema: JsonSchema, shared: ReadonlyMap<string, JsonSchema>): ReadonlySet<string> | undefined {
  const { $ref, properties, anyOf, oneOf, allOf } = schema;
  if (typeof $ref === 'string') return namesOf(shared.get($ref.slice(refPrefix.length)) ?? {}, shared);
  const parts = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? (list as readonly JsonSchema[]) : []));
  if (properties === undefined && parts.length === 0) return undefined;
  const names = new Set(Object.keys(Object(properties)));
  for (const part of parts) {
    const own = namesOf(part, shared);
    if (own === undefined) return undefined;
    for (const name of own) names.add(name);
  }
  return names;
}

/** The schema with its shared parts looked up where the compiler has them. */
function withParts(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema);
  return JSON.parse(text.replaceAll(`"$ref":"${refPrefix}`, `"$ref":"${partsName}${refPrefix}`));
}
