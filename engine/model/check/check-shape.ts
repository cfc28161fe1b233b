import type { ErrorObject, ValidateFunction } from 'ajv';
import type { DocumentKind } from '../documents.ts';
import type { Fault } from '../fault.ts';
import type { DocumentsByKind } from '../generated/documents.ts';
import {
  validateDataset,
  validateDictionary,
  validateEntity,
  validateMenu,
  validatePage,
  validateRole,
} from '../generated/validators.js';
import { nearestName } from '../naming.ts';

/** A document whose shape was found right, with its kind. */
export type ShapedDocument = {
  [Kind in DocumentKind]: { readonly kind: Kind; readonly document: DocumentsByKind[Kind] };
}[DocumentKind];

/** Parses a text and checks it against the grammar of its kind; adds every fault found. */
export function checkShape(
  kind: DocumentKind,
  file: string,
  text: string,
  faults: Fault[],
): ShapedDocument | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    faults.push({
      code: 'E_JSON_UNREADABLE',
      file,
      pointer: '',
      got: error instanceof Error ? error.message : String(error),
    });
    return undefined;
  }
  const run = <Document>(validate: ValidateFunction<Document>): Document | undefined => {
    if (validate(json)) return json;
    faults.push(...shapeFaults(validate.errors ?? [], file));
    return undefined;
  };
  switch (kind) {
    case 'entity':
      return found(kind, run(validateEntity));
    case 'page':
      return found(kind, run(validatePage));
    case 'dictionary':
      return found(kind, run(validateDictionary));
    case 'dataset':
      return found(kind, run(validateDataset));
    case 'menu':
      return found(kind, run(validateMenu));
    case 'role':
      return found(kind, run(validateRole));
  }
}

function found<Kind extends DocumentKind>(
  kind: Kind,
  document: DocumentsByKind[Kind] | undefined,
): { kind: Kind; document: DocumentsByKind[Kind] } | undefined {
  return document === undefined ? undefined : { kind, document };
}

/** Words of ajv turned into ours, leaving out the follow-up complaints of unions. */
function shapeFaults(errors: readonly ErrorObject[], file: string): readonly Fault[] {
  const plain = errors.filter(
    (error) => error.keyword !== 'anyOf' && error.keyword !== 'oneOf' && error.keyword !== 'if',
  );
  return (plain.length > 0 ? plain : errors).map((error) => shapeFault(error, file));
}

function shapeFault(error: ErrorObject, file: string): Fault {
  const base = { code: 'E_SCHEMA_SHAPE', file, pointer: error.instancePath } as const;
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = String(error.params.additionalProperty);
      const known: unknown = error.parentSchema?.properties;
      const nearest = typeof known === 'object' && known !== null ? nearestName(name, Object.keys(known)) : undefined;
      const fault = { ...base, pointer: `${error.instancePath}/${name}`, expected: '已知的属性', got: name };
      return nearest === undefined ? fault : { ...fault, nearest };
    }
    case 'required':
      return { ...base, expected: `属性 ${String(error.params.missingProperty)}`, got: '没有' };
    case 'enum': {
      const allowed: readonly unknown[] = Array.isArray(error.params.allowedValues) ? error.params.allowedValues : [];
      const nearest = typeof error.data === 'string' ? nearestName(error.data, allowed.map(String)) : undefined;
      const fault = { ...base, expected: allowed.join('、'), got: show(error.data) };
      return nearest === undefined ? fault : { ...fault, nearest };
    }
    default:
      return { ...base, expected: `${error.keyword} ${show(Object.values(error.params)[0])}`, got: show(error.data) };
  }
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
