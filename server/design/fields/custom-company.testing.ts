import { afterAll, beforeAll, expect } from 'vitest';
import type { CustomFieldsAnswer } from '../../../contract/design/custom-fields.ts';
import { type ImportDriver, importDriver } from '../../testing/import-driver.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { type ListeningNode, startListeningNode } from '../../testing/listening-node.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/** A company whose administrators make fields, with two more nodes and one that works on jobs; there between the hooks. */
export let world: TestApp;
export let nodes: readonly [ListeningNode, ListeningNode];
export let worker: JobWorker;
export let driver: ImportDriver;

/** Starts it. */
export function startCustomCompany(): void {
  beforeAll(async () => {
    world = await startTestApp();
    // Each with documents of its own, as another process has.
    const start = () => startListeningNode({ ...world.documents }, world.database);
    nodes = [await start(), await start()];
    worker = startJobWorker({ ...world.documents }, world.database);
    driver = importDriver(world);
  });
  afterAll(async () => {
    expect(worker.faults).toEqual([]);
    await worker.close();
    for (const node of nodes) await node.close();
    await world.close();
  });
}

export type Json = Record<string, unknown>;

export const ask = <Data = Json>(path: string, body: Json, account = 'admin') =>
  world.call<Data>(account, `/v1/design/field/${path}`, body);

export const codeOf = ({ data }: { readonly data: unknown }) =>
  (data as { error?: { code: string } } | null)?.error?.code;

export const faultsOf = ({ data }: { readonly data: unknown }) =>
  (data as { error: { faults: readonly { pointer: string; code: string; got?: string }[] } }).error.faults;

/** A field as the list of an entity's fields tells it. */
export async function listed(key: string, entity = 'customer') {
  const { data } = await ask<CustomFieldsAnswer>('query', {});
  const field = data.entities.find(({ name }) => name === entity)?.fields.find((one) => one.key === key);
  if (field === undefined) throw new TypeError(`no field ${key}`);
  return field;
}

/** Makes a field that is accepted. */
export async function made(field: Json, entity = 'customer'): Promise<void> {
  const answer = await ask('create', { entity, field });
  if (answer.code !== '0') throw new TypeError(JSON.stringify(answer));
}

/** Columns of a table that belong to fields made in the app. */
export async function columnsOf(table = 'customer'): Promise<readonly unknown[]> {
  const rows = await world.database.rows(
    `select column_name from information_schema.columns where table_name = $1 and column_name like 'x\\_%' order by 1`,
    [table],
  );
  return rows.map((row) => row.column_name);
}

let count = 0;

/** A customer that sales makes. */
export async function customer(more: Json = {}) {
  count += 1;
  const name = `试用客户${count}`;
  const mobile = `1395550${String(count).padStart(4, '0')}`;
  const fixed = { level: 'b', channelId: world.ids.channel, intentionProjectIds: [world.ids.project] };
  const answer = await world.call<{ id: string }>('sales', '/v1/customer/create', { name, mobile, ...fixed, ...more });
  return { name, mobile, answer, id: answer.data.id };
}

/** A customer as sales sees it. */
export const seen = async (id: string) => (await world.call('sales', '/v1/customer/view', { id })).data;

/** Lets whoever holds a role make fields, or do something else. */
export async function permit(code: string, key = 'field:design'): Promise<void> {
  const role = await world.records.findOne('role', { code });
  const kept = Array.isArray(role?.permissions) ? role.permissions : [];
  await world.records.update('role', role?.id ?? '', { permissions: [...kept, key] });
}
