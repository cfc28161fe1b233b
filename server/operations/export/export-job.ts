import { buffer } from 'node:stream/consumers';
import { dayOf, type EntityModel } from '../../../engine/model/index.ts';
import { saveFile } from '../../files/file-rows.ts';
import { fileTypes } from '../../files/file-types.ts';
import { type Cell, csvStream } from '../../files/table/write-csv.ts';
import { xlsxStream } from '../../files/table/write-xlsx.ts';
import type { JobContext, JobKind, JobStep } from '../../jobs/job.ts';
import { modelOf } from '../context.ts';
import { ExportCells, shanghaiTime } from './export-cells.ts';
import { type SealedRequest, unsealed } from './export-request.ts';
import { idLength, recordsOfIds, wantedIds } from './export-rows.ts';

/** Rows read in one step. */
const rowsPerStep = 4000;
const keptMs = 86_400_000;
/** Most bytes of an exported file. */
const mostBytes = 2_147_483_648;

type Row = readonly Cell[];
type Context = JobContext<SealedRequest>;

/**
 * How far an export is: which rows it will have is written down first; then they are read, part by part; then the
 * parts become the file; and when that is there for sure, they are removed.
 */
type State =
  | { readonly phase: 'choose' }
  | {
      readonly phase: 'read';
      readonly total: number;
      readonly next: number;
      readonly parts: number;
      readonly rows: number;
    }
  | { readonly phase: 'write'; readonly total: number; readonly parts: number; readonly rows: number }
  | {
      readonly phase: 'clear';
      readonly total: number;
      readonly parts: number;
      readonly rows: number;
      readonly fileId: string;
      readonly name: string;
      readonly expireAt: string;
    };

/** The kind of job that an export is. */
export const exportKind: JobKind<SealedRequest, State> = {
  key: 'export',
  title: '导出',
  permission: ({ entity }) => `${entity}:export`,
  begin: () => ({ phase: 'choose' }),
  step(state, context) {
    switch (state.phase) {
      case 'choose':
        return choose(context);
      case 'read':
        return read(state, context);
      case 'write':
        return write(state, context);
      case 'clear':
        return clear(state, context);
    }
  },
  discard: (state, context) => removeParts('parts' in state ? state.parts + 1 : 0, context),
};

const idsKey = (jobId: string) => `export-${jobId}-ids`;
const partKey = (jobId: string, part: number) => `export-${jobId}-${part}`;

async function choose(context: Context): Promise<JobStep<State>> {
  const { jobId, services } = context;
  const input = unsealed(context.input, context);
  const ids = await wantedIds(entityOf(context), input, input.most, { ...context, now: input.now });
  await services.files.writeAt(idsKey(jobId), ids);
  const total = ids.length / idLength;
  return { state: { phase: 'read', total, next: 0, parts: 0, rows: 0 }, done: 0, total };
}

async function read(state: Extract<State, { phase: 'read' }>, context: Context): Promise<JobStep<State>> {
  const { files } = context.services;
  const { total, next, parts, rows } = state;
  if (next >= total) return { state: { phase: 'write', total, parts, rows }, done: total, total };
  const end = Math.min(next + rowsPerStep, total);
  const stretch = { start: next * idLength, end: end * idLength - 1 };
  const ids = await buffer(await files.read(idsKey(context.jobId), stretch));
  const entity = entityOf(context);
  const cells = new ExportCells(unsealed(context.input, context).columns, entity, context.documents);
  const records = await recordsOfIds(entity, ids, cells.fields, context);
  const part = records.map((record) => cells.row(record));
  await files.writeAt(partKey(context.jobId, parts), Buffer.from(JSON.stringify(part)));
  return { state: { ...state, next: end, parts: parts + 1, rows: rows + part.length }, done: end, total };
}

async function write(state: Extract<State, { phase: 'write' }>, context: Context): Promise<JobStep<State>> {
  const { services, now } = context;
  const entity = entityOf(context);
  const { format } = unsealed(context.input, context);
  const rows = sheetRows(state, context);
  const stream =
    format === 'csv' ? csvStream(rows) : xlsxStream([{ name: sheetName(entity.document.title), rows, headRows: 1 }]);
  const stored = await services.files.write(stream, mostBytes);
  const name = `${entity.document.title}-${dayOf(now)}.${format}`;
  const expireAt = new Date(Date.parse(now) + keptMs).toISOString();
  const { kind, mime } = fileTypes[format];
  const fileId = await saveFile({ name, mime, kind, private: true, expireAt }, stored, context);
  const { total, parts, rows: count } = state;
  return { state: { phase: 'clear', total, parts, rows: count, fileId, name, expireAt }, done: total, total };
}

async function clear(state: Extract<State, { phase: 'clear' }>, context: Context): Promise<JobStep<State>> {
  await removeParts(state.parts, context);
  const { total, rows, fileId, name, expireAt } = state;
  const finished = { fileId, message: `已导出 ${rows} 条`, facts: { rows, name, expireAt } };
  return { state, done: total, total, finished };
}

async function removeParts(parts: number, { jobId, services }: Context): Promise<void> {
  for (let part = 0; part < parts; part++) await services.files.remove(partKey(jobId, part));
  await services.files.remove(idsKey(jobId));
}

/** The rows of the file: names of columns, data, and last who took it out and when. */
async function* sheetRows(state: Extract<State, { phase: 'write' }>, context: Context): AsyncIterable<Row> {
  const { input, jobId, services, caller, now } = context;
  yield unsealed(input, context).columns.map(({ title }) => title);
  for (let part = 0; part < state.parts; part++) {
    const bytes = await buffer(await services.files.read(partKey(jobId, part)));
    // Written by `read` above.
    yield* JSON.parse(bytes.toString('utf8')) as readonly Row[];
  }
  yield [`导出人：${caller.name}　导出时间：${shanghaiTime(now)}　共 ${state.rows} 条`];
}

/** Spreadsheets take 31 characters, and some of them not at all. */
function sheetName(title: string): string {
  return title.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31);
}

function entityOf({ documents, input }: Context): EntityModel {
  return modelOf(documents, input.entity);
}
