import { afterAll, beforeAll } from 'vitest';
import type { BulkAnswer } from '../../../engine/model/wire/index.ts';
import { budget, claim, claimItem, claimStates } from '../../testing/fixtures/claims.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

export let office: TestOperations;
export let other: string;

/** Starts an office with claims before the tests of a file; ends it after. */
export function startClaimOffice(): void {
  beforeAll(async () => {
    office = await startOperations([budget, claim(), claimItem], { dictionaries: [claimStates] });
    other = await office.records.insert('staff', { name: '另一人' });
  }, 60_000);
  afterAll(() => office.close());
}

export type Id = { readonly id: string };

/** Somebody with all keys but those that stand in `who`. */
export const plain = (over = {}) =>
  office.caller({
    grants: new Set(
      ['query', 'get', 'add', 'edit', 'delete', 'enable', 'disable', 'approve', 'pay'].flatMap((key) => [
        `claim:${key}`,
        `claim_item:${key}`,
      ]),
    ),
    ...over,
  });

const versionOf = async (id: string, entity = 'claim') =>
  Number((await office.records.findOne(entity, { id }))?.version);

const isEnabled = async (entity: string, id: string) =>
  (await office.records.findOne(entity, { id }))?.enabled === true;

/** A claim of the caller's with one line, in a state. */
export async function claimIn(state: string): Promise<{ readonly id: string; readonly line: string }> {
  const body = { name: '差旅', amount: 1000, items: [{ note: '车票', price: 1000 }] };
  const { id } = await office.run<Id>('/v1/claim/create', body, plain());
  await office.database.rows('update claim set state = $1 where id = $2', [state, id]);
  const [line] = await office.records.find('claim_item', { claimId: id });
  return { id, line: line?.id ?? '' };
}

export let made = 0;

/** An amount nothing has yet. */
export const next = () => {
  made += 1;
  return 10_000 + made;
};

type Door = (made: { readonly id: string; readonly line: string }) => Promise<unknown>;

/** Every way in which a person writes a claim, by the field or list it writes. */
export const doors: Readonly<Record<string, { readonly key: string; readonly go: Door }>> = {
  form: {
    key: 'amount',
    go: async ({ id }) => office.run('/v1/claim/modify', { id, version: await versionOf(id), amount: next() }, plain()),
  },
  cell: {
    key: 'name',
    go: async ({ id }) =>
      office.run(
        '/v1/claim/modify',
        { id, version: await versionOf(id), name: `改 ${next()}`, was: { name: '差旅' } },
        plain(),
      ),
  },
  remark: {
    key: 'remark',
    go: async ({ id }) =>
      office.run('/v1/claim/modify', { id, version: await versionOf(id), remark: `补 ${next()}` }, plain()),
  },
  stale: {
    key: 'amount',
    go: ({ id }) => office.run('/v1/claim/modify', { id, version: 99, amount: next(), was: { amount: 1000 } }, plain()),
  },
  many: {
    key: 'amount',
    go: async ({ id }) =>
      allDone(await office.run<BulkAnswer>('/v1/claim/modify', { ids: [id], amount: next() }, plain())),
  },
  manyRemarks: {
    key: 'remark',
    go: async ({ id }) =>
      allDone(await office.run<BulkAnswer>('/v1/claim/modify', { ids: [id], remark: `补 ${next()}` }, plain())),
  },
  status: {
    key: 'enabled',
    go: async ({ id }) =>
      office.run('/v1/claim/status/modify', { id, enabled: !(await isEnabled('claim', id)) }, plain()),
  },
  manyStatus: {
    key: 'enabled',
    go: async ({ id }) =>
      allDone(
        await office.run<BulkAnswer>(
          '/v1/claim/status/modify',
          { ids: [id], enabled: !(await isEnabled('claim', id)) },
          plain(),
        ),
      ),
  },
  lineChanged: {
    key: 'items',
    go: async ({ id, line }) =>
      office.run(
        '/v1/claim/modify',
        { id, version: await versionOf(id), items: [{ id: line, price: next() }] },
        plain(),
      ),
  },
  lineAdded: {
    key: 'items',
    go: async ({ id, line }) =>
      office.run(
        '/v1/claim/modify',
        { id, version: await versionOf(id), items: [{ id: line }, { note: '饭', price: next() }] },
        plain(),
      ),
  },
  lineGone: {
    key: 'items',
    go: async ({ id }) => office.run('/v1/claim/modify', { id, version: await versionOf(id), items: [] }, plain()),
  },
  ownLine: {
    key: 'items',
    go: async ({ line }) => office.run('/v1/claim/item/modify', { id: line, version: 1, price: next() }, plain()),
  },
  ownLines: {
    key: 'items',
    go: async ({ line }) =>
      allDone(await office.run<BulkAnswer>('/v1/claim/item/modify', { ids: [line], price: next() }, plain())),
  },
  newLine: {
    key: 'items',
    go: ({ id }) => office.run('/v1/claim/item/create', { claimId: id, note: '饭', price: next() }, plain()),
  },
  lineStatus: {
    key: 'items',
    go: async ({ line }) =>
      office.run(
        '/v1/claim/item/status/modify',
        { id: line, enabled: !(await isEnabled('claim_item', line)) },
        plain(),
      ),
  },
  lineDeleted: { key: 'items', go: ({ line }) => office.run('/v1/claim/item/delete', { id: line }, plain()) },
  linesDeleted: {
    key: 'items',
    go: async ({ line }) => allDone(await office.run<BulkAnswer>('/v1/claim/item/delete', { ids: [line] }, plain())),
  },
  lineRestored: {
    key: 'items',
    async go({ line }) {
      await office.database.rows('update claim_item set deleted_at = now() where id = $1', [line]);
      return office.run('/v1/claim/item/restore', { id: line }, plain());
    },
  },
  lineMovedAway: {
    key: 'items',
    async go({ line }) {
      const { id: open } = await claimIn('draft');
      return office.run('/v1/claim/item/modify', { id: line, version: 1, claimId: open }, plain());
    },
  },
  lineMovedHere: {
    key: 'items',
    async go({ id }) {
      const { line } = await claimIn('draft');
      return office.run('/v1/claim/item/modify', { id: line, version: 1, claimId: id }, plain());
    },
  },
};

/** A bulk call answers; what it refused is in the answer. */
function allDone(answer: BulkAnswer): BulkAnswer {
  const failed = answer.results.find(({ ok }) => !ok);
  if (failed !== undefined) throw Object.assign(new Error('message' in failed ? String(failed.message) : ''), failed);
  return answer;
}
