import { describe, expect, it } from 'vitest';
import type { FoundGroup } from '../../../contract/record/search.ts';
import { company, create, startCustomerCompany } from '../customer-company.testing.ts';

startCustomerCompany();

const search = async (account: string, keyword: string): Promise<readonly FoundGroup[]> => {
  const answer = await company.call<readonly FoundGroup[]>(account, '/v1/search/query', { keyword });
  expect(answer).toMatchObject({ code: '0' });
  return answer.data;
};
const customers = async (account: string, keyword: string) =>
  (await search(account, keyword)).find(({ entity }) => entity === 'customer')?.records ?? [];
const labels = async (account: string, keyword: string) =>
  (await customers(account, keyword)).map(({ label }) => label);

const pathOf = (page: string) => company.documents.pages.get(page)?.path;

describe('a keyword finds people', () => {
  it('by name, pinyin, initials, number and the whole mobile', async () => {
    const id = await create('sales', { name: '欧阳若兰', mobile: '13911112222' });
    const { customerNo } = (await company.call<{ customerNo: string }>('sales', '/v1/customer/view', { id })).data;
    for (const keyword of ['欧阳若兰', '若兰', 'ouyangruolan', 'oyrl', customerNo, '13911112222'])
      expect([keyword, await labels('sales', keyword)]).toEqual([keyword, ['欧阳若兰']]);
    expect(await labels('sales', '1391111')).toEqual([]);
  });

  it('by the last four digits of a mobile, before all who have these figures in their number', async () => {
    const id = await create('sales', { name: '闻人语', mobile: '13911118642' });
    const other = await create('sales', { name: '百里长风' });
    await company.database.rows('update customer set customer_no = $1 where id = $2', ['KH20260101868642', other]);
    await create('sales3', { name: '别人的客户', mobile: '13911128642' });
    expect(await labels('sales', '8642')).toEqual(['闻人语', '百里长风']);
    expect(await labels('sales', ' 8642 ')).toEqual(['闻人语', '百里长风']);
    expect(await labels('sales', '864')).not.toContain('闻人语');
    // A number that is changed is found by its new end only.
    const { version } = (await company.call<{ version: number }>('sales', '/v1/customer/view', { id })).data;
    const changed = await company.call('admin', '/v1/customer/modify', { id, version, mobile: '13911117531' });
    expect(changed).toMatchObject({ code: '0' });
    expect(await labels('sales', '8642')).toEqual(['百里长风']);
    expect(await labels('sales', '7531')).toEqual(['闻人语']);
  });

  it('and says what can be done with them at once, where that is possible and permitted', async () => {
    const id = await create('sales', { name: '澹台明月' });
    const act = async (account: string) => (await customers(account, '澹台明月'))[0]?.act;
    expect(await act('sales')).toEqual({ key: 'followUp', title: '写跟进' });
    expect(await company.call('sales', '/v1/customer/return', { id, reason: '无法联系' })).toMatchObject({ code: '0' });
    expect(await act('sales')).toBeNull();
    expect(await act('admin')).toBeNull();
  });

  it('with what his mask allows beside the name, and leads to the page that opens them', async () => {
    const id = await create('sales', { name: '司徒静', mobile: '13922223333' });
    const [found] = await customers('sales', '司徒静');
    expect(found).toMatchObject({
      id,
      dial: 'mobile',
      place: { page: 'allpromotepanoramic', path: pathOf('allpromotepanoramic'), id, keyword: null },
    });
    expect(found?.facts).toContainEqual({ title: '手机号', text: '139****3333' });
    expect(JSON.stringify(found)).not.toContain('13922223333');
  });

  it('those called just so first, then those whose name begins so', async () => {
    for (const name of ['小慕容', '慕容', '慕容云海', '老慕容', '慕容', '慕容雪', '慕容霜'])
      await create('sales', { name });
    expect(await labels('sales', '慕容')).toEqual(['慕容', '慕容', '慕容霜', '慕容雪', '慕容云海']);
    const group = (await search('sales', '慕容')).find(({ entity }) => entity === 'customer');
    expect(group).toMatchObject({ title: '客户', hasMore: true, list: { page: 'alllist', path: pathOf('alllist') } });
    expect((await search('sales', '慕容雪')).find(({ entity }) => entity === 'customer')).toMatchObject({
      hasMore: false,
    });
    // One character finds very many: it is looked for among the newest, and finds the same.
    expect(await labels('sales', '慕')).toEqual(['慕容霜', '慕容雪', '慕容', '慕容云海', '慕容']);
    expect(await labels('sales3', '慕')).toEqual([]);
  });

  it('whom the caller reaches and nobody else', async () => {
    await create('sales', { name: '上官云起' });
    expect(await labels('sales', '上官云起')).toEqual(['上官云起']);
    expect(await labels('sales3', '上官云起')).toEqual([]);
    expect(await labels('group_leader', '上官云起')).toEqual(['上官云起']);
    expect(await search('promoter', '上官云起')).toEqual([]);
  });

  it('of the pool on the page of the pool', async () => {
    const id = await create('sales', { name: '公羊子夏' });
    expect(await company.call('sales', '/v1/customer/return', { id, reason: '无法联系' })).toMatchObject({ code: '0' });
    expect(await customers('sales2', '公羊子夏')).toMatchObject([
      { id, place: { path: pathOf('highseaDetail'), id, keyword: null } },
    ]);
  });

  it('colleagues in the list of staff, for who may open it', async () => {
    const found = (await search('admin', 'sales2')).find(({ entity }) => entity === 'staff');
    expect(found?.records).toMatchObject([{ place: { path: pathOf('authority'), id: null } }]);
    expect(found?.records[0]?.place.keyword).toBe(found?.records[0]?.label);
    expect((await search('sales', 'sales2')).map(({ entity }) => entity)).not.toContain('staff');
  });
});

describe('a search', () => {
  it('for a whole number is a lookup: counted once, whatever it is sought among', async () => {
    const count = async () =>
      Number((await company.database.rows('select count(distinct value)::int as n from masked_lookup'))[0]?.n);
    const before = await count();
    expect(await search('sales2', '13977778888')).toEqual([]);
    expect((await count()) - before).toBe(1);
  });

  it('for the end of a number is a lookup like a whole one: counted, written down, and refused beyond the quota', async () => {
    await company.database.rows('delete from masked_lookup');
    const logged = async () =>
      company.database.rows(
        "select * from operation_log where action = 'customer.lookup' and staff_id = $1 order by created_at desc",
        [company.ids.sales2 ?? ''],
      );
    const before = (await logged()).length;
    expect(await labels('sales2', '0917')).toEqual([]);
    expect(await company.database.rows('select distinct value from masked_lookup')).toHaveLength(1);
    const after = await logged();
    expect(after).toHaveLength(before + 1);
    expect(JSON.stringify(after[0])).not.toContain('0917');
    const query = async (end: string) => {
      const where = { field: 'mobile', op: 'eq', value: end };
      const answer = await company.call<{ error?: { code: string } }>('sales2', '/v1/customer/query', { where });
      return answer.data?.error?.code;
    };
    await company.database.rows('update masking_policy set lookup_minute_limit = 2');
    // One was looked up above.
    expect([await query('1000'), await query('1001'), await query('1000')]).toEqual([
      undefined,
      'E_LOOKUP_LIMIT',
      undefined,
    ]);
    expect((await company.call('sales2', '/v1/search/query', { keyword: '1002' })).data).toMatchObject({
      error: { code: 'E_LOOKUP_LIMIT' },
    });
    await company.database.rows('update masking_policy set lookup_minute_limit = 200');
    const either = await company.call('sales2', '/v1/customer/query', {
      where: { or: [{ field: 'mobile', op: 'eq', value: '0917' }, { search: '0918' }] },
      fields: ['name'],
    });
    expect(either).not.toMatchObject({ code: '0' });
  });

  it.each([
    ['nothing', ''],
    ['too much', '长'.repeat(101)],
  ])('refuses %s', async (_, keyword) => {
    const answer = await company.call('sales', '/v1/search/query', { keyword });
    expect(answer.data).toMatchObject({ error: { code: 'E_INPUT_INVALID', faults: [{ pointer: '/keyword' }] } });
  });

  it('finds nothing for blanks, and takes signs of patterns as they are written', async () => {
    expect(await search('sales', '   ')).toEqual([]);
    expect(await search('sales', '%')).toEqual([]);
    expect(await search('sales', '_')).toEqual([]);
  });

  it('is for who signed in', async () => {
    expect(await company.call(undefined, '/v1/search/query', { keyword: '张三' })).not.toMatchObject({ code: '0' });
  });
});
