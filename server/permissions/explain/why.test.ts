import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatrixAnswer } from '../../../contract/access-matrix.ts';
import { entityOfPage, type PageDocument } from '../../../engine/model/documents/index.ts';
import type { WhyAnswer } from '../../../engine/model/wire/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let company: TestApp;
const customers: string[] = [];
const accounts = ['sales', 'group_leader', 'manager', 'promoter'] as const;

const why = async (account: string, page: string, more: Values = {}) => {
  const { code, data } = await company.call<WhyAnswer>('admin', '/v1/role/why', {
    page,
    staffId: company.ids[account],
    ...more,
  });
  expect(code).toBe('0');
  return data;
};
const part = (answer: WhyAnswer, key: string) => answer.parts.find((one) => one.key === key);

beforeAll(async () => {
  company = await startTestApp();
  const { ids, records } = company;
  const add = async (name: string, values: Values) =>
    customers.push(
      await records.insert('customer', {
        customerNo: name,
        name,
        mobile: `1370000${String(1000 + customers.length)}`,
        level: 'a',
        stage: 'following',
        ownState: 'owned',
        channelId: ids.channel,
        intentionProjectIds: [ids.project],
        locked: false,
        followCount: 0,
        callCount: 0,
        orderCount: 0,
        paidTotal: 0,
        ...values,
      }),
    );
  await add('own', { ownerId: ids.sales, ownerDeptId: ids.group1 });
  await add('beside', { ownerId: ids.sales2, ownerDeptId: ids.group1 });
  await add('away', { ownerId: ids.sales3, ownerDeptId: ids.group2 });
  await add('pooled', { ownState: 'pooled', poolId: ids.pool });
}, 60_000);
afterAll(() => company.close());

type Parts = Awaited<ReturnType<typeof why>>['parts'];

/** The buttons that are told to be visible are those that are drawn. */
function expectButtons(parts: Parts, drawn: Readonly<Record<string, unknown>>): void {
  for (const area of ['toolbar', 'row', 'bulk'] as const) {
    const shown = Array.isArray(drawn[area]) ? drawn[area].map(({ key }: { key: string }) => key) : [];
    const stated = parts.filter(({ key, state }) => key.startsWith(`${area}/`) && state === 'visible');
    // Rows in an order of their own are moved without a button.
    if (area === 'row' && typeof drawn.api === 'object' && drawn.api !== null && 'move' in drawn.api)
      shown.push('move');
    expect(new Set(stated.map(({ key }) => key.split('/')[1]))).toEqual(new Set(shown));
  }
}

/** The paths of an entity that are told to be hidden. */
function hiddenFields(parts: Parts, wanted: string | undefined): readonly string[] {
  const hidden = parts.filter(({ key, state }) => key.startsWith('field/') && state === 'hidden');
  const named = hidden.map(({ key }) => key.split('/'));
  return named.flatMap(([, entity, path = '']) => (entity === wanted ? [path] : []));
}

/** Which customers a page lists for somebody: none where it is not his. */
async function listedOn(page: string, account: string): Promise<ReadonlySet<string>> {
  const asked = { fields: ['name'], size: 50 };
  const found = await company.call<{ list?: readonly { id: string }[] }>(account, '/v1/customer/query', asked, {
    'x-app-page': page,
  });
  return new Set((found.code === '0' ? (found.data.list ?? []) : []).map(({ id }) => id));
}

/** Everybody sees half of the pages, each of which half of them see; a deep run shows all to all. */
function pagesFor(account: (typeof accounts)[number]): readonly PageDocument[] {
  const pages = [...company.documents.pages.values()];
  const isDeep = process.env.TEST_DEPTH === 'deep';
  return pages.filter((_, place) => isDeep || place % 2 === accounts.indexOf(account) % 2);
}

describe('the reasons agree with what the server does', () => {
  it.each(accounts)('for the pages of the product, as %s', async (account) => {
    for (const page of pagesFor(account)) {
      const told = await why(account, page.name);
      const seen = await company.call(account, '/v1/sys/page/view', { name: page.name });
      expect(told.page.isOpen, page.name).toBe(seen.code === '0');
      if (seen.code !== '0') continue;
      expectButtons(told.parts, { ...(seen.data.page as object) });
      const text = JSON.stringify(seen.data.page);
      for (const path of hiddenFields(told.parts, entityOfPage(page))) expect(text).not.toContain(`"field":"${path}"`);
    }
  });

  it('for rows, on pages that rule about them', async () => {
    for (const account of accounts)
      for (const page of ['alllist', 'highsea', 'personalpromote']) {
        const entity = entityOfPage(company.documents.pages.get(page) ?? ({ kind: 'custom' } as never));
        if (entity !== 'customer') continue;
        const ids = await listedOn(page, account);
        for (const id of customers) {
          const { row, page: told } = await why(account, page, { record: id });
          expect(told.isOpen && row?.isReached === true, `${account} ${page} ${row?.label}`).toBe(ids.has(id));
          expect(row?.isReached).toBe(row?.conditions.every(({ holds }) => holds));
        }
      }
  });
});

it('names the key and the roles that would give it, the mask and what says so, and the scope', async () => {
  const told = await why('sales', 'alllist', { record: 'away' });
  expect(told.row).toMatchObject({ label: 'away', isReached: false });
  expect(told.row?.conditions.filter(({ holds }) => !holds).map(({ title }) => title)).toEqual(['数据范围：本人']);
  expect(told.row?.conditions.find(({ key }) => key.startsWith('own'))?.detail).toContain('sales3');
  const mobile = part(told, 'field/customer/mobile');
  expect(mobile).toMatchObject({ state: 'masked' });
  expect(mobile?.reason).toMatch(/^手机号：.*脱敏/);
  const lacking = told.parts.find(({ state, reason }) => state === 'hidden' && reason.startsWith('缺少权限'));
  expect(lacking?.reason).toMatch(/customer:[a-z_]+.*角色：.*管理员/);
  const closed = await why('sales', 'menuManagement');
  expect(closed.page).toMatchObject({ isOpen: false });
  expect(closed.page.reason).toMatch(/没有页面“权限设置”，有它的角色：.*管理员/);
});

it('tells the condition of a button, and the values it does not hold with', async () => {
  const pooled = await why('sales', 'highsea', { record: 'pooled' });
  expect(pooled.row?.isReached).toBe(true);
  const all = (await why('manager', 'alllist', { record: 'own' })).parts;
  const blocked = all.filter(({ state, area }) => area === '行操作' && state !== 'visible');
  for (const { reason } of blocked) expect(reason).toMatch(/缺少权限|条件 .* 不成立|只能从|点击会被拒绝/);
});

it('is told only by who covers the other, of rows he reaches, and holds the key', async () => {
  const { ids } = company;
  const codeOf = async (account: string, body: Values) =>
    (await company.call<{ error?: { code: string } }>(account, '/v1/role/why', body)).data.error?.code;
  expect(await codeOf('manager', { page: 'alllist', staffId: ids.sales })).toBe('E_NO_PERMISSION');
  expect(await codeOf('admin', { page: 'nowhere', staffId: ids.sales })).toBe('E_NOT_FOUND');
  expect(await codeOf('admin', { page: 'alllist', staffId: ids.sales, record: 'nobody' })).toBe('E_NOT_FOUND');
  expect(await codeOf('admin', { page: 'alllist' })).toBe('E_INPUT_INVALID');
  const begun = await company.call<{ token: string }>('admin', '/v1/role/view/as', { staffId: ids.sales });
  const asked = await company.call<WhyAnswer>(
    undefined,
    '/v1/role/why',
    { page: 'alllist', staffId: ids.sales },
    {
      'x-app-token': begun.data.token,
    },
  );
  expect(asked.data.subject).toMatchObject({ kind: 'staff', name: 'sales' });
});

it('tells of roles and people beside each other what the server does, and writes it into a file', async () => {
  const { ids, documents } = company;
  const { data } = await company.call<MatrixAnswer>('admin', '/v1/role/matrix', { staffIds: [ids.sales] });
  const place = data.columns.findIndex(({ kind, id }) => kind === 'staff' && id === ids.sales);
  const asRole = data.columns.findIndex(({ name }) => name === '业务员');
  for (const page of documents.pages.values()) {
    const rows = data.groups.find(({ key }) => key === page.name)?.rows ?? [];
    const seen = await company.call('sales', '/v1/sys/page/view', { name: page.name });
    expect(rows[0]?.cells[place], page.name).toBe(seen.code === '0' ? 'given' : 'none');
    for (const { cells } of rows) expect(cells[place]).toBe(cells[asRole]);
  }
  const scopes = data.groups.find(({ key }) => key === 'scope')?.rows ?? [];
  expect(scopes.find(({ key }) => key === 'scope/customer')?.cells[place]).toBe('scope/self');
  expect(data.words).toMatchObject({ given: '有', none: '—', 'scope/self': '本人', 'mask/mask': '脱敏' });
  const english = { 'accept-language': 'en-US' };
  const { data: told } = await company.call<MatrixAnswer>('admin', '/v1/role/matrix', {}, english);
  expect([told.words.given, told.groups[0]?.title]).toEqual(['Yes', 'Data scope']);
  expect(await company.call('manager', '/v1/role/matrix')).toMatchObject({
    data: { error: { code: 'E_NO_PERMISSION' } },
  });
  const started = await company.call<{ jobId: string }>('admin', '/v1/role/matrix/export', { staffIds: [ids.sales] });
  expect(started.code).toBe('0');
  const log = await company.records.find('operation_log', { entityId: started.data.jobId });
  expect(log.map(({ action, staffId }) => [action, staffId])).toEqual([['role.matrixExport', ids.admin]]);
});
