import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
}, 60_000);
afterAll(() => company.close());

type Answer = { readonly id: string; readonly version: number; readonly list: readonly Record<string, unknown>[] };
const codeOf = (answer: { readonly code: string; readonly data: unknown }) =>
  answer.code === '0' ? '0' : (/"code":"(E_[A-Z_]+)"/.exec(JSON.stringify(answer.data))?.[1] ?? answer.code);
const call = (path: string, body: Record<string, unknown>) => company.call<Answer>('admin', path, body);
const id = (name: string) => company.ids[name] ?? '';

let serial = 0;
const department = async (parentId: string | null, over: Record<string, unknown> = {}) => {
  serial += 1;
  const answer = await call('/v1/department/create', {
    code: `D${serial}`,
    name: `部门${serial}`,
    parentId,
    ...over,
  });
  return { id: answer.data?.id ?? '', code: codeOf(answer) };
};
const status = async (entity: string, one: string, enabled: boolean) =>
  codeOf(await call(`/v1/${entity}/status/modify`, { id: one, enabled }));
const move = (one: string, parentId: string | null, before?: string) =>
  call('/v1/department/move', { id: one, parentId, ...(before === undefined ? {} : { before }) });
const staff = (over: Record<string, unknown>) => {
  serial += 1;
  return call('/v1/sys/user/create', {
    account: `p${serial}`,
    name: `员工${serial}`,
    mobile: `1360000${1000 + serial}`,
    departmentId: id('group1'),
    roleIds: [id('role:sales')],
    ...over,
  });
};
const orderBelow = async (parentId: string) =>
  (
    await company.database.rows(
      `select id, sort_no from department where parent_id = '${parentId}' and deleted_at is null order by sort_no`,
    )
  ).map((row) => row.id);

describe('departments', () => {
  it('are neither disabled nor deleted above others or with people at work in them', async () => {
    expect(await status('department', id('division'), false)).toBe('E_DEPARTMENT_IN_USE');
    expect(await status('department', id('group1'), false)).toBe('E_DEPARTMENT_IN_USE');
    expect(codeOf(await call('/v1/department/delete', { id: id('group1') }))).toBe('E_DEPARTMENT_IN_USE');
    expect(codeOf(await call('/v1/department/delete', { id: id('division') }))).toBe('E_HAS_CHILDREN');
    const empty = await department(id('division'));
    expect(await status('department', empty.id, false)).toBe('0');
    expect(codeOf(await staff({ departmentId: empty.id }))).toBe('E_DEPARTMENT_DISABLED');
    expect((await department(empty.id)).code).toBe('E_DEPARTMENT_DISABLED');
    expect(codeOf(await move(id('group2'), empty.id))).toBe('E_DEPARTMENT_DISABLED');
    expect(await status('department', empty.id, true)).toBe('0');
    expect(codeOf(await call('/v1/department/delete', { id: empty.id }))).toBe('0');
  });

  it('are led by people at work', async () => {
    const gone = (await staff({})).data.id;
    await call('/v1/sys/user/disable', { id: gone });
    expect((await department(id('division'), { leaderId: gone })).code).toBe('E_DEPARTMENT_LEADER');
    expect((await department(id('division'), { leaderId: id('manager') })).code).toBe('0');
  });

  it('move below another, before a sibling or behind all, and tell how many people they have', async () => {
    const top = await department(id('division'));
    const [one, two, three] = await Promise.all([department(top.id), department(top.id), department(top.id)]);
    for (const each of [one, two, three]) expect(codeOf(await move(each.id, top.id))).toBe('0');
    expect(await orderBelow(top.id)).toEqual([one.id, two.id, three.id]);
    await move(three.id, top.id, one.id);
    expect(await orderBelow(top.id)).toEqual([three.id, one.id, two.id]);
    await move(three.id, one.id);
    expect(await orderBelow(top.id)).toEqual([one.id, two.id]);
    const moved = await company.records.findOne('department', { id: three.id });
    const parent = await company.records.findOne('department', { id: one.id });
    expect(moved?.path).toBe(`${parent?.path}${three.id}/`);
    expect(codeOf(await move(one.id, three.id))).toBe('E_INPUT_INVALID');
    expect(codeOf(await move(one.id, top.id, three.id))).toBe('E_INPUT_INVALID');
    const counted = await call('/v1/department/view', { id: id('group1'), fields: ['staffCount'] });
    expect(counted.data).toMatchObject({ staffCount: expect.any(Number) });
    const below = await call('/v1/sys/user/query', {
      where: { field: 'departmentId', op: 'below', value: id('division') },
      fields: ['account'],
      size: 100,
    });
    const accounts = below.data.list.map(({ account }) => account);
    expect(accounts).toContain('sales3');
    expect(accounts).not.toContain('promoter');
  });

  it('make one tree, whoever moves what at once: no circle, no orphan, every path its parents', async () => {
    const root = await department(id('division'));
    const nodes: string[] = [];
    for (let n = 0; n < 12; n += 1) nodes.push((await department(n < 4 ? root.id : (nodes[n - 4] ?? null))).id);
    const pick = (n: number) => nodes[n % nodes.length] ?? null;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => move(pick(n * 7) ?? '', n % 9 === 0 ? root.id : pick(n * 5 + 3))),
    );
    const codes = new Set(answers.map(codeOf));
    expect([...codes].filter((code) => code !== '0' && code !== 'E_INPUT_INVALID')).toEqual([]);
    expect(codes.has('0')).toBe(true);
    const rows = await company.database.rows(`with recursive tree as (
        select id, '/' || id || '/' as way from department where parent_id is null and deleted_at is null
        union all select d.id, t.way || d.id || '/' from department d join tree t on d.parent_id = t.id where d.deleted_at is null
      ) select d.id, d.path, t.way from department d left join tree t on t.id = d.id where d.id = any('{${nodes.join()}}')`);
    expect(rows).toHaveLength(nodes.length);
    // The test company names its first departments by code in their paths; below them they are ids.
    for (const row of rows) {
      expect(row.way, `${row.id} hangs nowhere`).not.toBeNull();
      expect(String(row.path).split(`${root.id}/`)[1]).toBe(String(row.way).split(`${root.id}/`)[1]);
    }
  }, 30_000);
});

describe('jobs', () => {
  const job = async (over: Record<string, unknown> = {}) => {
    serial += 1;
    const answer = await call('/v1/job/create', {
      code: `J${serial}`,
      name: `岗位${serial}`,
      departmentId: id('group1'),
      level: 'staff',
      headcount: 2,
      ...over,
    });
    expect(codeOf(answer)).toBe('0');
    return answer.data.id;
  };

  it('have as many places as their headcount says, however many are hired at once', async () => {
    const jobId = await job();
    const hired = await Promise.all(Array.from({ length: 8 }, () => staff({ jobId })));
    expect(hired.map(codeOf).filter((code) => code === '0')).toHaveLength(2);
    expect(new Set(hired.map(codeOf))).toEqual(new Set(['0', 'E_JOB_FULL']));
    const { version } = (await call('/v1/job/view', { id: jobId })).data;
    expect(codeOf(await call('/v1/job/modify', { id: jobId, version, headcount: 1 }))).toBe('E_JOB_HEADCOUNT');
    expect(codeOf(await call('/v1/job/delete', { id: jobId }))).toBe('E_JOB_IN_USE');
    const one = hired.find((answer) => answer.code === '0')?.data.id;
    expect(codeOf(await call('/v1/sys/user/disable', { id: one }))).toBe('0');
    expect(codeOf(await staff({ jobId }))).toBe('0');
    expect(codeOf(await call('/v1/sys/user/enable', { id: one }))).toBe('E_JOB_FULL');
  });

  it('bring their roles, and take nobody once they are disabled', async () => {
    const jobId = await job({ defaultRoleIds: [id('role:promoter')] });
    const hired = (await staff({ jobId })).data.id;
    expect((await company.records.findOne('staff', { id: hired }))?.roleIds).toEqual([
      id('role:sales'),
      id('role:promoter'),
    ]);
    expect(await status('job', jobId, false)).toBe('0');
    expect(codeOf(await staff({ jobId }))).toBe('E_JOB_DISABLED');
    const free = await job();
    expect(codeOf(await call('/v1/job/delete', { id: free }))).toBe('0');
  });
});

describe('sessions', () => {
  it('are listed and ended by their owner, one or all others, and by administrators', async () => {
    const account = 'sales2';
    const signIn = async () =>
      (
        await company.call<{ token: string }>(undefined, '/v1/sys/user/login', {
          account,
          password: 'test-Pass1',
        })
      ).data.token;
    const [one, two, three] = [await signIn(), await signIn(), await signIn()];
    const as = (token: string, path: string, body: Record<string, unknown> = {}) =>
      company.call<readonly { id: string; isCurrent: boolean }[]>(undefined, path, body, { 'x-app-token': token });
    const mine = (await as(one, '/v1/sys/session/my/query')).data;
    expect(mine.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(mine.length).toBeGreaterThanOrEqual(3);
    const third = (await as(three, '/v1/sys/session/my/query')).data.find(({ isCurrent }) => isCurrent)?.id ?? '';
    expect(codeOf(await company.call('sales', '/v1/sys/session/my/end', { id: third }))).toBe('E_NOT_FOUND');
    expect(codeOf(await as(one, '/v1/sys/session/my/end', { id: third }))).toBe('0');
    expect(codeOf(await as(three, '/v1/sys/user/my/view'))).toBe('E_STOPPED');
    expect(codeOf(await as(one, '/v1/sys/session/my/end/others'))).toBe('0');
    expect(codeOf(await as(two, '/v1/sys/user/my/view'))).toBe('E_STOPPED');
    const shown = await call('/v1/login/session/query', {
      where: {
        and: [
          { field: 'staffId', op: 'eq', value: id(account) },
          { field: 'isLive', op: 'eq', value: true },
        ],
      },
    });
    expect(shown.data.list).toHaveLength(1);
    expect(JSON.stringify(shown.data)).not.toContain('tokenHash');
    expect(codeOf(await call('/v1/login/session/end', { id: shown.data.list[0]?.id }))).toBe('0');
    expect(codeOf(await as(one, '/v1/sys/user/my/view'))).toBe('E_STOPPED');
    expect(codeOf(await company.call('sales', '/v1/login/session/query'))).toBe('E_NO_PERMISSION');
  });

  it('are told in the log with what changed, in words', async () => {
    const hired = (await staff({})).data.id;
    const { version } = (await call('/v1/sys/user/view', { id: hired })).data;
    await call('/v1/sys/user/modify', { id: hired, version, name: '改名', roleIds: [id('role:promoter')] });
    const found = await call('/v1/web/operation/log/query', {
      where: {
        and: [
          { field: 'entityId', op: 'eq', value: hired },
          { field: 'action', op: 'eq', value: 'staff.modify' },
        ],
      },
    });
    const entry = await company.call<{ changes: readonly Record<string, unknown>[] }>(
      'admin',
      '/v1/web/operation/log/changes/view',
      { id: found.data.list[0]?.id },
    );
    expect(entry.data.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: 'name', after: '改名' }),
        expect.objectContaining({ key: 'roleIds', beforeText: '业务员', afterText: '推广员' }),
      ]),
    );
    expect(codeOf(await company.call('sales', '/v1/web/operation/log/changes/view', { id: hired }))).toBe(
      'E_NO_PERMISSION',
    );
  });
});
