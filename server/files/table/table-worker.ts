import { parentPort, workerData } from 'node:worker_threads';
import { setLanguageSource } from '../../../engine/model/texts/index.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import { createFileStore } from '../store/file-store.ts';
import { readHead } from './read-head.ts';
import type { InspectionAnswer, InspectionTask } from './table-inspector.ts';

/** Reads the head of one table in a thread of its own, tells it and ends. */
const { folder, table, sample, bounds, language }: InspectionTask = workerData;
setLanguageSource(() => language);

async function answer(): Promise<InspectionAnswer> {
  try {
    return { head: await readHead(table, createFileStore(folder), sample, bounds) };
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, facts: error.facts } };
    throw error;
  }
}

parentPort?.postMessage(await answer());
