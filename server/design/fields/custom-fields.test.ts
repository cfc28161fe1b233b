import { describe, expect, it } from 'vitest';
import type { PageBundle } from '../../../engine/model/documents/index.ts';
import { createIndexes, createTables } from '../../db/tables/tables.ts';
import { csvStream } from '../../files/table/write-csv.ts';
import { migrations } from '../../product/migrations.ts';
import { archivedText, downloaded } from '../../testing/read-export.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import {
  ask,
  codeOf,
  columnsOf,
  customer,
  driver,
  faultsOf,
  type Json,
  listed,
  made,
  nodes,
  permit,
  seen,
  startCustomCompany,
  world,
} from './custom-company.testing.ts';
import { isEverywhere } from './custom-figures.testing.ts';
import { testDictionaries } from './dictionaries.testing.ts';
import { isFixedWhereProgramsGoByIt } from './fixed-dictionaries.testing.ts';
import { isChangedWhereItMay, isRefusedWhereItDoesNotFit, isRemovedByWhoSeesAll } from './refused-fields.testing.ts';

startCustomCompany();

const partner = { key: 'xPartner', title: '合作等级', type: 'string', maxLength: 20, searchable: true, sortable: true };
const score = { key: 'xScore', title: '意向分', type: 'int', min: 0, max: 100, defaultValue: '60' };

describe('a field made in the app', () => {
  it('is there at the next request of every node, for filters, keywords, order and the description of the API', async () => {
    expect(await columnsOf()).toEqual([]);
    expect(await ask('create', { entity: 'customer', field: partner })).toMatchObject({ code: '0' });
    const { name, answer } = await customer({ xPartner: '白金卡伙伴' });
    expect(answer).toMatchObject({ code: '0' });
    const headers = { 'x-app-token': await world.token('sales') };
    for (const node of nodes) {
      const query = (body: Json) =>
        node.post<{ list: readonly Json[] }>('/v1/customer/query', { fields: ['name', 'xPartner'], ...body }, headers);
      for (const where of [
        { field: 'xPartner', op: 'eq', value: '白金卡伙伴' },
        { field: 'xPartner', op: 'contains', value: '金卡' },
        { search: '金卡' },
      ])
        expect((await query({ where })).data.list).toMatchObject([{ name, xPartner: '白金卡伙伴' }]);
      expect((await query({ sort: ['-xPartner'] })).data.list[0]).toMatchObject({ xPartner: '白金卡伙伴' });
      const api = JSON.stringify((await node.post('/v1/sys/openapi/view', {}, headers)).data);
      expect(api).toContain('"xPartner"');
    }
  });

  it('gives rows that are there its default, and is written by every door under the same checks', async () => {
    const { id, answer } = await customer();
    expect(answer).toMatchObject({ code: '0' });
    await made(score);
    expect(await seen(id)).toMatchObject({ xScore: 60 });
    const version = (await seen(id)).version;
    const set = (value: unknown) =>
      world.call('sales', '/v1/customer/modify', { id, version, xScore: value, was: { xScore: 60 } });
    expect(faultsOf(await set(101))).toMatchObject([{ pointer: '/xScore', code: 'E_INPUT_RANGE' }]);
    expect(await set(88)).toMatchObject({ code: '0' });
    const other = await customer({ xScore: 12 });
    expect(await seen(other.id)).toMatchObject({ xScore: 12 });
    expect(faultsOf((await customer({ xScore: 'viel' })).answer)).toMatchObject([{ pointer: '/xScore' }]);
    expect(await world.call('sales', '/v1/customer/modify', { ids: [id, other.id], xScore: 7 })).toMatchObject({
      data: { done: 2 },
    });
    const history = JSON.stringify((await world.call('sales', '/v1/customer/history', { id })).data);
    expect(history).toContain('意向分');
    const rows = [
      ['*姓名', '手机号码', '意向项目', '客户等级', '来源渠道', '意向分', '合作等级'],
      ['导入客户', '13977770001', '法律职业资格', 'A 高意向', '搜索推广', '33', '金卡'],
      ['导入客户二', '13977770002', '法律职业资格', 'A 高意向', '搜索推广', '333', '金卡'],
    ];
    const chunks: Buffer[] = [];
    for await (const chunk of csvStream(rows)) chunks.push(Buffer.from(chunk));
    const fileId = await driver.upload('manager', '名单.csv', Buffer.concat(chunks));
    const { mapping } = (await driver.ask('manager', 'customer', { mode: 'inspect', fileId })).data;
    expect(mapping).toMatchObject({ xScore: 5, xPartner: 6 });
    await driver.done(await driver.run('manager', 'customer', { fileId, mapping }));
    expect(await world.database.rows(`select x_score, x_partner from customer where name like '导入客户%'`)).toEqual([
      { x_score: 33, x_partner: '金卡' },
    ]);
    const columns = [{ path: 'name' }, { path: 'xScore' }];
    const started = await world.call('manager', '/v1/customer/export', { columns, format: 'csv', reason: '核对' });
    const job = await driver.done(started.data);
    const content = await downloaded(world, 'manager', String(job.fileId));
    expect(content.toString('utf8')).toContain('意向分');
  });

  it('is made by those alone who may, of entities they read, and lets nobody see more', async () => {
    for (const path of ['query', 'check', 'create', 'modify', 'retire', 'restore', 'remove', 'use/query'])
      expect(codeOf(await ask(path, { entity: 'customer', key: 'xScore', field: score }, 'sales'))).toBe(
        'E_NO_PERMISSION',
      );
    await permit('promoter');
    const names = JSON.stringify((await ask('query', {}, 'promoter')).data);
    expect(names).not.toContain('"masking_policy"');
    expect(faultsOf(await ask('create', { entity: 'masking_policy', field: score }, 'promoter'))).toMatchObject([
      { pointer: '/entity', code: 'E_INPUT_CHOICE' },
    ]);
    // Nor does one lead to what its author does not read.
    const hidden = { key: 'xHidden', title: '策略', type: 'ref', ref: 'masking_policy' };
    await permit('group_leader');
    expect(faultsOf(await ask('create', { entity: 'customer', field: hidden }, 'group_leader'))).toMatchObject([
      { pointer: '/field/ref', code: 'E_INPUT_CHOICE' },
    ]);
    // Who sees no row of another does not see its field either.
    const { id } = await customer({ xPartner: '只给自己' });
    expect(codeOf(await world.call('sales3', '/v1/customer/view', { id }))).toBe('E_NOT_FOUND');
    const where = { field: 'xPartner', op: 'eq', value: '只给自己' };
    expect((await world.call('sales3', '/v1/customer/query', { where })).data).toMatchObject({ list: [] });
  });

  it('is refused with its place where it does not fit, and nothing is made', async () => {
    const before = await columnsOf();
    const refused = async (field: Json) => faultsOf(await ask('create', { entity: 'customer', field }));
    const plain = { key: 'xOther', title: '其他', type: 'string' };
    for (const [more, pointer] of [
      [{ key: 'other' }, '/field/key'],
      [{ key: 'xOtherHash' }, '/field/key'],
      [{ type: 'json' }, '/field/type'],
      [{ type: 'enum' }, '/field'],
      [{ type: 'enum', dictionary: 'no_such' }, '/field/dictionary'],
      [{ type: 'ref', ref: 'no_such' }, '/field/ref'],
      [{ compute: '1 + 1' }, '/field/compute'],
      [{ defaultValue: 'user.name' }, '/field/defaultValue'],
      [{ title: '姓名' }, '/field/title'],
      [{ required: true }, '/field/required'],
      [{ unique: true, defaultValue: "'a'" }, '/field/unique'],
      [{ mask: 'mobile', sortable: true }, '/field/sortable'],
    ] as const)
      expect([more, (await refused({ ...plain, ...more })).map((fault) => fault.pointer)]).toEqual([more, [pointer]]);
    const [fault] = await refused({ ...plain, required: true });
    expect(fault?.got).toMatch(/^\d+ 条不是：.*客户/);
    expect(await columnsOf()).toEqual(before);
    expect(codeOf(await ask('create', { entity: 'customer', field: partner }))).toBe('E_FIELD_EXISTS');
  });

  it('is made once where two nodes make it at the same moment', async () => {
    const token = await world.token('admin');
    const field = { key: 'xTwice', title: '两处', type: 'bool' };
    const answers = await Promise.all(
      nodes.map((node) =>
        node.post('/v1/design/field/create', { entity: 'customer', field }, { 'x-app-token': token }),
      ),
    );
    expect(answers.map((answer) => codeOf(answer)).sort()).toEqual(['E_FIELD_EXISTS', undefined]);
    expect(await world.database.rows(`select 1 from custom_field where key = 'xTwice'`)).toHaveLength(1);
    const { version } = await listed('xTwice');
    const changed = await Promise.all(
      nodes.map((node, at) => {
        const body = { entity: 'customer', key: 'xTwice', version, field: { ...field, title: `两处${at}` } };
        return node.post('/v1/design/field/modify', body, { 'x-app-token': token });
      }),
    );
    expect(changed.map((answer) => codeOf(answer)).sort()).toEqual(['E_FIELD_VERSION', undefined]);
  });

  it('is one of sixty at most of an entity, those retired among them', async () => {
    const rows = Array.from({ length: 60 }, (_, ordinal) => {
      const field = { key: `xMany${ordinal}`, title: `字段${ordinal}`, type: 'bool' };
      return { entity: 'channel', ...{ key: field.key, title: field.title, definition: field, ordinal } };
    });
    for (const row of rows.slice(1)) await world.records.insert('custom_field', { ...row, status: 'retired' });
    await made({ key: 'xLast', title: '第六十个', type: 'bool' }, 'channel');
    const more = { entity: 'channel', field: { key: 'xMore', title: '多一个', type: 'bool' } };
    expect(faultsOf(await ask('create', more))).toMatchObject([{ pointer: '/entity', code: 'E_INPUT_TOO_MANY' }]);
    expect(await columnsOf('channel')).toEqual(['x_last']);
  });

  it('becomes unique and required only where the rows allow it; those in the way are named', async () => {
    await made({ key: 'xCard', title: '卡号', type: 'string', maxLength: 30 });
    const [one, two] = [await customer({ xCard: 'K1' }), await customer({ xCard: 'K1' })];
    const change = async (more: Json) => {
      const { field, version } = await listed('xCard');
      return ask('modify', { entity: 'customer', key: 'xCard', version, field: { ...field, ...more } });
    };
    expect(faultsOf(await change({ unique: true }))).toMatchObject([
      { pointer: '/field/unique', got: expect.stringContaining(one.name) },
    ]);
    expect(faultsOf(await change({ required: true }))).toMatchObject([{ pointer: '/field/required' }]);
    expect(faultsOf(await change({ type: 'text' }))).toMatchObject([{ pointer: '/field/type' }]);
    const { version } = await seen(two.id);
    await world.call('sales', '/v1/customer/modify', { id: two.id, version, xCard: 'K2', was: { xCard: 'K1' } });
    expect(await change({ unique: true })).toMatchObject({ code: '0' });
    expect(faultsOf((await customer({ xCard: 'K2' })).answer)).toMatchObject([
      { pointer: '/xCard', code: 'E_INPUT_DUPLICATE' },
    ]);
    await world.database.rows(`update customer set x_card = right(id::text, 20) where x_card is null`);
    expect(await change({ unique: true, required: true, maxLength: 60 })).toMatchObject({ code: '0' });
    expect(faultsOf((await customer()).answer)).toMatchObject([{ pointer: '/xCard', code: 'E_INPUT_REQUIRED' }]);
    expect(await change({ unique: false, required: false, maxLength: 60 })).toMatchObject({ code: '0' });
    expect((await customer({ xCard: 'K2' })).answer).toMatchObject({ code: '0' });
  });
});

describe('retiring a field', () => {
  it('takes it out of everything but the table, leaves pages that name it as they are, and is taken back', async () => {
    const { id } = await customer({ xPartner: '留着' });
    const target = { page: 'alllist', level: 'org' };
    const opened = (await world.call<{ document: Json & { columns: Json[] } }>('admin', '/v1/design/page/view', target))
      .data;
    const document = {
      ...opened.document,
      title: '带字段的客户',
      columns: [...opened.document.columns, { key: 'xPartner', field: 'xPartner', width: 150 }],
    };
    const saved = await world.call('admin', '/v1/design/page/draft/save', {
      ...target,
      document,
      version: 0,
      base: opened.document,
    });
    expect(saved.data).toMatchObject({ faults: [] });
    const published = await world.call('admin', '/v1/design/page/publish', {
      ...target,
      version: saved.data.version,
      note: '加一列',
    });
    expect(published).toMatchObject({ code: '0' });
    const page = async () => {
      const { data } = await world.call<PageBundle>('sales', '/v1/sys/page/view', { name: 'alllist' });
      return [data.page.title, JSON.stringify(data.page).includes('xPartner'), data.layerFaults];
    };
    expect(await page()).toEqual(['带字段的客户', true, undefined]);
    expect((await ask('use/query', { entity: 'customer', key: 'xPartner' })).data).toMatchObject({
      uses: [{ kind: 'page', detail: '整个组织' }, expect.objectContaining({ kind: 'import', people: 1 })],
    });
    const { version } = await listed('xPartner');
    expect(codeOf(await ask('retire', { entity: 'customer', key: 'xPartner', version: version + 1 }))).toBe(
      'E_FIELD_VERSION',
    );
    expect(await ask('retire', { entity: 'customer', key: 'xPartner', version })).toMatchObject({ code: '0' });
    expect(await seen(id)).not.toHaveProperty('xPartner');
    expect(faultsOf((await customer({ xPartner: 'x' })).answer)).toMatchObject([{ code: 'E_INPUT_UNKNOWN' }]);
    expect(await page()).toEqual(['带字段的客户', false, undefined]);
    // A start leaves what it holds where it is.
    await createTables({ urls: world.database, documents: world.documents, migrations });
    expect(await columnsOf()).toContain('x_partner');
    const retired = await listed('xPartner');
    expect(await ask('restore', { entity: 'customer', key: 'xPartner', version: retired.version })).toMatchObject({
      code: '0',
    });
    expect(await seen(id)).toMatchObject({ xPartner: '留着' });
    expect(await page()).toEqual(['带字段的客户', true, undefined]);
  });

  it('comes before removing, which writes what is there into a file first', async () => {
    await made({ key: 'xGone', title: '要删的', type: 'string', maxLength: 20 });
    const { name } = await customer({ xGone: '最后的值' });
    const named = { entity: 'customer', key: 'xGone' };
    const remove = async (title: string, account = 'admin') =>
      ask('remove', { ...named, version: (await listed('xGone')).version, title }, account);
    expect(codeOf(await remove('要删的'))).toBe('E_STATE');
    await ask('retire', { ...named, version: (await listed('xGone')).version });
    expect(codeOf(await remove('要删'))).toBe('E_FIELD_TITLE');
    expect(codeOf(await remove('要删的'))).toBe('E_FIELD_EARLY');
    await permit('manager');
    expect(codeOf(await remove('要删的', 'manager'))).toBe('E_FIELD_REACH');
    await world.database.rows(`update custom_field set retired_at = now() - interval '2 minutes' where key = 'xGone'`);
    // Work that began while it was there may still write it.
    const [work] = await world.database.rows(`update background_job set status = 'running',
      created_at = now() - interval '1 hour' where id = (select id from background_job limit 1) returning id`);
    expect(codeOf(await remove('要删的'))).toBe('E_FIELD_EARLY');
    await world.database.rows(`update background_job set status = 'done' where id = $1`, [work?.id]);
    // While the rows are held nothing of it is done, and what is cancelled then leaves the field retired.
    const holder = await world.connection.pool.connect();
    await holder.query('begin');
    await holder.query('lock table customer in access exclusive mode');
    const cancelled = await remove('要删的');
    await world.call('admin', '/v1/background/job/cancel', { id: cancelled.data.jobId });
    await holder.query('rollback');
    holder.release();
    expect(await driver.ended(cancelled.data)).toMatchObject({ status: 'cancelled' });
    expect(await listed('xGone')).toMatchObject({ status: 'retired' });
    const started = await remove('要删的');
    expect(started).toMatchObject({ code: '0' });
    const job = await driver.done(started.data);
    expect(await columnsOf()).not.toContain('x_gone');
    const sheet = await archivedText(await downloaded(world, 'admin', String(job.fileId)), 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain(name);
    expect(sheet).toContain('最后的值');
    await made({ key: 'xGone', title: '又来', type: 'int' });
    expect(await columnsOf()).toContain('x_gone');
  });
});

testDictionaries();

describe('a dictionary that programs go by', isFixedWhereProgramsGoByIt);

describe('a field and what it may not be', isRefusedWhereItDoesNotFit);

describe('a field and when it is changed', isChangedWhereItMay);

describe('a field that is removed', isRemovedByWhoSeesAll);

describe('a field made in the app, wherever a shipped one is', isEverywhere);

describe('a start', () => {
  it('finds nothing to do where fields were made, and takes away what a node left that was killed before its record', async () => {
    const starts = async () => [
      ...(await createTables({ urls: world.database, documents: world.documents, migrations })),
      ...(await createIndexes({ urls: world.database, documents: world.documents })),
    ];
    await starts();
    expect(await starts()).toEqual([]);
    const alone = await createTestDatabase({ of: 'company' });
    await alone.rows('alter table customer add column x_lost text');
    const repaired = await createTables({ urls: alone, documents: world.documents, migrations });
    expect(repaired).toEqual(['alter table "customer" drop column "x_lost"']);
    await alone.drop();
    await world.database.rows('alter table customer add column x_lost boolean');
    await made({ key: 'xLost', title: '又做一次', type: 'string', maxLength: 10 });
    expect((await customer({ xLost: '是文本' })).answer).toMatchObject({ code: '0' });
  });
});
