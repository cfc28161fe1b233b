import { sql } from 'kysely';
import { isGranted } from '../../../engine/model/access/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { isId } from '../../../engine/model/fields/index.ts';
import { expectation, formatMessage, formatMessageIn, type Message } from '../../../engine/model/texts/index.ts';
import type { DuplicatePolicy } from '../../../engine/model/wire/index.ts';
import { maxColumns } from '../../files/table/table-row.ts';
import { othersImportsKey, refuseOthersWork } from '../../kernel/caller/others-work.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { typeFault, wrongInput } from '../../kernel/errors/wrong-input.ts';
import { listed } from '../../kernel/language/listed.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { countImport } from '../../records/lookup/imported-values.ts';
import { readableFile } from '../../records/read/readable-file.ts';
import { importText } from '../../texts/import-text.ts';
import { lockedRecord } from '../write/modify.ts';
import type { Mapping } from './guess-mapping.ts';
import { importFields, isNeeded, keySets, uniqueSets } from './import-fields.ts';
import { headerOf, policiesOf } from './inspect.ts';
import { type Intake, undoPermission } from './intake.ts';

/** What an import job works by; kept with the job. */
export type ImportInput = {
  readonly batchId: string;
  readonly entity: string;
  /** The action that rows run, where one does. */
  readonly action?: string;
  readonly file: { readonly key: string; readonly size: number; readonly mime: string; readonly name: string };
  readonly mapping: Mapping;
  readonly policy: DuplicatePolicy;
  readonly by: readonly string[];
  readonly dryRun: boolean;
};

const repeatMinutes = 10;

/** Starts an import as background work: `{fileId, mapping, policy?, by?, dryRun?, again?}`. */
export async function startRun(intake: Intake, body: Values, context: CallContext, rules: RuleBook) {
  const file = await readableFile(body.fileId, context);
  const options = readOptions(intake, body, context);
  const { digest } = await headerOf(file, context);
  const { entity, action } = intake;
  const { name } = entity.document;
  await countImport(entity, file.sha256, context, rules);
  return mutate(intake.operation, body, context, async (inside) => {
    if (!options.dryRun && body.again !== true) await refuseRepeated(intake, file, inside);
    const { mapping, policy, by, dryRun } = options;
    const batchId = await inside.records.insert('import_batch', {
      entity: name,
      action: action ?? null,
      fileId: file.id,
      sha256: file.sha256,
      headerDigest: digest,
      mapping,
      policy,
      matchBy: by,
      dryRun,
      total: 0,
      success: 0,
      failed: 0,
      duplicated: 0,
      status: 'pending',
    });
    await keepFile(file.id, batchId, inside);
    const input: ImportInput = {
      batchId,
      entity: name,
      ...(action === undefined ? {} : { action }),
      file: tableOf(file),
      ...options,
    };
    const told = { title: intake.title, file: String(file.name) };
    const title = formatMessageIn('zh-CN', importText(dryRun ? 'import.tryRun' : 'import.run', told));
    const subject = { entity: name, title: title.slice(0, 200) };
    const { jobId } = await inside.services.jobs.start('import', input, inside, subject);
    await inside.records.update('import_batch', batchId, { jobId });
    return { batchId, jobId };
  });
}

function tableOf(file: StoredRecord): ImportInput['file'] {
  return { key: String(file.storageKey), size: Number(file.size), mime: String(file.mime), name: String(file.name) };
}

/** A file that was only uploaded is kept with the import that uses it, for as long as an import can be taken back. */
async function keepFile(fileId: string, batchId: string, { db, now }: CallContext): Promise<void> {
  await sql`update file_object set biz_entity = 'import_batch', biz_id = ${batchId}, updated_at = ${now},
      expire_at = ${new Date(Date.parse(now) + keptDays * 86_400_000).toISOString()}, version = version + 1
    where id = ${fileId} and biz_id is null`.execute(db);
}

/** Days for which an import can be taken back; then its rows and its file are forgotten. */
export const keptDays = 30;

/** The same content twice within minutes is usually a mistake; whoever means it says so. */
async function refuseRepeated(
  { entity, action, operation }: Intake,
  file: StoredRecord,
  { db, now }: CallContext,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${operation} ${String(file.sha256)}`}, 0))`.execute(
    db,
  );
  const since = new Date(Date.parse(now) - repeatMinutes * 60_000).toISOString();
  const found = await sql<{ at: string }>`select created_at as at from import_batch
    where sha256 = ${file.sha256} and created_at >= ${since} and entity = ${entity.document.name}
      and action is not distinct from ${action ?? null} and not dry_run
      and status in ('pending', 'running', 'done') order by created_at desc limit 1`.execute(db);
  const [last] = found.rows;
  if (last === undefined) return;
  const minutes = Math.max(1, Math.round((Date.parse(now) - Date.parse(last.at)) / 60_000));
  throw refuse('E_IMPORT_REPEATED', { got: formatMessage(importText('import.minutesAgo', { count: minutes })) });
}

type Options = Pick<ImportInput, 'mapping' | 'policy' | 'by' | 'dryRun'>;

function readOptions(intake: Intake, body: Values, context: CallContext): Options {
  const faults: Fault[] = [];
  const offered = policiesOf(intake);
  const policy = offered.find((known) => known === (body.policy ?? 'skip'));
  if (policy === undefined)
    faults.push(typeFault('/policy', importText('import.policy'), listed(offered), body.policy));
  const mapping = readMapping(intake, body.mapping, policy, faults);
  const by = readKeys(intake, body.by, mapping, faults);
  if (policy === 'update' && by.length === 0)
    faults.push({
      code: 'E_INPUT_RULE',
      pointer: '/by',
      title: formatMessage(importText('import.keys')),
      ...expectation(importText('import.keys.needed')),
    });
  if (faults.length > 0) throw invalidInput(faults);
  const edit = `${intake.entity.document.name}:edit`;
  if (policy === 'update' && !isGranted(context.caller.grants, edit))
    throw refuse('E_NO_PERMISSION', { expected: edit });
  return { mapping, policy: policy ?? 'skip', by, dryRun: body.dryRun === true };
}

function readMapping(intake: Intake, given: unknown, policy: DuplicatePolicy | undefined, faults: Fault[]): Mapping {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    faults.push(typeFault('/mapping', importText('import.mapping'), importText('import.mapping.shape'), given));
    return {};
  }
  const fields = new Map(importFields(intake).map((field) => [field.key, field]));
  const mapping: Record<string, number> = {};
  for (const [key, column] of Object.entries(given)) {
    const at = `/mapping${pointer(key)}`;
    if (!fields.has(key)) faults.push({ code: 'E_INPUT_UNKNOWN', pointer: at, got: key.slice(0, 60) });
    else if (!Number.isInteger(column) || column < 0 || column >= maxColumns)
      faults.push(typeFault(at, fields.get(key)?.title ?? key, importText('import.columnNumber'), column));
    else mapping[key] = column;
  }
  for (const field of fields.values())
    if (policy !== 'update' && isNeeded(field) && !Object.hasOwn(given, field.key))
      faults.push({ code: 'E_INPUT_REQUIRED', pointer: `/mapping${pointer(field.key)}`, title: field.title });
  return mapping;
}

/** The fields by which rows are recognised: one of the sets the entity offers, of which every column is there. */
function readKeys(intake: Intake, given: unknown, mapping: Mapping, faults: Fault[]): readonly string[] {
  const isMapped = (keys: readonly string[]) => keys.every((key) => Object.hasOwn(mapping, key));
  if (given === undefined || given === null) return uniqueSets(intake).find(isMapped) ?? [];
  const wanted: readonly unknown[] = Array.isArray(given) ? given : [];
  if (Array.isArray(given) && wanted.length === 0) return [];
  const known = keySets(intake).find(
    (keys) => keys.length === wanted.length && keys.every((key) => wanted.includes(key)),
  );
  if (known !== undefined && isMapped(known)) return known;
  const offered = keySets(intake).map((keys) => keys.join('+'));
  const expected = importText('import.keys.mapped', { keys: listed(offered) });
  faults.push(typeFault('/by', importText('import.keys'), expected, JSON.stringify(given)));
  return [];
}

/** Starts taking an import back: `{batchId}`. */
export async function startUndo(intake: Intake, body: Values, context: CallContext) {
  const { batchId } = body;
  if (typeof batchId !== 'string' || !isId(batchId))
    throw wrongInput('/batchId', importText('import.batch'), importText('import.id'), batchId);
  const { entity, action } = intake;
  const { name } = entity.document;
  return mutate(`${intake.operation}.undo`, body, context, async (inside) => {
    const batch = await lockedRecord(modelOf(inside.documents, 'import_batch'), batchId, {
      ...inside,
      page: undefined,
    });
    refuseOthersWork(batch.createdBy, othersImportsKey, inside);
    const reason = whyNot(batch, intake);
    if (reason !== undefined) throw refuse('E_IMPORT_UNDO', { got: formatMessage(reason) });
    const permission = undoPermission(intake);
    if (!isGranted(inside.caller.grants, permission)) throw refuse('E_NO_PERMISSION', { expected: permission });
    const input = { batchId, entity: name, ...(action === undefined ? {} : { action }) };
    const subject = {
      entity: name,
      title: formatMessageIn('zh-CN', importText('import.undo', { title: intake.title })),
    };
    const { jobId } = await inside.services.jobs.start('import_undo', input, inside, subject);
    await inside.records.update('import_batch', batchId, { undoJobId: jobId });
    return { batchId, jobId };
  });
}

function whyNot(batch: StoredRecord, { entity, action, moves, isUndoable }: Intake): Message | undefined {
  if (batch.entity !== entity.document.name || batch.action !== (action ?? null)) return importText('import.not.here');
  if (!isUndoable) return importText(moves === undefined ? 'import.not.more' : 'import.not.back');
  if (batch.dryRun === true) return importText('import.not.dry');
  if (batch.status === 'undone' || batch.undoJobId !== null) return importText('import.not.again');
  if (batch.status !== 'done' && batch.status !== 'failed') return importText('import.not.yet');
  return undefined;
}
