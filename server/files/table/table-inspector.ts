import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { errorCatalogue } from '../../../engine/model/faults/index.ts';
import { currentLanguage, type Language } from '../../../engine/model/texts/index.ts';
import { AppError, refuse } from '../../kernel/errors/app-error.ts';
import { codeOf } from '../../kernel/errors/start-error.ts';
import type { FileStore } from '../../kernel/services/file-store.ts';
import type { TableFile, TableHead, TableInspector } from '../../kernel/services/table-inspector.ts';
import { tableText } from '../../texts/files/table-text.ts';
import { refuseFile } from '../store/errors.ts';
import type { ReadBounds } from './read-budget.ts';

/** What the worker is told, and what it answers. */
export type InspectionTask = {
  readonly folder: string;
  readonly table: TableFile;
  readonly sample: number;
  readonly bounds: ReadBounds;
  /** The language of the call, in which it tells why a table cannot be read. */
  readonly language: Language;
};
export type InspectionAnswer =
  | { readonly head: TableHead }
  | { readonly refusal: { readonly code: string; readonly facts: Readonly<Record<string, unknown>> } };

// The head of a table is near its beginning; the texts of a large workbook may all lie before it.
const bounds: ReadBounds = { rows: 10_000, bytes: 256 * 1_048_576 };
const usualPatience = 15_000;
const memory = 256;
const maxWaiting = 3;
const besideServer = path.join(import.meta.dirname, 'table-worker.js');

export type InspectorOptions = {
  /** The built program of the worker; the one beside the server unless told. */
  readonly program?: string;
  /** Milliseconds after which a table is given up; 15 seconds unless told. */
  readonly patience?: number;
};

/** Inspects tables of the store one after another, each in a worker thread that ends with it. */
export function tableInspector(
  { folder }: Pick<FileStore, 'folder'>,
  { program = besideServer, patience = usualPatience }: InspectorOptions = {},
): TableInspector {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    async headOf(table, sample) {
      if (waiting > maxWaiting) throw refuseFile('E_IMPORT_INSPECTING');
      waiting += 1;
      const task = { folder, table, sample, bounds, language: currentLanguage() };
      const turn = last.then(() => inspect(startWorker(task, program), patience));
      last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        waiting -= 1;
      }
    },
  };
}

async function inspect(worker: Worker, patience: number): Promise<TableHead> {
  try {
    const answer = await answerOf(worker, patience);
    if ('head' in answer) return answer.head;
    const { code, facts } = answer.refusal;
    const entry = Object.entries(errorCatalogue).find(([known]) => known === code)?.[1] ?? errorCatalogue.E_SERVER;
    throw new AppError(code, entry, facts);
  } finally {
    await worker.terminate();
  }
}

function answerOf(worker: Worker, patience: number): Promise<InspectionAnswer> {
  return new Promise((resolve, reject) => {
    const late = () =>
      reject(
        refuse('E_IMPORT_LIMIT', {
          got: tableText('table.head.late', { seconds: patience / 1000 }),
          expected: tableText('table.seconds', { seconds: patience / 1000 }),
        }),
      );
    const timer = setTimeout(late, patience);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the worker ended without an answer'));
    });
    worker.once('message', resolve);
    worker.once('error', (error) => {
      const isFull = codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isFull ? refuse('E_IMPORT_LIMIT', { got: tableText('table.memory'), expected: `${memory} MB` }) : error);
    });
  });
}

/** Run from the source, where nothing was built, it is read as the source is. */
function startWorker(task: InspectionTask, built: string): Worker {
  const options = { workerData: task, resourceLimits: { maxOldGenerationSizeMb: memory } };
  if (existsSync(built)) return new Worker(built, options);
  const source = JSON.stringify(new URL('./table-worker.ts', import.meta.url).href);
  const program = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${source}, ${source}))`;
  return new Worker(program, { ...options, eval: true });
}
