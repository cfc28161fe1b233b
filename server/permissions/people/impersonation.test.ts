import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparedTables, digestOf } from '../../fuzz/database-digest.testing.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { everyRequest } from '../../testing/every-request.ts';
import { startTestApp, type TestApp, testPassword, testPasswordHash } from '../../testing/test-app.ts';

let company: TestApp;
let customer: string;

type Begun = { readonly token: string; readonly name: string; readonly kind: string };

const begin = (input: Values, account = 'admin') => company.call<Begun>(account, '/v1/role/view/as', input);
const asked = (token: string, path: string, body: Values = {}, headers: Readonly<Record<string, string>> = {}) =>
  company.call(undefined, path, body, { 'x-app-token': token, ...headers });
const codeOf = (answer: unknown) =>
  (answer as { readonly data?: { readonly error?: { readonly code?: string } } | null }).data?.error?.code;

async function impersonation(input: Values, account?: string): Promise<string> {
  const { code, data } = await begin(input, account);
  expect(code).toBe('0');
  return data.token;
}

beforeAll(async () => {
  company = await startTestApp();
  const { ids, records } = company;
  const made = async (name: string, owner: string, department: string) =>
    records.insert('customer', {
      customerNo: name,
      name,
      mobile: `1370000${String(1000 + name.length)}`,
      level: 'a',
      stage: 'following',
      ownState: 'owned',
      channelId: ids.channel,
      intentionProjectIds: [ids.project],
      ownerId: ids[owner],
      ownerDeptId: ids[department],
      locked: false,
      followCount: 0,
      callCount: 0,
      orderCount: 0,
      paidTotal: 0,
      repeatCount: 0,
    });
  customer = await made('a', 'sales', 'group1');
  await made('bb', 'sales2', 'group1');
  await made('ccc', 'sales3', 'group2');
}, 60_000);
afterAll(() => company.close());

describe('while looking as another', () => {
  it('sees to the letter what that person sees', async () => {
    const token = await impersonation({ staffId: company.ids.sales });
    const requests: readonly (readonly [string, Values, string?])[] = [
      ['/v1/sys/menu/item/my/query', {}],
      ['/v1/sys/menu/button/my/query', {}],
      ['/v1/sys/page/view', { name: 'alllist' }],
      ['/v1/sys/page/view', { name: 'menuManagement' }],
      ['/v1/customer/query', { fields: ['name', 'mobile', 'owner.name'], count: 'exact' }],
      ['/v1/customer/query', { fields: ['name', 'mobile'] }, 'highsea'],
      ['/v1/customer/view', { id: customer, fields: ['name', 'mobile'] }],
      ['/v1/project/query', { fields: ['name'] }],
      ['/v1/sys/user/query', { fields: ['name', 'mobile'] }],
      ['/v1/role/query', { fields: ['name'] }],
      ['/v1/masking/policy/mine', {}],
    ];
    for (const [path, body, page] of requests) {
      const headers: Record<string, string> = page === undefined ? {} : { 'x-app-page': page };
      const seen = await asked(token, path, body, headers);
      expect(withoutIds(seen), path).toEqual(withoutIds(await company.call('sales', path, body, headers)));
    }
    // Who he is is told with who looks: the mark over the pages names both.
    const { data } = await company.call<Values>('sales', '/v1/sys/user/my/view');
    const viewer = { name: 'admin', mobile: '139****0000' };
    expect((await asked(token, '/v1/sys/user/my/view', {})).data).toEqual({ ...data, viewer });
    expect(data).not.toHaveProperty('viewer');
  });

  it('as a role, has what the role gives and the rows of his own place', async () => {
    const token = await impersonation({ roleId: company.ids['role:group_leader'] });
    const [own, seen] = await Promise.all([
      company.call('group_leader', '/v1/sys/menu/button/my/query'),
      asked(token, '/v1/sys/menu/button/my/query'),
    ]);
    expect(seen.data).toEqual(own.data);
    // The administrator works in the division, whose rows these are not.
    expect(await asked(token, '/v1/customer/query', {})).toMatchObject({ data: { list: [] } });
  });

  it('is refused every operation of the registry that does not read, and nothing changes', async () => {
    const { app, documents, database, ids } = company;
    const token = await impersonation({ staffId: ids.manager });
    // Who looks as another is counted for what he looks up himself.
    const beside = ['login_session', 'masked_lookup'];
    const tables = (await comparedTables(database)).filter((table) => !beside.includes(table));
    const before = await digestOf(database.rows, tables);
    const audits = await auditsByPath();
    const writing = audits.filter(([, audit]) => audit !== 'read').map(([path]) => path);
    expect(writing.length).toBeGreaterThan(100);
    const fileHeaders = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const path of writing) {
      const isFile = /^\/v1\/file\/(upload|image|resumable\/part)$/.test(path);
      const response = await app.inject({
        method: 'POST',
        url: path,
        payload: isFile ? '--x--' : {},
        headers: { 'x-app-token': token, 'idempotency-key': 'viewing-0001', ...(isFile ? fileHeaders : {}) },
      });
      expect(codeOf(response.json()), path).toBe('E_VIEWING');
    }
    const reading = new Set(audits.filter(([, audit]) => audit === 'read').map(([path]) => path));
    const bodies = everyRequest(documents, () => [customer], '13700001001').filter(({ path }) => reading.has(path));
    for (const { path, body } of [
      ...bodies.filter((_, at) => at % 40 === 0),
      ...[...reading].map((one) => ({ path: one, body: {} })),
    ])
      expect(codeOf(await asked(token, path, body)), path).not.toBe('E_VIEWING');
    expect(await digestOf(database.rows, tables)).toBe(before);
  }, 30_000);

  it('is logged with whom, by who it really is, and ends with the session it came from', async () => {
    const { ids, records, database } = company;
    const token = await impersonation({ staffId: ids.sales2 });
    expect(await asked(token, '/v1/role/view/end')).toMatchObject({ code: '0' });
    expect(await asked(token, '/v1/customer/query')).toMatchObject({ code: '1002' });
    const rows = await records.find('operation_log', { entity: 'staff', entityId: ids.sales2 });
    expect(rows.map(({ action, staffId, value }) => [action, staffId, value]).sort()).toEqual([
      ['staff.viewAs', ids.admin, '员工：开始以“sales2”的身份查看'],
      ['staff.viewEnd', ids.admin, '员工：结束以“sales2”的身份查看'],
    ]);
    expect(await company.call('admin', '/v1/role/view/end')).toMatchObject({
      data: { error: { code: 'E_NOT_FOUND' } },
    });
    const own = await company.call<{ token: string }>(undefined, '/v1/sys/user/login', {
      account: 'admin',
      password: testPassword,
    });
    const begun = await asked(own.data.token, '/v1/role/view/as', { staffId: ids.sales2 });
    const viewToken = String(begun.data.token);
    const devices = await asked(own.data.token, '/v1/sys/session/my/query');
    expect(JSON.stringify(devices.data)).not.toContain(
      String(
        (
          await database.rows(
            'select id from login_session where opened_from_id is not null and revoked_at is null order by created_at desc limit 1',
          )
        )[0]?.id,
      ),
    );
    await asked(own.data.token, '/v1/sys/user/logout');
    expect(await asked(viewToken, '/v1/customer/query')).toMatchObject({ code: '1002' });
  });
});

describe('who may look as whom', () => {
  it('needs its key, and rights that cover those of the other', async () => {
    const { ids, records } = company;
    expect(codeOf(await begin({ staffId: ids.sales }, 'manager'))).toBe('E_NO_PERMISSION');
    const role = await records.insert('role', {
      code: 'viewer',
      name: '查看员',
      dataScope: 'department_tree',
      menus: ['alllist'],
      permissions: ['role:view_as', 'role:query', 'staff:query', 'customer:query'],
      builtIn: false,
      enabled: true,
    });
    const small = await records.insert('role', {
      code: 'small',
      name: '只查客户',
      dataScope: 'self',
      menus: ['alllist'],
      permissions: ['customer:query'],
      builtIn: false,
      enabled: true,
    });
    const add = async (account: string, department: string, roleId: string) => {
      return records.insert('staff', {
        account,
        name: account,
        passwordHash: await testPasswordHash(),
        mobile: `1360000${String(1000 + account.length)}`,
        departmentId: ids[department],
        roleIds: [roleId],
        projectIds: [ids.project],
        firstLogin: false,
        receiveLeads: true,
        status: 'active',
      });
    };
    await add('viewer', 'group1', role);
    const near = await add('near', 'group1', small);
    const far = await add('farther', 'group2', small);
    for (const staffId of [ids.sales, ids.group_leader, ids.admin, far])
      expect(codeOf(await begin({ staffId }, 'viewer'))).toBe('E_VIEW_BEYOND');
    expect(codeOf(await begin({ roleId: ids['role:sales'] }, 'viewer'))).toBe('E_VIEW_BEYOND');
    const token = await impersonation({ staffId: near }, 'viewer');
    expect(await asked(token, '/v1/customer/query')).toMatchObject({ code: '0' });
    // He is moved out of reach, and looking is over with the next request.
    await records.update('staff', near, { departmentId: ids.group2 });
    expect(codeOf(await asked(token, '/v1/customer/query'))).toBe('E_VIEW_OVER');
    await records.update('staff', near, { departmentId: ids.group1, roleIds: [ids['role:sales']] });
    expect(codeOf(await asked(token, '/v1/customer/query'))).toBe('E_VIEW_OVER');
    await records.update('staff', near, { roleIds: [small], status: 'suspended' });
    expect(codeOf(await asked(token, '/v1/customer/query'))).toBe('E_VIEW_OVER');
    expect(codeOf(await begin({ staffId: near }, 'admin'))).toBe('E_VIEW_GONE');
  });

  it.each([[{}], [{ staffId: 'x' }], [{ staffId: null, roleId: null }]])(
    'asks for one person or one role: %j',
    async (input) => {
      expect(codeOf(await begin(input))).toBe('E_INPUT_INVALID');
    },
  );
});

/** Every operation of the registry but those anybody may call, the stream, and leaving: with its class of audit. */
async function auditsByPath(): Promise<readonly (readonly [path: string, audit: string | undefined])[]> {
  const described = await company.call<{ readonly paths: Readonly<Record<string, Values>> }>(
    'admin',
    '/v1/sys/openapi/view',
  );
  // What is called without a session, or is one's own matter.
  const signing = ['view', 'code/create', 'sign', 'refuse'].map((key) => `/v1/agreement/signing/${key}`);
  const calls = ['/v1/phone/line/event/create', '/v1/phone/line/recording/create', '/v1/student/app/event/create'];
  const signed = [...calls, ...signing];
  const others = ['/v1/sys/user/login', '/v1/file/content', '/v1/role/view/end', '/v1/sys/event/stream', ...signed];
  return Object.entries(described.data.paths)
    .filter(([path]) => !others.includes(path))
    .map(([path, verbs]) => {
      const [operation] = Object.values(verbs) as readonly { readonly 'x-audit'?: string }[];
      return [path, operation?.['x-audit']] as const;
    });
}

/** Answers without what every request has of its own. */
function withoutIds(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value) => (key === 'requestId' || key === 'token' ? undefined : value)),
  );
}
