import { knownPermissions, operationIndex } from '../access/operations.ts';
import { Checker } from '../check/checker/checker.ts';
import { checkEntity } from '../check/entity/check-entity.ts';
import { checkShape } from '../check/source/check-shape.ts';
import type { DocumentSet } from '../documents/documents.ts';
import { parseExpression } from '../expression/parse.ts';
import type { Fault } from '../faults/fault.ts';
import { pointer, shownValue } from '../faults/fault.ts';
import type { EntityDocument, EntityField } from '../generated/documents.ts';
import type { JsonObject } from '../json/json.ts';
import { isCustomKey } from '../naming/custom-key.ts';
import { documentText } from '../texts/document-text.ts';
import { expectation } from '../texts/message.ts';

/** Most fields of one entity that are made in the app. */
export const maxCustomFields = 60;

/** What may be said of a field that is made in the app; the rest says what programs do with a field. */
const properties: ReadonlySet<string> = new Set([
  ...[
    'key',
    'title',
    'type',
    'required',
    'unique',
    'ignoreCase',
    'searchable',
    'sortable',
    'mask',
    'dictionary',
    'ref',
  ],
  ...['minLength', 'maxLength', 'min', 'max', 'kinds', 'maxMegabytes', 'help', 'defaultValue', 'unit', 'grouping'],
  ...['future', 'formats'],
]);

type Checked = { readonly field: EntityField | undefined; readonly faults: readonly Fault[] };

/** What is wrong with a field for an entity, told at its place in the field; the same checks as at load, and what only a field of the app must keep to. */
export function customFieldFaults(entity: EntityDocument, field: JsonObject, documents: DocumentSet): Checked {
  const others = entity.fields.filter(({ key }) => key !== field.key);
  const at = ['fields', others.length] as const;
  const { document, faults: shape } = checkShape('entity', { ...entity, fields: [...others, field] });
  const own = ownFaults(field);
  if (document === undefined)
    return { field: undefined, faults: oncePerPlace([...own, ...shape.map((fault) => placed(fault, at))]) };
  const checker = checkerOf(document, documents);
  checkEntity(document, checker);
  const found = checker.faults.filter((fault) => fault.pointer.startsWith(pointer(...at)));
  return { field: document.fields.at(-1), faults: oncePerPlace([...own, ...found.map((fault) => placed(fault, at))]) };
}

/** One word at a place is enough. */
function oncePerPlace(faults: readonly Fault[]): readonly Fault[] {
  return faults.filter(({ pointer: at }, index) => faults.findIndex((fault) => fault.pointer === at) === index);
}

function checkerOf(document: EntityDocument, documents: DocumentSet): Checker {
  const changed = { ...documents, entities: new Map(documents.entities).set(document.name, document) };
  return new Checker({
    documents: changed,
    pageNames: new Set(changed.pages.keys()),
    operations: operationIndex(changed),
    permissions: knownPermissions(changed),
    widgets: undefined,
    implemented: undefined,
  });
}

function placed(fault: Fault, at: readonly (string | number)[]): Fault {
  const base = pointer(...at);
  return fault.pointer.startsWith(base) ? { ...fault, pointer: fault.pointer.slice(base.length) } : fault;
}

function ownFaults(field: JsonObject): readonly Fault[] {
  return [...keyFaults(field.key), ...typeFaults(field), ...defaultFaults(field)];
}

function keyFaults(key: unknown): readonly Fault[] {
  if (typeof key === 'string' && isCustomKey(key) && key.length <= 40 && !/(?:Hash|Tail|Pinyin)$/.test(key)) return [];
  return [
    {
      code: 'E_SCHEMA_CONFLICT',
      pointer: '/key',
      ...expectation(documentText('check.custom.name')),
      got: shownValue(key),
    },
  ];
}

function typeFaults(field: JsonObject): readonly Fault[] {
  const faults: Fault[] = Object.keys(field)
    .filter((name) => !properties.has(name))
    .map((name) => ({
      code: 'E_SCHEMA_CONFLICT',
      pointer: pointer(name),
      ...expectation(documentText('check.custom.property')),
      got: shownValue(name),
    }));
  if (field.type === 'json')
    faults.push({
      code: 'E_SCHEMA_CONFLICT',
      pointer: '/type',
      ...expectation(documentText('check.custom.notJson')),
      got: 'json',
    });
  return faults;
}

/** A default is a fixed value: rows that are there get it at once, without being written anew. */
function defaultFaults({ defaultValue }: JsonObject): readonly Fault[] {
  if (typeof defaultValue !== 'string') return [];
  const parsed = parseExpression(defaultValue);
  if (!parsed.ok || parsed.expression.kind === 'literal') return [];
  return [
    {
      code: 'E_SCHEMA_CONFLICT',
      pointer: '/defaultValue',
      ...expectation(documentText('check.custom.fixedValue')),
      got: shownValue(defaultValue),
    },
  ];
}
