import { afterAll, beforeAll, expect, it } from 'vitest';
import { declaredOperations } from '../../../engine/model/access/index.ts';
import { auditRules } from '../../audit/audit-rules.ts';
import { domainRulesFor } from '../../domain/index.ts';
import { noData, noInput } from '../../kernel/operation/json-schema.ts';
import type { CallerOperation, Operation } from '../../kernel/operation/operation.ts';
import { permissionRules } from '../../permissions/index.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildRegistry } from './registry.ts';

const rulesOf = (documents: TestApp['documents']) => [auditRules, ...permissionRules, ...domainRulesFor(documents)];

let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
}, 60_000);

afterAll(() => company.close());

const rowsOf = async () => {
  const counts = await Promise.all(
    [...company.documents.entities.keys()]
      .filter((name) => name !== 'login_session')
      // Sessions and refusals are written down; nothing else is.
      .map(async (name) => [
        name,
        await company.records.count(name, name === 'operation_log' ? { catalog: 'business' } : {}),
      ]),
  );
  return Object.fromEntries(counts);
};

it('answers 1002 to every operation without a session', async () => {
  for (const { path } of declaredOperations(company.documents))
    expect(await company.call(undefined, path), path).toMatchObject({ code: '1002' });
});

it('refuses every operation a role does not hold, whatever is sent, and writes nothing', async () => {
  const before = await rowsOf();
  for (const account of ['sales', 'group_leader', 'promoter']) {
    const grants = new Set(company.documents.roles.get(account)?.permissions ?? []);
    const denied = declaredOperations(company.documents).filter((operation) => !grants.has(operation.permission));
    expect(denied.length).toBeGreaterThan(0);
    for (const { path } of denied) {
      const id = company.ids.sales;
      expect(await company.call(account, path, { id, ids: [id], version: 1 }), `${account} ${path}`).toMatchObject({
        code: '1001',
        data: { error: { code: 'E_NO_PERMISSION' } },
      });
    }
  }
  expect(await rowsOf()).toEqual(before);
});

const extra: CallerOperation = {
  path: '/v1/extra/view',
  title: '又一个',
  access: { kind: 'permission', key: 'staff:get' },
  input: noInput,
  output: noData,
  scope: null,
  idempotency: 'none',
  audit: 'read',
  run: async () => null,
};

it.each<[string, Operation, string]>([
  ['without a permission', { ...extra, access: { kind: 'permission', key: '' } }, 'declares no permission'],
  ['with a key that is no permission', { ...extra, access: { kind: 'permission', key: '*' } }, 'no permission'],
  ['bound to an unknown entity', { ...extra, scope: 'unicorn' }, 'unknown entity, unicorn'],
  ['at an address of another form', { ...extra, path: '/extra' }, 'no address'],
  ['at an address taken', { ...extra, path: '/v1/customer/query' }, 'two operations at /v1/customer/query'],
])('does not build with an operation %s', (_, operation, message) => {
  expect(() => buildRegistry(company.documents, rulesOf(company.documents), [extra])).not.toThrow();
  expect(() => buildRegistry(company.documents, rulesOf(company.documents), [operation])).toThrow(message);
});

it('does not build with an action nobody implements', () => {
  const staff = company.documents.entities.get('staff');
  if (staff === undefined) throw new TypeError('no staff');
  const entities = new Map([
    ...company.documents.entities,
    ['staff', { ...staff, actions: [{ key: 'dance', title: '跳舞', permission: 'staff:dance' }] }],
  ]);
  expect(() => buildRegistry({ ...company.documents, entities }, rulesOf(company.documents), [])).toThrow(
    '声明了操作 dance',
  );
});
