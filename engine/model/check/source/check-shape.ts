import type { ErrorObject, ValidateFunction } from 'ajv';
import type { DocumentKind } from '../../documents/documents.ts';
import type { Fault } from '../../faults/fault.ts';
import { pointer, shownValue } from '../../faults/fault.ts';
import type { DocumentsByKind } from '../../generated/documents.ts';
import {
  validateDataset,
  validateDemo,
  validateDictionary,
  validateEntity,
  validateMenu,
  validateMigration,
  validatePage,
  validateRole,
} from '../../generated/validators.js';
import { nearestName } from '../../naming/naming.ts';

type Validators = { readonly [Kind in DocumentKind]: ValidateFunction<DocumentsByKind[Kind]> };

const validators: Validators = {
  entity: validateEntity,
  page: validatePage,
  dictionary: validateDictionary,
  dataset: validateDataset,
  demo: validateDemo,
  menu: validateMenu,
  migration: validateMigration,
  role: validateRole,
};

/** A document of the right shape, or what is wrong with it; faults carry no file. */
export type ShapeOutcome<Kind extends DocumentKind> =
  | { readonly document: DocumentsByKind[Kind]; readonly faults: readonly [] }
  | { readonly document: undefined; readonly faults: readonly Fault[] };

/** Checks a parsed document against the grammar of its kind and tells every fault of shape at once. */
export function checkShape<Kind extends DocumentKind>(kind: Kind, json: unknown): ShapeOutcome<Kind> {
  const validate: Validators[Kind] = validators[kind];
  if (validate(json)) return { document: json, faults: [] };
  return { document: undefined, faults: shapeFaults(validate.errors ?? []) };
}

/** Words of ajv turned into ours, leaving out the follow-up complaints of unions and what is said twice. */
function shapeFaults(errors: readonly ErrorObject[]): readonly Fault[] {
  const plain = errors.filter(({ keyword }) => !['anyOf', 'oneOf', 'if', 'discriminator'].includes(keyword));
  const faults = (plain.length > 0 ? plain : errors).map(shapeFault);
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}

function shapeFault(error: ErrorObject): Fault {
  const base = { code: 'E_SCHEMA_SHAPE', pointer: error.instancePath } as const;
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = String(error.params.additionalProperty);
      const known: unknown = error.parentSchema?.properties;
      const names = typeof known === 'object' && known !== null ? Object.keys(known) : [];
      return {
        ...base,
        pointer: `${error.instancePath}${pointer(name)}`,
        expected: '已知的属性',
        expectedEn: 'a known property',
        got: shownValue(name),
        ...nearest(name, names),
      };
    }
    case 'required': {
      const name = String(error.params.missingProperty);
      return { ...base, expected: `属性 ${name}`, expectedEn: `property ${name}`, got: '—' };
    }
    case 'enum':
    case 'const': {
      const allowed: readonly unknown[] = Array.isArray(error.params.allowedValues)
        ? error.params.allowedValues
        : [error.params.allowedValue];
      const names = allowed.map(String);
      return {
        ...base,
        ...words(names.join('、'), names.join(', ')),
        got: shownValue(error.data),
        ...nearest(error.data, names),
      };
    }
    default:
      return { ...base, ...expectation(error), got: shownValue(error.data) };
  }
}

const typeWords: Readonly<Record<string, readonly [string, string]>> = {
  string: ['文本', 'text'],
  integer: ['整数', 'an integer'],
  number: ['数字', 'a number'],
  boolean: ['true 或 false', 'true or false'],
  array: ['数组', 'an array'],
  object: ['对象', 'an object'],
  null: ['null', 'null'],
};

/** What a keyword asks for, in words; a pattern is told by its description where the grammar has one. */
function expectation(error: ErrorObject): Pick<Fault, 'expected' | 'expectedEn'> {
  const limit = shownValue(error.params.limit);
  switch (error.keyword) {
    case 'type': {
      const types = [error.params.type].flat().map((type) => typeWords[String(type)] ?? [String(type), String(type)]);
      return words(types.map(([zh]) => zh).join('或'), types.map(([, en]) => en).join(' or '));
    }
    case 'pattern': {
      const pattern = String(error.params.pattern);
      const description: unknown = error.parentSchema?.description;
      return words(typeof description === 'string' ? `${description}（${pattern}）` : pattern, pattern);
    }
    case 'minLength':
    case 'minItems':
    case 'minimum':
      return words(`至少 ${limit}`, `at least ${limit}`);
    case 'maxLength':
    case 'maxItems':
    case 'maximum':
      return words(`至多 ${limit}`, `at most ${limit}`);
    case 'uniqueItems':
      return words('各不相同', 'no two the same');
    default:
      return words(`${error.keyword} ${shownValue(Object.values(error.params)[0])}`);
  }
}

function words(zh: string, en?: string): { readonly expected: string; readonly expectedEn?: string } {
  return en === undefined || en === zh ? { expected: zh } : { expected: zh, expectedEn: en };
}

function nearest(name: unknown, known: readonly string[]): { readonly nearest?: string } {
  const found = typeof name === 'string' ? nearestName(name, known) : undefined;
  return found === undefined ? {} : { nearest: found };
}
