import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { password } from './account.ts';
import { type RunningServer, startServer } from './server.ts';

/** What the servers run: the product, or the library that shares no document with it. */
export type Product = 'product' | 'library';

const documentsOf: Readonly<Record<Product, string>> = { product: 'schemas', library: 'e2e/fixtures/library' };

type Place = Pick<RunningServer, 'baseUrl' | 'folder'>;

const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0);

/** The servers that were started for this worker before the first journey, as `E2E_PLACES` tells them. */
function firstPlaceOf(product: Product): Place {
  const places: Readonly<Record<Product, readonly Place[]>> = JSON.parse(process.env.E2E_PLACES ?? '{}');
  const place = places[product]?.[worker];
  if (place === undefined) throw new Error('no server was started for this worker');
  return place;
}

const fresh = new Map<Product, Place>();
const placeOf = (product: Product): Place => fresh.get(product) ?? firstPlaceOf(product);

/** Address of the product of this worker. */
export const productUrl = () => placeOf('product').baseUrl;
/** Where the product of this worker runs; its data lie in `data` below it. */
export const productFolder = () => placeOf('product').folder;

const failureMark = () => path.join(firstPlaceOf('product').folder, 'a-journey-failed');

/** Notes that a journey failed, and may have left rows nobody expects. */
export function noteFailure(): void {
  writeFileSync(failureMark(), '');
}

/**
 * Gives this worker's server to its journeys. After one failed the journeys that follow, and the same one once more, get
 * a server with rows nobody has touched.
 */
export async function useServer(product: Product, use: (url: string) => Promise<void>): Promise<void> {
  if (!existsSync(failureMark())) return use(firstPlaceOf(product).baseUrl);
  const server = await startServer(documentsOf[product], password);
  fresh.set(product, server);
  try {
    await use(server.baseUrl);
  } finally {
    fresh.delete(product);
    await server.stop();
  }
}
