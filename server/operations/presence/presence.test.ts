import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { presenceTopic } from '../../../contract/record/record-words.ts';
import { type PresentPeople, presencePaths, presenceSeconds } from '../../../engine/model/wire/index.ts';
import { type ListeningNode, startListeningNode } from '../../testing/listening-node.ts';
import { readEvents } from '../../testing/read-events.ts';
import { company, create, startCustomerCompany } from '../customer-company.testing.ts';

/* Two nodes on one database: what is said at the one is known at the other. */

startCustomerCompany();

let node: ListeningNode;
let customer: string;

beforeAll(async () => {
  node = await startListeningNode(company.documents, company.database);
  customer = await create('sales', { name: '赵梅' });
}, 60_000);
afterAll(() => node.close());
afterEach(() => company.database.rows('delete from record_presence'));

type Where = {
  readonly place?: string;
  readonly page?: string;
  readonly id?: string;
  readonly isEditing?: boolean;
};
const body = ({
  place = randomUUID(),
  page = 'allpromotepanoramic',
  id = customer,
  isEditing = false,
}: Where = {}) => ({
  place,
  page,
  id,
  isEditing,
});

/** Says at the first node that somebody is at a record; answers who else is, by name. */
const at = async (account: string, where: Where = {}) => {
  const answer = await company.call<PresentPeople>(account, presencePaths.note, body(where));
  expect(answer).toMatchObject({ code: '0' });
  return answer.data.list.map(({ name, isEditing }) => `${name}${isEditing ? ' 编辑' : ''}`);
};
/** The same at the other node. */
const atOther = async (account: string, where: Where = {}) => {
  const headers = { 'x-app-token': await company.token(account) };
  const { data } = await node.post<PresentPeople>(presencePaths.note, body(where), headers);
  return data.list.map(({ name, isEditing }) => `${name}${isEditing ? ' 编辑' : ''}`);
};
const refusal = async (account: string, where: Where) => {
  const answer = await company.call<{ error?: { code: string } }>(account, presencePaths.note, body(where));
  return answer.data?.error?.code ?? answer.code;
};
const nameOf = async (account: string) =>
  String((await company.database.rows('select name from staff where id = $1', [company.ids[account]]))[0]?.name);
const stored = async () =>
  Number((await company.database.rows('select count(*)::int as n from record_presence'))[0]?.n);

describe('who is at a record', () => {
  it('is told on every node to who is there too, once for all windows of a person, and never of oneself', async () => {
    const [leader, sales] = [await nameOf('group_leader'), await nameOf('sales')];
    expect(await at('group_leader')).toEqual([]);
    expect(await at('group_leader')).toEqual([]);
    expect(await atOther('sales')).toEqual([leader]);
    expect(await at('group_leader', { isEditing: true })).toEqual([sales]);
    expect(await atOther('sales')).toEqual([`${leader} 编辑`]);
    expect(await at('manager', { id: await create('sales') })).toEqual([]);
  });

  it('ends when he says so, and only where it is his own window', async () => {
    const place = randomUUID();
    await at('group_leader', { place });
    expect(await company.call('sales', presencePaths.leave, { place })).toMatchObject({ code: '0' });
    expect(await at('sales')).toHaveLength(1);
    // Nor can a window of his be taken over.
    await at('sales', { place, isEditing: true });
    expect(await at('sales')).toEqual([await nameOf('group_leader')]);
    for (const _ of [1, 2])
      expect(await company.call('group_leader', presencePaths.leave, { place })).toMatchObject({ code: '0' });
    expect(await at('sales')).toEqual([]);
  });

  it('ends by itself where nothing is heard any more, and is kept no longer', async () => {
    expect(presenceSeconds).toBeLessThanOrEqual(45);
    await at('group_leader');
    const older = (seconds: number) =>
      company.database.rows(`update record_presence set seen_at = clock_timestamp() - interval '${seconds} seconds'`);
    await older(presenceSeconds - 5);
    expect(await at('sales')).toHaveLength(1);
    await older(presenceSeconds + 1);
    expect(await atOther('manager')).toEqual([]);
    // A node forgets it though nobody asks.
    await older(presenceSeconds + 1);
    await expect.poll(stored, { timeout: 5000 }).toBe(0);
  });

  it('goes to open pages as soon as it changes, of which record is not kept', async () => {
    await at('group_leader');
    const stream = await readEvents(node.address, await company.token('group_leader'), { topics: [presenceTopic] });
    await stream.until(({ event }) => event === 'begin');
    const place = randomUUID();
    await at('sales', { place });
    await stream.until(() => stream.told().length === 1);
    // What was said before is no news.
    await at('sales', { place });
    await at('sales', { place, isEditing: true });
    await stream.until(() => stream.told().length === 2);
    await company.call('sales', presencePaths.leave, { place });
    await stream.until(() => stream.told().length === 3);
    expect(stream.told().map(({ data }) => data)).toEqual([{}, {}, {}]);
    stream.breakOff();
  });
});

describe('is for those who see the record', () => {
  it('and not for who does not reach it, has no such page, or may not read there', async () => {
    await at('group_leader');
    expect(await refusal('sales3', {})).toBe('E_NOT_FOUND');
    expect(await refusal('sales', { id: randomUUID() })).toBe('E_NOT_FOUND');
    expect(await refusal('sales', { page: 'nowhere' })).toBe('E_NO_PAGE');
    expect(await refusal('sales', { page: 'authority' })).toBe('E_NO_PAGE');
    expect(await stored()).toBe(1);
    expect(await company.call(undefined, presencePaths.note, body())).not.toMatchObject({ code: '0' });
  });

  it('in the rows of the page he names, whatever others would show', async () => {
    await at('sales', { page: 'alllist', isEditing: true });
    expect(await refusal('sales', { page: 'highsea' })).toBe('E_NOT_FOUND');
    expect(await at('group_leader')).toEqual([`${await nameOf('sales')} 编辑`]);
  });

  it('in whole: whoever is kept from a part of it is neither told nor told of', async () => {
    const pooled = await create('sales', { name: '公羊高' });
    await company.database.rows(`update pool set hidden_fields = '["qq"]'`);
    expect(await company.call('sales', '/v1/customer/return', { id: pooled, reason: '无法联系' })).toMatchObject({
      code: '0',
    });
    const where = { page: 'highsea', id: pooled };
    expect(await at('admin', { ...where, page: 'allpromotepanoramic' })).toEqual([]);
    expect(await at('sales2', where)).toEqual([]);
    expect(await at('admin', { ...where, page: 'allpromotepanoramic' })).toEqual([]);
  });
});
