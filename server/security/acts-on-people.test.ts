import { beforeEach, describe, expect, it } from 'vitest';
import { operationsOf } from '../fuzz/material.testing.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import {
  ask,
  company,
  delegate,
  id,
  local,
  modify,
  own,
  person,
  startPeopleCompany,
  versionOf,
} from './people-company.testing.ts';

startPeopleCompany();

/** An act on a person: in which state he has to be, and how it is asked for. */
type Act = {
  readonly path: string;
  readonly what?: string;
  readonly status?: string;
  readonly ask: (name: string, by: string) => Promise<string>;
};
const plain = (path: string, status: string, input: Values = {}): Act => ({
  path,
  status,
  ask: (name, by) => ask(by, path, { id: id(name), ...input }),
});
const changing = (what: string, changes: () => Values): Act => ({
  path: '/v1/sys/user/modify',
  what,
  ask: (name, by) => modify(by, name, changes()),
});
const acts: readonly Act[] = [
  changing('department', () => ({ departmentId: id('team') })),
  changing('job', () => ({ jobId: id('job') })),
  changing('roles', () => ({ roleIds: [id(`role:${local}`)] })),
  changing('scope', () => ({ dataScope: 'self' })),
  changing('departments of the scope', () => ({ customDepartmentIds: [id('team')] })),
  changing('projects', () => ({ projectIds: [] })),
  changing('mobile', () => ({ mobile: '13612345678' })),
  changing('account', () => ({ account: 'renamed' })),
  plain('/v1/sys/user/disable', 'active'),
  plain('/v1/sys/user/enable', 'suspended'),
  plain('/v1/sys/user/leave', 'active', { leaveDate: '2026-12-01' }),
  plain('/v1/sys/user/cancel/leave', 'leaving'),
  plain('/v1/sys/user/finish/leave', 'leaving', { force: true, reason: '不再来了' }),
  plain('/v1/sys/user/reset/password', 'active'),
  plain('/v1/sys/user/kick', 'active'),
  {
    path: '/v1/login/session/end',
    async ask(name, by) {
      await company.token(name);
      const [session] = await company.records.find('login_session', { staffId: id(name) }, 1);
      return ask(by, '/v1/login/session/end', { id: session?.id });
    },
  },
  {
    path: '/v1/masking/policy/create',
    ask: (name, by) =>
      ask(by, '/v1/masking/policy/create', {
        ...{ targetType: 'staff', staffId: id(name), field: 'email', mode: 'hidden' },
        ...{ revealDailyLimit: 0, callOnly: false, enabled: true },
      }),
  },
  ...(['modify', 'delete', 'status/modify'] as const).map(
    (verb): Act => ({
      path: `/v1/masking/policy/${verb}`,
      async ask(name, by) {
        const known = { targetType: 'staff', targetId: id(name), field: 'wechat' };
        const [found] = await company.records.find('masking_policy', known, 1);
        const policy =
          found?.id ??
          (await company.records.insert('masking_policy', {
            ...{ ...known, staffId: id(name), targetName: name, mode: 'mask' },
            ...{ revealDailyLimit: 0, callOnly: true, enabled: true },
          }));
        const changes = verb === 'modify' ? { mode: 'hidden', version: await versionOf('masking_policy', policy) } : {};
        const off = verb === 'status/modify' ? { enabled: false } : {};
        return ask(by, `/v1/masking/policy/${verb}`, { id: policy, ...changes, ...off });
      },
    }),
  ),
  {
    path: '/v1/department/modify',
    ask: async (name, by) => {
      await company.records.update('staff', id(name), { departmentId: id('team') });
      const version = await versionOf('department', id('team'));
      return ask(by, '/v1/department/modify', { id: id('team'), version, parentId: id('dim') });
    },
  },
  {
    path: '/v1/department/move',
    ask: async (name, by) => {
      await company.records.update('staff', id(name), { departmentId: id('team') });
      return ask(by, '/v1/department/move', { id: id('team'), parentId: id('dim'), before: null });
    },
  },
];
/** Operations on the same entities that do nothing to anybody who is there, and why. */
const harmless: Readonly<Record<string, string>> = {
  '/v1/sys/user/create': 'a new person; what he may be given is tested below',
  '/v1/sys/user/import': 'creates and changes by the rules of those two; tested below',
  '/v1/sys/user/export': 'takes out',
  '/v1/masking/policy/export': 'takes out',
  '/v1/department/create': 'nobody is in it yet',
  '/v1/department/delete': 'refused while anybody is in it',
  '/v1/department/restore': 'nobody is in it',
  '/v1/department/status/modify': 'refused while anybody is in it',
  '/v1/handover/batch/create': 'what somebody leaves behind: tested below',
  '/v1/handover/batch/modify': 'dates and remarks of what was begun; the person stays',
  '/v1/handover/batch/distribute': 'what somebody leaves behind: tested below',
  '/v1/handover/batch/undo': 'what somebody leaves behind: tested below',
  '/v1/handover/batch/cancel': 'what somebody leaves behind: tested below',
  '/v1/handover/batch/finish': 'the server’s own',
  '/v1/handover/batch/stop': 'the server’s own',
  '/v1/handover/batch/export': 'takes out',
  '/v1/sys/user/set/seat':
    'his telephone, one’s own too: held to the same rule for others, see organisation/seats.test.ts',
};
const about = new Set(['staff', 'login_session', 'masking_policy', 'department', 'handover_batch']);

it('every operation on people, their sessions, masks and departments is told of', async () => {
  const { operations, reads } = await operationsOf(company);
  const changing = operations.filter(({ path, scope }) => about.has(scope ?? '') && !reads.has(path));
  const told = new Set([...acts.map(({ path }) => path), ...Object.keys(harmless)]);
  expect(changing.map(({ path }) => path).filter((path) => !told.has(path))).toEqual([]);
  const paths = new Set(operations.map(({ path }) => path));
  expect([...told].filter((path) => !paths.has(path))).toEqual([]);
});

describe.each(acts)('$path $what', ({ path, status = 'active', ask: act }) => {
  beforeEach(async () => {
    for (const name of ['manager', 'friend', delegate]) {
      const before = own.get(name) ?? (await person(name));
      own.set(name, before);
      const { account, mobile, passwordHash, departmentId, roleIds, jobId, projectIds } = before;
      const stored = { account, mobile, passwordHash, departmentId, roleIds, jobId, projectIds };
      const usual = { firstLogin: false, dataScope: null, customDepartmentIds: [], status: 'active' };
      await company.records.update('staff', id(name), { ...stored, ...usual });
      for (const policy of await company.records.find('masking_policy', { staffId: id(name) }))
        await company.records.remove('masking_policy', policy.id);
    }
    await company.database.rows('update login_session set revoked_at = null, revoke_reason = null');
    await company.records.update('department', id('team'), { parentId: id('division'), path: '/division/team/' });
  });
  const isOfDepartment = path.startsWith('/v1/department/');

  it('is not done to who may more', async () => {
    await company.token('manager');
    await company.records.update('staff', id('manager'), { status });
    expect(await act('manager', delegate)).toBe('E_GRANT_PERSON');
  });

  it('is not done to oneself', async () => {
    const refusals = ['E_STAFF_OWN', 'E_STAFF_OWN_GRANTS', 'E_STATE', 'E_GUARD', 'E_MASK_ESCALATION'];
    if (path === '/v1/login/session/end') return;
    expect(refusals).toContain(await act(delegate, delegate));
  });

  it('is not done to who is out of reach', async () => {
    await company.records.update('staff', id('manager'), { status });
    // Sessions and policies of others are not even found.
    expect(['E_STAFF_REACH', 'E_NOT_FOUND']).toContain(await act('manager', local));
  });

  it('is done to who may no more', async () => {
    await company.records.update('staff', id('friend'), { status, departmentId: id('group2') });
    // Into a department that shows less: a department is moved with everybody in it.
    if (isOfDepartment) await company.records.update('staff', id('manager'), { departmentId: id('division') });
    expect(await act('friend', delegate)).toBe('0');
    await company.records.update('staff', id('friend'), { status: 'active' });
  });
});
