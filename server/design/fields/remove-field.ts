import { Readable } from 'node:stream';
import type { Value } from '../../../contract/definition/schema.ts';
import { fieldKey, type removeCustomField } from '../../../contract/design/custom-fields.ts';
import { withCustom } from '../../../engine/model/custom/index.ts';
import { type DocumentSet, fieldMask } from '../../../engine/model/documents/index.ts';
import { fileTypes } from '../../../engine/model/fields/index.ts';
import { dayOf } from '../../../engine/model/time/index.ts';
import { readStoredFields, type StoredField, unfinishedSince } from '../../db/design/custom-store.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import type { TableCell } from '../../fields/kind/server-field-type.ts';
import { saveFile } from '../../files/file-rows.ts';
import { type Caller, maskModeOf, rowPolicyOf } from '../../kernel/caller/caller.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { JobContext, JobKind, JobStep } from '../../kernel/operation/job.ts';
import { exportMark, writtenFile, writtenRows } from '../../operations/export/export-file.ts';
import { queryRows } from '../../records/read/query.ts';
import { refuseDesign } from '../errors.ts';
import { changeTables, keep } from './change-fields.ts';
import { designedEntity } from './designed-entity.ts';
import { definitionOf, presentField } from './stored-field.ts';

/** How long a field must be retired: no call that began before goes on for so long. */
const restMs = 60_000;
const keptMs = 30 * 86_400_000;
const maxBytes = 2_147_483_648;
const rowsPerStep = 1000;

type Input = { readonly entity: string; readonly key: string; readonly title: string };
type State =
  | { readonly phase: 'read'; readonly cursor: string | null; readonly parts: number; readonly rows: number }
  | { readonly phase: 'write'; readonly parts: number; readonly rows: number }
  | { readonly phase: 'drop'; readonly parts: number; readonly rows: number; readonly fileId: string };

/** Starts taking a retired field away for good; what every row holds in it is written into a file before. */
export async function startRemoval(
  input: Value<typeof removeCustomField.input>,
  context: CallContext,
): Promise<{ readonly jobId: string }> {
  const entity = designedEntity(input.entity, context);
  const stored = await presentField(input, 'retired', context);
  if (input.title !== stored.title) throw refuseDesign('E_FIELD_TITLE', { title: stored.title });
  refuseUnseen(entity.name, stored, context.caller);
  const since = stored.retiredAt === null ? 0 : Date.parse(stored.retiredAt);
  const isEarly = Date.parse(context.now) - since < restMs;
  if (isEarly || (await unfinishedSince(context.db, new Date(since).toISOString())))
    throw refuseDesign('E_FIELD_EARLY', { title: stored.title });
  const job = { entity: entity.name, key: input.key, title: stored.title };
  const title = `删除字段“${stored.title}”`;
  const subject = { title, once: JSON.stringify(['removeField', entity.name, input.key]) };
  let jobId = '';
  // A field that is being removed has a job that removes it: where none can be started it stays retired.
  await keep(
    stored,
    { status: 'removing' },
    ['remove', `删除“${entity.title}”的字段“${stored.title}”`],
    context,
    async (inside) => {
      ({ jobId } = await inside.services.jobs.start<Input>('removeField', job, inside, subject));
    },
  );
  return { jobId };
}

/** The file holds every row in clear: only for who sees all of that. */
function refuseUnseen(entity: string, stored: StoredField, caller: Caller): void {
  const mask = fieldMask(definitionOf(stored));
  const isClear = mask === undefined || maskModeOf(caller, mask) === 'plain';
  if (rowPolicyOf(caller, entity).dataScope !== 'all' || !isClear) throw refuseDesign('E_FIELD_REACH');
}

/** The kind of job that a removal is: the values into a file, the column away, the record after it. */
export const fieldRemovalKind: JobKind<Input, State> = {
  key: 'removeField',
  title: '删除自定义字段',
  permission: () => fieldKey,
  begin: () => ({ phase: 'read', cursor: null, parts: 0, rows: 0 }),
  async step(state, context) {
    const stored = (await readStoredFields(context.db, context.input.entity)).find(
      ({ key }) => key === context.input.key,
    );
    if (stored?.status !== 'removing') throw refuseDesign('E_FIELD_VERSION', { title: context.input.title });
    if (state.phase === 'read') return read(state, stored, context);
    return state.phase === 'write' ? write(state, stored, context) : drop(state, stored, context);
  },
  async discard(state, context) {
    await removeParts(state.parts + 1, context);
    const stored = (await readStoredFields(context.db, context.input.entity)).find(
      ({ key }) => key === context.input.key,
    );
    // What was not removed can be restored, or removed again.
    if (stored?.status === 'removing') await context.records.update('custom_field', stored.id, { status: 'retired' });
  },
};

type Context = JobContext<Input>;
const partKey = (jobId: string, part: number) => `field-${jobId}-${part}`;

/** A page of rows that hold something, as they would be exported. */
async function read(
  { cursor, parts, rows }: Extract<State, { phase: 'read' }>,
  stored: StoredField,
  context: Context,
): Promise<JobStep<State>> {
  const field = definitionOf(stored);
  const { entity: name, key } = context.input;
  refuseUnseen(name, stored, context.caller);
  const documents = withCustom<DocumentSet>(context.documents, { fields: [{ entity: name, field }], dictionaries: [] });
  const entity = modelOf(documents, name);
  const { label } = entity.document;
  const body = { where: { field: key, op: 'notNull' }, fields: [label, key], size: rowsPerStep, count: 'none' };
  const page = await queryRows(
    entity,
    { ...body, ...(cursor === null ? {} : { cursor }) },
    { ...context, documents, page: undefined },
  );
  const written = serverFieldTypes[field.type].exported?.(field, documents.dictionaries) ?? plainCell;
  const lines = page.list.map((row) => [row.id, plainCell(row[label]), written(row[key])]);
  await context.services.files.writeAt(
    partKey(context.jobId, parts),
    Readable.from([writtenRows('xlsx', lines, rows + 1)]),
  );
  const next = { parts: parts + 1, rows: rows + lines.length };
  const cursorAfter = page.next ?? null;
  const state: State =
    cursorAfter === null ? { phase: 'write', ...next } : { phase: 'read', cursor: cursorAfter, ...next };
  return { state, done: next.rows, total: null };
}

function plainCell(value: unknown): TableCell {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value);
}

async function write(
  { parts, rows }: Extract<State, { phase: 'write' }>,
  { title }: StoredField,
  context: Context,
): Promise<JobStep<State>> {
  const { services, now, caller, documents, input } = context;
  const entity = modelOf(documents, input.entity).document;
  const mark = exportMark(caller, now, rows);
  async function* written() {
    yield writtenRows(
      'xlsx',
      [['编号', entity.fields.find(({ key }) => key === entity.label)?.title ?? '名称', title]],
      0,
    );
    for (let part = 0; part < parts; part++) yield* await services.files.read(partKey(context.jobId, part));
    yield writtenRows('xlsx', [[mark]], rows + 1);
  }
  const stored = await services.files.write(writtenFile('xlsx', title, written(), mark), maxBytes);
  const { kind, mime } = fileTypes.xlsx;
  const expireAt = new Date(Date.parse(now) + keptMs).toISOString();
  const name = `${entity.title}-${title}-${dayOf(now)}.xlsx`;
  const fileId = await saveFile({ name, kind, mime, private: true, expireAt }, stored, context);
  return { state: { phase: 'drop', parts, rows, fileId }, done: rows, total: rows };
}

/** Every call reads these while it says who calls; of theirs the next start takes the column away. */
const readByCalls: ReadonlySet<string> = new Set(['staff', 'role', 'department']);

async function drop(
  { parts, rows, fileId }: Extract<State, { phase: 'drop' }>,
  { id, entity, key, title }: StoredField,
  context: Context,
): Promise<JobStep<State>> {
  if (!readByCalls.has(entity))
    await changeTables(context, {
      plan: (present) => ({ content: present, entities: [], drops: [{ entity, key }] }),
      record: async () => undefined,
    });
  await context.records.remove('custom_field', id);
  await removeParts(parts, context);
  const state: State = { phase: 'drop', parts, rows, fileId };
  return {
    state,
    done: rows,
    total: rows,
    finished: { fileId, message: `已删除字段“${title}”，${rows} 条记录的值在文件中` },
  };
}

async function removeParts(parts: number, { jobId, services }: Context): Promise<void> {
  for (let part = 0; part < parts; part++) await services.files.remove(partKey(jobId, part));
}
