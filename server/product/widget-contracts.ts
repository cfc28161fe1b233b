import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readContract, type WidgetContract } from '../../engine/model/widget/index.ts';

/** Where the contracts of widgets lie: beside the built server, or beside its source. */
const folders = ['widgets', '../../widgets'].map((place) => path.join(import.meta.dirname, place));

/** The contract of every widget of the product, `widgets/<name>/contract.json`, for the check of documents. */
export function readWidgetContracts(): readonly WidgetContract[] {
  const folder = folders.find((candidate) => existsSync(candidate));
  if (folder === undefined) return [];
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => path.join(folder, entry.name, 'contract.json'))
    .filter((file) => existsSync(file))
    .map((file) => readContract(JSON.parse(readFileSync(file, 'utf8'))));
}
