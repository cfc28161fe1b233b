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
import { checkText } from '../../texts/check-text.ts';
import { documentText } from '../../texts/document-text.ts';
import { expectation, type Message } from '../../texts/message.ts';
import { modelText } from '../../texts/model-text.ts';

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
        ...expectation(modelText('model.property.known')),
        got: shownValue(name),
        ...nearest(name, names),
      };
    }
    case 'required': {
      const name = String(error.params.missingProperty);
      return { ...base, ...expectation(modelText('model.property.named', { name })), got: '—' };
    }
    case 'enum':
    case 'const': {
      const allowed: readonly unknown[] = Array.isArray(error.params.allowedValues)
        ? error.params.allowedValues
        : [error.params.allowedValue];
      const names = allowed.map(String);
      return {
        ...base,
        ...expectation(checkText('check.asIs', { word: names })),
        got: shownValue(error.data),
        ...nearest(error.data, names),
      };
    }
    default:
      return { ...base, ...expectation(wantedBy(error)), got: shownValue(error.data) };
  }
}

const typeWords: Readonly<Record<string, Message>> = {
  string: documentText('check.shape.text'),
  integer: documentText('check.shape.integer'),
  number: documentText('check.shape.number'),
  boolean: documentText('check.shape.trueOrFalse'),
  array: documentText('check.shape.array'),
  object: documentText('check.shape.object'),
};

/** What a keyword asks for, in words; a pattern is told by its description where the grammar has one. */
function wantedBy(error: ErrorObject): Message {
  const limit = shownValue(error.params.limit);
  switch (error.keyword) {
    case 'type': {
      const [first, ...others] = [error.params.type].flat().map((type) => typeWords[String(type)] ?? asIs(type));
      return others.reduce(
        (one, other) => documentText('check.shape.either', { one, other }),
        first ?? asIs(error.params.type),
      );
    }
    case 'pattern': {
      const pattern = String(error.params.pattern);
      const description: unknown = error.parentSchema?.description;
      // What the grammar says of it is Chinese.
      const told = typeof description === 'string' ? { title: `${description}（${pattern}）`, name: pattern } : pattern;
      return checkText('check.asIs', { word: told });
    }
    case 'minLength':
    case 'minItems':
    case 'minimum':
      return documentText('check.shape.atLeast', { limit });
    case 'maxLength':
    case 'maxItems':
    case 'maximum':
      return documentText('check.shape.atMost', { limit });
    case 'uniqueItems':
      return documentText('check.shape.noTwoTheSame');
    default:
      return asIs(`${error.keyword} ${shownValue(Object.values(error.params)[0])}`);
  }
}

/** What is written in no language, such as the name of a keyword. */
function asIs(word: unknown): Message {
  return checkText('check.asIs', { word: String(word) });
}

function nearest(name: unknown, known: readonly string[]): { readonly nearest?: string } {
  const found = typeof name === 'string' ? nearestName(name, known) : undefined;
  return found === undefined ? {} : { nearest: found };
}
