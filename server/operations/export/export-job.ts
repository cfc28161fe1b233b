import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { fileTypes } from '../../../engine/model/fields/index.ts';
import { formatMessageIn } from '../../../engine/model/texts/index.ts';
import { dayOf } from '../../../engine/model/time/index.ts';
import { saveFile } from '../../files/file-rows.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { JobContext, JobKind, JobStep } from '../../kernel/operation/job.ts';
import { exportText } from '../../texts/export-text.ts';
import { exportMark, writtenFile, writtenRows } from './export-file.ts';
import { ExportPart } from './export-part.ts';
import { type ExportRequest, type SealedRequest, unsealed } from './export-request.ts';
import { idLength, wantedIds } from './export-rows.ts';

/** Rows read in one step. */
const rowsPerStep = 4000;
const keptMs = 86_400_000;
/** Most bytes of an exported file. */
const maxBytes = 2_147_483_648;

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
  title: formatMessageIn('zh-CN', exportText('export.kind')),
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
  const part = new ExportPart(rows, unsealed(context.input, context), entityOf(context), context);
  const ids = await buffer(
    await files.read(idsKey(context.jobId), { start: next * idLength, end: end * idLength - 1 }),
  );
  await files.writeAt(partKey(context.jobId, parts), Readable.from(part.written(ids), { objectMode: false }));
  return { state: { ...state, next: end, parts: parts + 1, rows: part.rows }, done: end, total };
}

async function write(state: Extract<State, { phase: 'write' }>, context: Context): Promise<JobStep<State>> {
  const { services, now } = context;
  const { title } = entityOf(context).document;
  const request = unsealed(context.input, context);
  const { format } = request;
  const mark = exportMark(context.caller, now, state.rows);
  const written = fileRows(state, request, mark, context);
  const stored = await services.files.write(writtenFile(format, title, written, mark), maxBytes);
  const name = `${title}-${dayOf(now)}.${format}`;
  const expireAt = new Date(Date.parse(now) + keptMs).toISOString();
  const { kind, mime } = fileTypes[format];
  const fileId = await saveFile({ name, mime, kind, private: true, expireAt }, stored, context);
  const { total, parts, rows: count } = state;
  return { state: { phase: 'clear', total, parts, rows: count, fileId, name, expireAt }, done: total, total };
}

async function clear(state: Extract<State, { phase: 'clear' }>, context: Context): Promise<JobStep<State>> {
  await removeParts(state.parts, context);
  const { total, rows, fileId, name, expireAt } = state;
  const message = formatMessageIn('zh-CN', exportText('export.done', { count: rows }));
  const finished = { fileId, message, facts: { rows, name, expireAt } };
  return { state, done: total, total, finished };
}

async function removeParts(parts: number, { jobId, services }: Context): Promise<void> {
  for (let part = 0; part < parts; part++) await services.files.remove(partKey(jobId, part));
  await services.files.remove(idsKey(jobId));
}

/** What stands in the file: names of columns, data as the parts have it, and last who took it out and when. */
async function* fileRows(
  { parts, rows }: Extract<State, { phase: 'write' }>,
  { columns, format }: ExportRequest,
  mark: string,
  { jobId, services }: Context,
): AsyncIterable<string | Uint8Array> {
  yield writtenRows(format, [columns.map(({ title }) => title)], 0);
  for (let part = 0; part < parts; part++) yield* await services.files.read(partKey(jobId, part));
  yield writtenRows(format, [[mark]], rows + 1);
}

function entityOf({ documents, input }: Context): EntityModel {
  return modelOf(documents, input.entity);
}
