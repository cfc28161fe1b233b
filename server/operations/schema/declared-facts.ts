import type { Idempotency } from '../../../contract/operation.ts';
import {
  type DeclaredOperation,
  type DocumentSet,
  type EntityAction,
  type EntityDocument,
  entityModel,
  groupBuckets,
  inputFields,
  type OperationInput,
  transitionsOf,
} from '../../../engine/model/index.ts';
import {
  idSchema,
  type JsonSchema,
  list,
  nullable,
  object,
  ref,
  textSchema,
} from '../../kernel/operation/json-schema.ts';
import type { CallerOperation } from '../../kernel/operation/operation.ts';
import { exportFormats } from '../export/export-request.ts';
import { answerOfMany, oneOrMany } from './bulk-input.ts';
import { datasetInput } from './dataset-input.ts';
import { inputsOf } from './entity-schemas.ts';
import { importInput, importOutput } from './import-schemas.ts';

type Facts = Pick<CallerOperation, 'input' | 'output' | 'idempotency' | 'audit' | 'asOneself'>;
type Kind = DeclaredOperation['kind'];

const reads = { idempotency: 'none', audit: 'read' } as const;
const changes = { idempotency: 'accepted', audit: 'change' } as const;
const byId = object({ id: idSchema });
const enabled = { enabled: { type: 'boolean', title: '启用' } } as const;
const deletedRows: JsonSchema = { type: ['boolean', 'null'], title: '已删除的行', description: '须有恢复的权限。' };
const anything: JsonSchema = { type: 'object' };

/** What each verb takes and answers, and how it is to be repeated and audited. */
const ofVerb: Partial<Record<Kind, (entity: EntityDocument, documents: DocumentSet) => Facts>> = {
  query: ({ name }) => ({ input: ref('Query'), output: ref(`${name}.page`), ...reads }),
  group: () => ({ input: groupInput, output: ref('GroupAnswer'), ...reads }),
  view: ({ name }) => ({
    input: object({ id: idSchema, fields: nullable(ref('Fields')), deleted: deletedRows }, ['id']),
    output: ref(`${name}.record`),
    ...reads,
  }),
  check: (entity) => ({ input: checkInput(entity), output: ref('CheckAnswer'), ...reads }),
  create: ({ name }) => ({ input: ref(`${name}.create`), output: ref('Changed'), ...changes }),
  modify: (entity, documents) => ({
    input: oneOrMany(ref(`${entity.name}.modify`), inputsOf(entityModel(entity).fields.values(), documents).properties),
    output: answerOfMany(ref('Changed')),
    ...changes,
  }),
  move: ({ tree }) => ({
    input:
      tree === undefined
        ? orderInput
        : object(
            {
              id: idSchema,
              parentId: { ...nullable(idSchema), title: '新的上级', description: '空为最上层。' },
              before: { ...nullable(idSchema), title: '排在哪个同级之前', description: '缺省为最后。' },
            },
            ['id', 'parentId'],
          ),
    output: ref('Changed'),
    ...changes,
  }),
  delete: () => ({ input: oneOrMany(byId), output: answerOfMany(byId), ...changes }),
  restore: () => ({ input: oneOrMany(byId), output: answerOfMany(ref('Changed')), ...changes }),
  status: () => ({
    input: oneOrMany(object({ id: idSchema, ...enabled }), enabled, ['enabled']),
    output: answerOfMany(ref('Changed')),
    ...changes,
  }),
  history: () => ({ input: historyInput, output: ref('HistoryAnswer'), ...reads }),
  import: () => ({ input: importInput, output: importOutput, idempotency: 'accepted', audit: 'change' }),
  actionImport: () => ({ input: importInput, output: importOutput, ...changes }),
  export: () => ({
    input: exportInput,
    output: object({ jobId: idSchema, total: { type: 'integer', minimum: 0, title: '条数' } }),
    idempotency: 'none',
    audit: 'export',
  }),
  reveal: (entity) => ({
    input: revealInput(entity),
    output: object({
      value: { type: ['string', 'null'], title: '明文' },
      left: { type: 'integer', title: '今日还可查看的次数' },
    }),
    idempotency: 'none',
    audit: 'reveal',
  }),
};

const orderInput: JsonSchema = object(
  {
    id: idSchema,
    before: { ...nullable(idSchema), title: '移到哪一条之前' },
    after: { ...nullable(idSchema), title: '移到哪一条之后', description: 'before 与 after 写其中一个。' },
  },
  ['id'],
);

const nextInput: JsonSchema = object(
  {
    skip: { ...nullable(list(idSchema, { maxItems: 100 })), title: '跳过的', description: '其中本人领取的放回队列。' },
  },
  [],
);
const queueAnswer: JsonSchema = object({
  id: { ...nullable(idSchema), title: '领到的记录', description: '空为没有等着处理的。' },
  until: { type: ['string', 'null'], format: 'date-time', title: '为本人保留到' },
});

const groupInput: JsonSchema = object(
  {
    where: nullable(ref('Where')),
    by: {
      type: ['string', 'null'],
      title: '分组的字段',
      description: '字段路径；引用字段写到关联记录的 id，如 owner.id。不写就只答复合计。',
    },
    bucket: {
      ...nullable({ type: 'string', enum: [...groupBuckets] }),
      title: '日期、时间按什么切分',
      description: '缺省为 day。',
    },
    sums: { ...nullable(list(textSchema, { maxItems: 50 })), title: '合计的字段', description: '数字字段的路径。' },
  },
  [],
);

/** What an export is asked by. */
export const exportInput: JsonSchema = {
  type: 'object',
  properties: {
    where: nullable(ref('Where')),
    search: { type: ['string', 'null'], title: '关键字' },
    ids: { ...nullable(list(idSchema, { minItems: 1, maxItems: 1000 })), title: '只导出这些行' },
    sort: nullable(ref('Sort')),
    columns: {
      ...nullable(
        list(
          {
            anyOf: [
              { type: 'string', title: '字段路径' },
              object({ path: { type: 'string', title: '字段路径' }, title: { type: 'string', title: '列名' } }, [
                'path',
              ]),
            ],
          },
          { minItems: 1, maxItems: 100 },
        ),
      ),
      title: '列',
      description: '缺省为所在页面的列。',
    },
    format: { enum: exportFormats, default: 'xlsx', title: '格式' },
    reason: { type: ['string', 'null'], maxLength: 200, title: '导出原因' },
  },
};

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
  if (operation.kind === 'transition') {
    const { key, input, bulk } = operation;
    const declared = transitionsOf(entity).find(({ transition }) => transition.key === key)?.transition;
    const output = bulk ? answerOfMany(ref('Changed')) : ref('Changed');
    const own = rowInput(input, entity, documents, bulk);
    if (declared?.preview !== undefined)
      return { ...previewedFacts(own), ...changes, idempotency: declared.idempotency ?? 'accepted' };
    return { input: own, output, ...changes, idempotency: declared?.idempotency ?? 'accepted' };
  }
  if (operation.kind === 'queue')
    return { input: operation.key === 'next' ? nextInput : byId, output: queueAnswer, ...changes };
  if (operation.kind === 'action') {
    const declared = entity.actions?.find(({ key }) => key === operation.key);
    if (operation.isWhole) return wholeFacts(operation, declared, entity, documents);
    const own = rowInput(operation.input, entity, documents, false);
    return { input: own, output: {}, ...changes, idempotency: declared?.idempotency ?? 'accepted' };
  }
  const facts = ofVerb[operation.kind]?.(entity, documents) ?? { input: anything, output: {}, ...changes };
  return { ...facts, idempotency: verbIdempotency(facts.idempotency, operation.kind, entity) };
}

/** What takes a preview is asked for it first, and then told which one was seen. */
function previewedFacts(own: JsonSchema): Pick<Facts, 'input' | 'output'> {
  const asked: Readonly<Record<string, JsonSchema>> = {
    preview: { type: ['boolean', 'null'], title: '只要预览', description: '不改动数据，答复 preview。' },
    previewed: {
      type: ['string', 'null'],
      title: '核对过的预览',
      description: '预览答复的 digest；内容已变就拒绝（E_PREVIEW）。',
    },
  };
  const { properties } = own;
  return {
    input: { ...own, properties: { ...(typeof properties === 'object' ? properties : {}), ...asked } },
    output: ref('Changed'),
  };
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
  return { input: datasetInput(dataset), output: ref('DatasetAnswer'), ...reads, scope: dataset.entity };
}

const historyInput: JsonSchema = object(
  {
    id: idSchema,
    size: { type: ['integer', 'null'], minimum: 1, maximum: 100, default: 20, title: '每页条数' },
    cursor: { type: ['string', 'null'], title: '翻页位置', description: '上次回答的 next。' },
    deleted: deletedRows,
    kinds: { ...nullable(historyValues(textSchema)), title: '操作', description: '如 customer.modify。' },
    fields: { ...nullable(historyValues(textSchema)), title: '改动的字段与子表' },
    people: { ...nullable(historyValues(idSchema)), title: '操作人' },
    startDate: { type: ['string', 'null'], format: 'date', title: '开始日期' },
    endDate: { type: ['string', 'null'], format: 'date', title: '结束日期' },
    choices: { type: ['boolean', 'null'], title: '同时答复可选的操作、字段与操作人' },
  },
  ['id'],
);

function historyValues(value: JsonSchema): JsonSchema {
  return list(value, { minItems: 1, maxItems: 50 });
}

function revealInput({ fields }: EntityDocument): JsonSchema {
  const masked = fields.filter((field) => field.mask !== undefined && field.secret !== true).map(({ key }) => key);
  return object({
    id: idSchema,
    field: { enum: masked, title: '遮盖字段' },
    reason: { type: 'string', minLength: 2, maxLength: 100, title: '查看原因' },
  });
}

function checkInput(entity: EntityDocument): JsonSchema {
  const unique = entity.fields
    .filter((field) => field.unique === true || field.asked === true)
    .map((field) => field.key);
  const field: JsonSchema = unique.length === 0 ? textSchema : { enum: unique };
  return {
    type: 'object',
    properties: {
      field: { ...field, title: '要查的字段' },
      value: { title: '要查的值' },
      id: { ...nullable(idSchema), title: '正在编辑的行' },
    },
    required: ['field'],
  };
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
