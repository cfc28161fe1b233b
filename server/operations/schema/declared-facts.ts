import type { Idempotency } from '../../../contract/definition/operation.ts';
import {
  checkInput,
  enabled,
  moveInput,
  nextInput,
  orderInput,
  previewAsked,
  queueAnswer,
  revealAnswer,
  revealInput,
  revisedAnswer,
  statusInput,
} from '../../../contract/generic/change.ts';
import { datasetInput } from '../../../contract/generic/dataset.ts';
import { historyInput } from '../../../contract/generic/history.ts';
import { printAnswer, printInput } from '../../../contract/generic/print.ts';
import { byId, groupInput, viewInput } from '../../../contract/generic/query.ts';
import { exportAnswer, exportInput, importAnswer, importInput } from '../../../contract/generic/table.ts';
import type { DeclaredOperation } from '../../../engine/model/access/index.ts';
import type {
  DocumentSet,
  EntityAction,
  EntityDocument,
  EntityField,
  OperationInput,
} from '../../../engine/model/documents/index.ts';
import { entityModel, transitionsOf } from '../../../engine/model/entity/index.ts';
import { inputFields } from '../../../engine/model/record/index.ts';
import { idSchema, type JsonSchema, plain, ref } from '../../kernel/operation/json-schema.ts';
import type { CallerOperation } from '../../kernel/operation/operation.ts';
import { answerOfMany, oneOrMany } from './bulk-input.ts';
import { inputsOf } from './entity-schemas.ts';

type Facts = Pick<CallerOperation, 'input' | 'output' | 'idempotency' | 'audit' | 'asOneself'>;
type Kind = DeclaredOperation['kind'];

const reads = { idempotency: 'none', audit: 'read' } as const;
const changes = { idempotency: 'accepted', audit: 'change' } as const;
const one = plain(byId);
const anything: JsonSchema = { type: 'object' };

/** What each verb takes and answers, and how it is to be repeated and audited. */
const ofVerb: Partial<Record<Kind, (entity: EntityDocument, documents: DocumentSet) => Facts>> = {
  query: ({ name }) => ({ input: ref('Query'), output: ref(`${name}.page`), ...reads }),
  group: () => ({ input: plain(groupInput), output: ref('GroupAnswer'), ...reads }),
  view: ({ name }) => ({ input: plain(viewInput), output: ref(`${name}.record`), ...reads }),
  check: (entity) => ({ input: plain(checkInput(keysOf(entity, isAskedAbout))), output: ref('CheckAnswer'), ...reads }),
  create: ({ name }) => ({ input: ref(`${name}.create`), output: ref('Changed'), ...changes }),
  modify: (entity, documents) => ({
    input: oneOrMany(ref(`${entity.name}.modify`), inputsOf(entityModel(entity).fields.values(), documents).properties),
    output: answerOfMany(ref('Changed')),
    ...changes,
  }),
  move: ({ tree }) => ({
    input: plain(tree === undefined ? orderInput : moveInput),
    output: ref('Changed'),
    ...changes,
  }),
  delete: () => ({ input: oneOrMany(one), output: answerOfMany(one), ...changes }),
  restore: () => ({ input: oneOrMany(one), output: answerOfMany(ref('Changed')), ...changes }),
  status: () => ({
    input: oneOrMany(plain(statusInput), { enabled: plain(enabled) }, ['enabled']),
    output: answerOfMany(ref('Changed')),
    ...changes,
  }),
  history: () => ({ input: plain(historyInput), output: ref('HistoryAnswer'), ...reads }),
  print: () => ({ input: plain(printInput), output: plain(printAnswer), ...changes }),
  import: () => ({ input: plain(importInput), output: plain(importAnswer), ...changes }),
  actionImport: () => ({ input: plain(importInput), output: plain(importAnswer), ...changes }),
  export: () => ({ input: plain(exportInput), output: plain(exportAnswer), idempotency: 'none', audit: 'export' }),
  reveal: (entity) => ({
    input: plain(revealInput(keysOf(entity, isMasked))),
    output: plain(revealAnswer),
    idempotency: 'none',
    audit: 'reveal',
  }),
};

const isAskedAbout = ({ unique, asked }: EntityField) => unique === true || asked === true;
const isMasked = ({ mask, secret }: EntityField) => mask !== undefined && secret !== true;

function keysOf({ fields }: EntityDocument, isMeant: (field: EntityField) => boolean): readonly string[] {
  return fields.filter(isMeant).map(({ key }) => key);
}

/** What the registry says of an operation that a document declares. */
export function declaredFacts(operation: DeclaredOperation, documents: DocumentSet): Facts & { scope: string | null } {
  if (operation.kind === 'dataset') return datasetFacts(operation.dataset, documents);
  const entity = documents.entities.get(operation.entity);
  if (entity === undefined) throw new TypeError(`${operation.path} is declared for an unknown entity`);
  return { ...factsOf(operation, entity, documents), scope: entity.name };
}

function factsOf(
  operation: Exclude<DeclaredOperation, { kind: 'dataset' }>,
  entity: EntityDocument,
  documents: DocumentSet,
): Facts {
  if (operation.kind === 'transition') return transitionFacts(operation, entity, documents);
  if (operation.kind === 'revise') return { input: one, output: plain(revisedAnswer), ...changes };
  if (operation.kind === 'queue')
    return { input: operation.key === 'next' ? plain(nextInput) : one, output: plain(queueAnswer), ...changes };
  if (operation.kind === 'action') {
    const declared = entity.actions?.find(({ key }) => key === operation.key);
    if (operation.isWhole) return wholeFacts(operation, declared, entity, documents);
    const own = rowInput(operation.input, entity, documents, false);
    return { input: own, output: {}, ...changes, idempotency: declared?.idempotency ?? 'accepted' };
  }
  const facts = ofVerb[operation.kind]?.(entity, documents) ?? { input: anything, output: {}, ...changes };
  return { ...facts, idempotency: verbIdempotency(facts.idempotency, operation.kind, entity) };
}

function transitionFacts(
  { key, input, bulk }: Extract<DeclaredOperation, { kind: 'transition' }>,
  entity: EntityDocument,
  documents: DocumentSet,
): Facts {
  const declared = transitionsOf(entity).find(({ transition }) => transition.key === key)?.transition;
  const own = rowInput(input, entity, documents, bulk);
  const output = bulk ? answerOfMany(ref('Changed')) : ref('Changed');
  const facts = declared?.preview === undefined ? { input: own, output } : previewedFacts(own);
  return { ...facts, ...changes, idempotency: declared?.idempotency ?? 'accepted' };
}

/** What takes a preview is asked for it first, and then told which one was seen. */
function previewedFacts(own: JsonSchema): Pick<Facts, 'input' | 'output'> {
  return { input: { ...own, properties: { ...Object(own.properties), ...previewAsked } }, output: ref('Changed') };
}

function wholeFacts(
  { input }: Extract<DeclaredOperation, { kind: 'action' }>,
  declared: EntityAction | undefined,
  entity: EntityDocument,
  documents: DocumentSet,
): Facts {
  const { properties, required } = inputsOf(inputFields(input, entityModel(entity).fields).values(), documents);
  const kind = declared?.reads === true ? reads : { ...changes, idempotency: declared?.idempotency ?? 'accepted' };
  const own = declared?.asOneself === true ? { asOneself: true } : {};
  return { input: { type: 'object', properties, required }, output: {}, ...kind, ...own };
}

function verbIdempotency(usual: Idempotency, verb: string, entity: EntityDocument): Idempotency {
  const declared = Object.entries(entity.idempotency ?? {}).find(([key]) => key === verb)?.[1];
  return usual === 'none' ? usual : (declared ?? usual);
}

function datasetFacts(name: string, documents: DocumentSet): Facts & { scope: string } {
  const dataset = documents.datasets.get(name);
  if (dataset === undefined) throw new TypeError(`no dataset ${name}`);
  return { input: plain(datasetInput(dataset)), output: ref('DatasetAnswer'), ...reads, scope: dataset.entity };
}

/** The row or rows, with the declared inputs. */
function rowInput(
  inputs: readonly OperationInput[],
  entity: EntityDocument,
  documents: DocumentSet,
  bulk: boolean,
): JsonSchema {
  const { properties, required } = inputsOf(inputFields(inputs, entityModel(entity).fields).values(), documents);
  const one: JsonSchema = {
    type: 'object',
    properties: { id: idSchema, ...properties },
    required: ['id', ...required],
  };
  return bulk ? oneOrMany(one, properties, required) : one;
}
