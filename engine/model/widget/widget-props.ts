import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { memoizeByIdentity } from '../cache/cache.ts';
import { type Fault, pointer } from '../faults/fault.ts';
import { isJsonObject } from '../json/json.ts';
import { nearestName } from '../naming/naming.ts';
import { expectation } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';
import type { WidgetContract } from './widget-contract.ts';

// Read as it stands: the page runs under a policy that refuses code made at run time.
const validatorOf = memoizeByIdentity(
  ({ propsSchema }: WidgetContract) => new Validator(asSchema(propsSchema), '7', false),
);

/** What is wrong with the props a document gives a widget; pointers start at the props. */
export function propsFaults(contract: WidgetContract, props: unknown): readonly Fault[] {
  const given = props ?? {};
  const { valid, errors } = validatorOf(contract).validate(given);
  if (valid) return [];
  // Schemas around a fault complain about it again; the innermost complaint says what is wrong.
  const faults = errors
    .filter((error) => !wrappers.has(error.keyword) && !isEcho(error, contract))
    .map((error) => faultOf(error, contract, given));
  return [...new Map(faults.map((fault) => [fault.pointer, fault])).values()];
}

/** The library calls a known property unknown too when its value is wrong. */
function isEcho(error: OutputUnit, contract: WidgetContract): boolean {
  const at = segmentsOf(error.instanceLocation);
  return error.keyword === 'false' && namesIn(contract.propsSchema, at.slice(0, -1)).includes(at.at(-1) ?? '');
}

const wrappers = new Set(['properties', 'items', 'additionalProperties', 'allOf', '$ref', 'if']);

/** The library adds what it looked up to the schema it is given, so it gets one of its own. */
function asSchema(json: Readonly<Record<string, unknown>>): Schema {
  return structuredClone(json);
}

function faultOf(error: OutputUnit, contract: WidgetContract, props: unknown): Fault {
  const at = segmentsOf(error.instanceLocation);
  const located = { code: 'E_SCHEMA_SHAPE', pointer: pointer(...at) } as const;
  if (error.keyword === 'false') {
    const name = at.at(-1) ?? '';
    const near = nearestName(name, namesIn(contract.propsSchema, at.slice(0, -1)));
    const nearest = near === undefined ? {} : { nearest: near };
    return { ...located, ...expectation(modelText('model.property.known')), got: name, ...nearest };
  }
  if (error.keyword === 'required') {
    const name = /"([^"]+)"/.exec(error.error)?.[1] ?? '';
    return { ...located, ...expectation(modelText('model.property.named', { name })), got: '—' };
  }
  const wanted = JSON.stringify(valueAt(contract.propsSchema, segmentsOf(error.keywordLocation))) ?? error.keyword;
  const got = (JSON.stringify(valueAt(props, at)) ?? '—').slice(0, 60);
  return { ...located, expected: `${error.keyword} ${wanted}`, got };
}

function segmentsOf(location: string): readonly string[] {
  return location
    .split('/')
    .slice(1)
    .map((segment) => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(json: unknown, segments: readonly string[]): unknown {
  let node = json;
  for (const segment of segments) {
    if (Array.isArray(node)) node = node[Number(segment)];
    else node = isJsonObject(node) && Object.hasOwn(node, segment) ? node[segment] : undefined;
  }
  return node;
}

/** Names of the properties a schema knows at a place of the props, as far as it says so directly. */
function namesIn(schema: unknown, at: readonly string[]): readonly string[] {
  let node: unknown = schema;
  for (const segment of at) node = valueAt(node, ['properties', segment]) ?? valueAt(node, ['items']);
  const properties = valueAt(node, ['properties']);
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
