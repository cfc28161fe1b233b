import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { loadConfig } from '../config/config.ts';
import { inTransaction } from '../db/connection/connect.ts';
import { createFileStore } from '../files/store/file-store.ts';
import { housekeeping } from '../jobs/housekeeping.ts';
import { systemCaller } from '../kernel/caller/caller.ts';
import { createProtection } from '../kernel/crypto/protection.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { noServices } from '../seed/no-services.ts';
import { seedContext } from '../seed/seed-context.ts';
import { prepareDatabase } from '../start/prepare-database.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { filesOf } from '../testing/test-database.ts';
import { addStaff, codeOf, signIn } from './attack.testing.ts';
import { buildLogged } from './logged-app.testing.ts';

/** Does what is done every hour, with these documents. */
async function tidy(documents: DocumentSet): Promise<void> {
  const { connection, database } = company;
  const { piece, key } = housekeeping(documents);
  const services = { ...noServices, files: createFileStore(filesOf(database)) };
  for (let next: string | null = '0'; next !== null; ) {
    const from: string = next;
    next = await inTransaction(connection.db, async (db) => {
      const now = new Date().toISOString();
      const context = seedContext({ db, documents, protection: createProtection(database.secretKey), now });
      const inside = { ...context, services, caller: systemCaller, jobId: '', input: { key, now } };
      return (await piece(from, inside)).next;
    });
  }
}

// What was deleted and made anew under the same name has nothing of what the old one had.
let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
});
afterAll(() => company.close());

const admin = async <Data = Values>(path: string, body: Values) => {
  const answer = await company.call<Data>('admin', path, body, {
    'idempotency-key': `residue-${Math.random()}`.replace('.', ''),
  });
  if (answer.code !== '0') throw new TypeError(`${path} ${JSON.stringify(answer)}`);
  return answer.data;
};

describe('a role of the same code', () => {
  it('is nobody’s, has no masks and no grants of the old one', async () => {
    const facts = {
      code: 'residue',
      name: '残留',
      dataScope: 'all',
      menus: ['alllist'],
      permissions: ['customer:query'],
    };
    const old = await admin<{ id: string }>('/v1/role/create', facts);
    await company.records.insert('masking_policy', {
      targetType: 'role',
      targetId: old.id,
      roleId: old.id,
      field: 'mobile',
      mode: 'plain',
      revealDailyLimit: 50,
      callOnly: false,
      enabled: true,
    });
    const holder = await addStaff(company, 'holder', 'sales', { roleIds: [old.id] });
    const token = await signIn(company, 'holder');
    const ask = async () => codeOf(await company.call(undefined, '/v1/customer/query', {}, { 'x-app-token': token }));
    expect(await ask()).toBe('0');
    await company.records.remove('role', old.id);
    expect(await ask()).toBe('E_NO_PERMISSION');
    const anew = await admin<{ id: string }>('/v1/role/create', facts);
    expect(anew.id).not.toBe(old.id);
    expect(await ask()).toBe('E_NO_PERMISSION');
    expect(await company.records.count('masking_policy', { roleId: anew.id })).toBe(0);
    expect(await company.records.findOne('staff', { id: holder })).toMatchObject({ roleIds: [old.id] });
  });
});

describe('somebody of the same account', () => {
  it('has no session, view, preference, notice or mask of the one before', async () => {
    const old = await addStaff(company, 'reborn', 'sales');
    const token = await signIn(company, 'reborn');
    const as = (path: string, body: Values) => company.call(undefined, path, body, { 'x-app-token': token });
    const view = { page: 'alllist', name: '旧视图', state: {} };
    expect(codeOf(await as('/v1/saved/view/create', view))).toBe('0');
    await company.records.insert('masking_policy', {
      targetType: 'staff',
      targetId: old,
      staffId: old,
      field: 'mobile',
      mode: 'plain',
      revealDailyLimit: 50,
      callOnly: false,
      enabled: true,
    });
    await company.records.remove('staff', old);
    expect(codeOf(await as('/v1/sys/user/my/view', {}))).not.toBe('0');
    const anew = await addStaff(company, 'reborn', 'sales');
    expect(codeOf(await as('/v1/sys/user/my/view', {}))).not.toBe('0');
    const own = { 'x-app-token': await signIn(company, 'reborn') };
    const views = await company.call(undefined, '/v1/saved/view/query', { page: 'alllist' }, own);
    expect(JSON.stringify(views)).not.toContain('旧视图');
    const masks = await company.call(undefined, '/v1/masking/policy/mine', {}, own);
    expect(JSON.stringify(masks)).not.toContain('plain');
    for (const entity of ['saved_view', 'notification'])
      expect(await company.records.count(entity, { createdBy: anew }), entity).toBe(0);
  });
});

describe('documents that lose a page or a field', () => {
  const without = (page: string, field: string): DocumentSet => {
    const { documents } = company;
    const customer = documents.entities.get('customer');
    if (customer === undefined) throw new TypeError('no customers');
    const fields = customer.fields.filter(({ key }) => key !== field);
    const pages = new Map(documents.pages);
    pages.delete(page);
    return { ...documents, pages, entities: new Map(documents.entities).set('customer', { ...customer, fields }) };
  };

  it('open it to nobody, whatever roles and views still say', async () => {
    const token = await company.token('sales');
    const state = { where: { field: 'wechat', op: 'notNull' } };
    const lost = without('alllist', 'city');
    const served = await buildLogged({ ...company, documents: lost }, false);
    try {
      const post = async (url: string, payload: object, page = '') => {
        const headers = { 'x-app-token': token, ...(page === '' ? {} : { 'x-app-page': page }) };
        return (await served.inject({ method: 'POST', url, headers, payload })).json();
      };
      expect(codeOf(await post('/v1/sys/page/view', { name: 'alllist' }))).not.toBe('0');
      expect(codeOf(await post('/v1/customer/query', {}, 'alllist'))).toBe('E_NO_PAGE');
      for (const body of [{ fields: ['city'] }, { sort: ['city'] }, { where: { field: 'city', op: 'notNull' } }])
        expect(codeOf(await post('/v1/customer/query', body))).toBe('E_INPUT_INVALID');
      const view = { page: 'alllist', name: '视图', state };
      expect(codeOf(await post('/v1/saved/view/create', view))).not.toBe('0');
    } finally {
      await served.close();
    }
  });

  it('take what roles gave of it away a day later, and for good; a short while changes nothing', async () => {
    const given = {
      menus: ['alllist', 'highsea'],
      permissions: ['customer:query', 'social_lead:query'],
      entityScopes: [{ entity: 'social_lead', dataScope: 'all', customDepartmentIds: [] }],
    };
    const id = await company.records.insert('role', { code: 'gone', name: '旧授权', dataScope: 'self', ...given });
    const lost = without('alllist', 'city');
    const entities = new Map(lost.entities);
    entities.delete('social_lead');
    const roleOf = () => company.records.findOne('role', { id });
    const passed = (hours: number) =>
      company.database.rows(`update gone_grant set since = since - interval '${hours} hours'`);
    await tidy({ ...lost, entities });
    await passed(23);
    await tidy({ ...lost, entities });
    expect(await roleOf()).toMatchObject(given);
    // Back in time: the day begins anew when they go again.
    await tidy(company.documents);
    expect(await company.database.rows('select * from gone_grant')).toEqual([]);
    await tidy({ ...lost, entities });
    await passed(23);
    await tidy({ ...lost, entities });
    expect(await roleOf()).toMatchObject(given);
    await passed(2);
    await tidy({ ...lost, entities });
    await tidy(company.documents);
    expect(await roleOf()).toMatchObject({ menus: ['highsea'], permissions: ['customer:query'], entityScopes: [] });
    const logs = await company.database.rows(
      "select value, before, after from operation_log where entity_id = $1 and action = 'role.forget'",
      [id],
    );
    expect(logs).toEqual([
      {
        value: '系统 · 角色：“旧授权”收回文档中已没有的授权',
        before: given,
        after: { menus: ['highsea'], permissions: ['customer:query'], entityScopes: [] },
      },
    ]);
    // What holds everything still does, and the others what there is.
    expect(await company.records.findOne('role', { code: 'admin' })).toMatchObject({ permissions: ['*'] });
    expect(codeOf(await company.call('sales', '/v1/customer/query', {}, { 'x-app-page': 'alllist' }))).toBe(
      'E_NO_PAGE',
    );
  });

  it('take it away at a start, before anybody is served, where the server stood still meanwhile', async () => {
    const given = { menus: ['pageOfYore', 'highsea'], permissions: [] };
    const id = await company.records.insert('role', { code: 'yore', name: '停机', dataScope: 'self', ...given });
    await company.database.rows(
      "insert into gone_grant (kind, name, since) values ('menus', 'pageOfYore', now() - interval '2 days')",
    );
    const { database, documents } = company;
    await prepareDatabase({
      config: { ...loadConfig({}), mode: 'production' },
      secretKey: database.secretKey,
      urls: database,
      documents,
      protection: createProtection(database.secretKey),
      log: pino({ level: 'silent' }),
    });
    expect(await company.records.findOne('role', { id })).toMatchObject({ menus: ['highsea'] });
  }, 60_000);

  it('let nobody grant what is not there, for the day it comes', async () => {
    for (const facts of [{ menus: ['pageOfTomorrow'] }, { permissions: ['entity_of_tomorrow:query'] }]) {
      const role = { code: 'tomorrow', name: '明天', dataScope: 'self', menus: [], permissions: [], ...facts };
      expect(codeOf(await company.call('admin', '/v1/role/create', role))).toBe('E_INPUT_INVALID');
    }
  });
});
