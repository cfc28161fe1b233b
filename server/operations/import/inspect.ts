import { titleWithUnit } from '../../../engine/model/entity/index.ts';
import { type DuplicatePolicy, duplicatePolicies } from '../../../engine/model/wire/index.ts';
import { authorOf } from '../../kernel/caller/caller.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { readableFile } from '../../records/read/readable-file.ts';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import { guessMapping, headerDigest, type Mapping } from './guess-mapping.ts';
import { choicesOf, importFields, isNeeded, keySets, weakSets } from './import-fields.ts';
import type { Intake } from './intake.ts';

const sampleRows = 20;

/** The first rows of a table file: its headings and a sample of what stands below. */
export async function headerOf(file: StoredRecord, context: CallContext, sample = 0) {
  const table = { key: String(file.storageKey), size: Number(file.size), mime: String(file.mime) };
  const head = await context.services.inspector.headOf(table, sample);
  return { ...head, digest: headerDigest(head.header) };
}

/** Looks into a table before it is imported: `{fileId}` → headings, sample, fields, and which column fills which. */
export async function inspectFile(intake: Intake, body: Values, context: CallContext) {
  const file = await readableFile(body.fileId, context);
  const { header, rows, digest } = await headerOf(file, context, sampleRows);
  const remembered = await rememberedMapping(intake, digest, header.length, context);
  return {
    header,
    rows,
    mapping: remembered ?? guessMapping(intake, header),
    remembered: remembered !== undefined,
    fields: importFields(intake).map((field) => ({
      key: field.key,
      title: titleWithUnit(field),
      type: field.type,
      required: isNeeded(field),
      choices: choicesOf(field, context.documents.dictionaries),
    })),
    keys: keySets(intake),
    weak: weakSets(intake),
    policies: policiesOf(intake),
    undoable: intake.isUndoable,
  };
}

/** What may happen to rows that are there already: an action changes none of them. */
export function policiesOf({ action }: Intake): readonly DuplicatePolicy[] {
  return action === undefined ? duplicatePolicies : duplicatePolicies.filter((policy) => policy !== 'update');
}

/** How the same person mapped the same headings last time, as far as the fields are still there. */
async function rememberedMapping(
  intake: Intake,
  digest: string,
  columns: number,
  context: CallContext,
): Promise<Mapping | undefined> {
  const staffId = authorOf(context.caller);
  const records = new SqlRecordStore(context, { staffId, now: context.now });
  const last = await records.findOne('import_batch', {
    createdBy: staffId,
    entity: intake.entity.document.name,
    action: intake.action ?? null,
    headerDigest: digest,
  });
  const kept = last?.mapping;
  if (typeof kept !== 'object' || kept === null) return undefined;
  const known = new Set(importFields(intake).map((field) => field.key));
  const usable = Object.entries(kept).filter(
    (pair): pair is [string, number] => known.has(pair[0]) && typeof pair[1] === 'number' && pair[1] < columns,
  );
  return Object.fromEntries(usable);
}
