import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProtection } from '../kernel/crypto/protection.ts';
import type { FileStore } from '../kernel/services/file-store.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { send, uploadAs } from '../testing/multipart.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { filesOf } from '../testing/test-database.ts';
import { cleanFiles } from './clean-files.ts';
import { createFileStore } from './store/file-store.ts';

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
  randomBytes(5000),
]);
const csv = Buffer.from('姓名,手机号\n张三,13800000000\n');

let test: TestApp;
let files: FileStore;
beforeAll(async () => {
  test = await startTestApp();
  files = createFileStore(filesOf(test.database));
});
afterAll(() => test.close());

const recordsAs = (account: string) =>
  new SqlRecordStore(
    { documents: test.documents, db: test.connection.db, protection: createProtection(test.database.secretKey) },
    { staffId: test.ids[account] ?? '', now: new Date().toISOString() },
  );
const addressOf = async (account: string, id: string, use = 'download') =>
  (await test.call<{ address: string }>(account, `/v1/file/${use}`, { id })).data.address;
const fetched = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });

describe('sending files in', () => {
  it('takes a file, recognised by its content, under a key that holds nothing of its name', async () => {
    const answer = (await send(test, 'sales', '/v1/file/image', '照片.png', png)).json();
    expect(answer).toMatchObject({ code: '0', data: { name: '照片.png', kind: 'image', mime: 'image/png' } });
    const [row] = await test.database.rows('select * from file_object where id = $1', [answer.data.id]);
    expect(row?.storage_key).toMatch(/^[0-9a-f]{40}$/);
    expect(readdirSync(path.join(filesOf(test.database), String(row?.storage_key).slice(-2)))).toEqual([
      row?.storage_key,
    ]);
  });

  it.each([
    ['an SVG', 'a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['HTML called CSV', 'a.csv', Buffer.from('\n <!doctype html><script>1</script>')],
    ['a program', 'a.csv', Buffer.from('7f454c460201010000', 'hex')],
    ['an archive that is no document', 'a.xlsx', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
    ['half an archive', 'a.xlsx', Buffer.concat([Buffer.from('504b0304', 'hex'), randomBytes(300)])],
    ['a script', 'a.js', Buffer.from('alert(1)')],
  ])('refuses %s', async (_, name, content) => {
    expect((await send(test, 'sales', '/v1/file/upload', name, content)).json()).toMatchObject({
      code: '1',
      data: { error: { code: 'E_FILE_TYPE' } },
    });
  });

  it('refuses nothing, too much, the wrong kind and the wrong form, each with its code', async () => {
    const codeOf = async (response: ReturnType<typeof send>) => (await response).json().data.error.code;
    expect(await codeOf(send(test, 'sales', '/v1/file/upload', 'a.csv', Buffer.alloc(0)))).toBe('E_FILE_EMPTY');
    const large = Buffer.concat([png, Buffer.alloc(10 * 1_048_576)]);
    const refused = await send(test, 'sales', '/v1/file/image', 'a.png', large);
    expect([refused.statusCode, refused.json().data.error.code]).toEqual([413, 'E_FILE_TOO_LARGE']);
    expect(await codeOf(send(test, 'sales', '/v1/file/image', 'a.csv', csv))).toBe('E_FILE_TYPE');
    const json = await test.call('sales', '/v1/file/upload', { file: 'x' });
    expect(json).toMatchObject({ data: { error: { code: 'E_CONTENT_TYPE' } } });
    const elsewhere = await send(test, 'sales', '/v1/customer/query', 'a.csv', csv);
    expect([elsewhere.statusCode, elsewhere.json().data.error.code]).toEqual([415, 'E_CONTENT_TYPE']);
    const token = await test.token('sales');
    const empty = await test.app.inject({
      method: 'POST',
      url: '/v1/file/upload',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'x-app-token': token },
      payload: '--x--\r\n',
    });
    expect(empty.json().data.error.code).toBe('E_FILE_MISSING');
    expect((await test.app.inject({ method: 'POST', url: '/v1/file/upload' })).json().code).toBe('1002');
  });

  it.each([
    ['../../etc/passwd.csv', 'passwd.csv'],
    ['..\\..\\windows\\win.csv', 'win.csv'],
    ['/etc/cron.d/x.csv', 'x.csv'],
    ['....//x.csv', 'x.csv'],
    ['a\u202egnp.csv', 'agnp.csv'],
    ['evil.html', 'evil.html.csv'],
    ['con.csv', 'con.csv'],
    ['%2e%2e%2fx.csv', '%2e%2e%2fx.csv'],
    ['.htaccess', 'htaccess.csv'],
    ['..', '未命名.csv'],
    ['a|b<c>.csv', 'a_b_c_.csv'],
    [`${'长'.repeat(300)}.csv`, `${'长'.repeat(196)}.csv`],
  ])('keeps the name %s as mere text', async (given, kept) => {
    const content = given.toLowerCase().endsWith('.csv') ? csv : undefined;
    const answer = (await send(test, 'sales', '/v1/file/upload', given, content ?? csv)).json();
    if (content === undefined) return expect(answer.data.error.code).toBe('E_FILE_TYPE');
    expect(answer.data.name).toBe(kept);
    const shown = (await fetched(await addressOf('sales', answer.data.id))).headers['content-disposition'];
    return expect(shown).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.~!#$&+^`|%-]+$/);
  });
});

describe('reading files', () => {
  it('answers by a signed address, whole or in part, with headers that keep it from running', async () => {
    const id = await uploadAs(test, 'sales', '客户 名单.csv', csv);
    const address = await addressOf('sales', id);
    const whole = await fetched(address);
    expect(whole.rawPayload).toEqual(csv);
    expect(whole.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'content-length': String(csv.length),
      'content-disposition':
        'attachment; filename="__ __.csv"; filename*=UTF-8\'\'%E5%AE%A2%E6%88%B7%20%E5%90%8D%E5%8D%95.csv',
    });
    const part = await fetched(address, { range: 'bytes=3-9' });
    expect([part.statusCode, part.headers['content-range'], part.rawPayload]).toEqual([
      206,
      `bytes 3-9/${csv.length}`,
      csv.subarray(3, 10),
    ]);
    expect((await fetched(address, { range: 'bytes=-4' })).rawPayload).toEqual(csv.subarray(-4));
    expect((await fetched(address, { range: `bytes=${csv.length}-` })).statusCode).toBe(416);
    expect((await fetched(address, { range: 'lines=1-2' })).statusCode).toBe(200);
  });

  it('shows images inline and never plain text', async () => {
    const picture = (await send(test, 'sales', '/v1/file/image', 'a.png', png)).json().data.id;
    const shown = await fetched(await addressOf('sales', picture, 'preview'));
    expect(shown.headers['content-disposition']).toMatch(/^inline/);
    const text = await uploadAs(test, 'sales', 'a.csv', csv);
    expect((await fetched(await addressOf('sales', text, 'preview'))).headers['content-disposition']).toMatch(
      /^attach/,
    );
    expect((await test.call('sales', '/v1/file/mp3', { id: text })).code).toBe('1');
  });

  it('gives no address to others, and none that is changed, old or signed for a session that ended', async () => {
    const id = await uploadAs(test, 'sales3', 'a.csv', csv);
    expect(await test.call('sales2', '/v1/file/download', { id })).toMatchObject({
      data: { error: { code: 'E_FILE_GONE' } },
    });
    expect((await test.call('sales2', '/v1/file/download', { id: '../x' })).code).toBe('1');
    const address = await addressOf('sales3', id);
    const other = await uploadAs(test, 'sales2', 'b.csv', csv);
    for (const bad of [
      address.replace(id, other),
      address.replace('use=download', 'use=preview'),
      address.replace(/until=\d+/, 'until=99999999999999'),
      address.replace(/sign=.{5}/, 'sign=AAAAA'),
      address.replace(/&sign=.*/, ''),
      '/v1/file/content',
    ])
      expect((await fetched(bad)).statusCode, bad).toBe(404);
    expect((await fetched(address)).statusCode).toBe(200);
    await test.call('sales3', '/v1/sys/user/logout');
    expect((await fetched(address)).json().code).toBe('1002');
  });

  it('belongs to the row that takes it, once: who sees the row may read it', async () => {
    const { id } = (await send(test, 'admin', '/v1/file/image', 'logo.png', png)).json().data;
    const stranger = (await send(test, 'sales', '/v1/file/image', 'logo.png', png)).json().data.id;
    expect((await test.call('manager', '/v1/file/preview', { id })).code).toBe('1');
    const records = recordsAs('admin');
    await records.update('project', test.ids.project ?? '', { logo: id });
    expect((await test.call('manager', '/v1/file/preview', { id })).code).toBe('0');
    await expect(records.update('staff', test.ids.sales ?? '', { avatar: id })).rejects.toMatchObject({
      code: 'E_INPUT_INVALID',
    });
    await expect(records.update('project', test.ids.project ?? '', { logo: stranger })).rejects.toMatchObject({
      code: 'E_INPUT_INVALID',
    });
    await records.update('project', test.ids.project ?? '', { logo: id });
  });
});

describe('several files of one field', () => {
  let customer: string;
  beforeAll(async () => {
    customer = await test.records.insert('customer', {
      customerNo: 'KH1',
      name: '王五',
      mobile: '13900000001',
      intentionProjectIds: [test.ids.project],
      channelId: test.ids.channel,
      level: 'a',
      stage: 'following',
      ownState: 'owned',
      ownerId: test.ids.sales,
      ownerDeptId: test.ids.group1,
      locked: false,
      followCount: 0,
      callCount: 0,
      orderCount: 0,
      paidTotal: 0,
      doNotCall: false,
      blacklisted: false,
    });
  });
  const followUp = (attachments: unknown) => ({
    bizType: 'customer',
    bizId: customer,
    method: 'wechat',
    result: 'connected',
    content: '把报名资料发给了客户',
    attachments,
  });
  const faultOf = async (attachments: unknown) => {
    const answer = await test.call('sales', '/v1/follow/up/create', followUp(attachments));
    return Reflect.get(Reflect.get(answer.data ?? {}, 'error') ?? {}, 'faults')?.[0];
  };

  it('keep their order, belong to the row together and are told by name in its history', async () => {
    const [first, second, third] = [
      await uploadAs(test, 'sales', '甲.csv', csv),
      await uploadAs(test, 'sales', '乙.csv', csv),
      await uploadAs(test, 'sales', '丙.csv', csv),
    ];
    const made = await test.call<{ id: string }>('sales', '/v1/follow/up/create', followUp([second, first, second]));
    expect(made).toMatchObject({ code: '0' });
    const { id } = made.data;
    const stored = async () =>
      (await test.call<{ attachments: unknown; version: number }>('sales', '/v1/follow/up/view', { id })).data;
    const { attachments, version } = await stored();
    expect(attachments).toEqual([second, first]);
    expect((await test.call('group_leader', '/v1/file/download', { id: first })).code).toBe('0');
    expect((await test.call('group_leader', '/v1/file/download', { id: third })).code).toBe('1');
    // Whoever does not see the follow-up sees nothing of what is attached to it, until its customer is his.
    const opens = async (account: string, verb: string) =>
      (await test.call(account, `/v1/file/${verb}`, { id: first })).code === '0';
    for (const account of ['sales2', 'sales3', 'promoter'])
      for (const verb of ['download', 'preview']) expect(await opens(account, verb), `${account} ${verb}`).toBe(false);
    await test.records.update('customer', customer, { ownerId: test.ids.sales2 });
    expect([await opens('sales2', 'download'), await opens('sales3', 'download')]).toEqual([true, false]);
    await test.records.update('customer', customer, { ownerId: test.ids.sales });

    const changed = await test.call('sales', '/v1/follow/up/modify', { id, version, attachments: [first, third] });
    expect(changed).toMatchObject({ code: '0' });
    expect((await stored()).attachments).toEqual([first, third]);
    const history = await test.call<{ list: readonly { changes: readonly object[] }[] }>(
      'sales',
      '/v1/follow/up/history',
      { id },
    );
    expect(history.data.list[0]?.changes).toContainEqual(
      expect.objectContaining({ key: 'attachments', beforeText: '乙.csv、甲.csv', afterText: '甲.csv、丙.csv' }),
    );

    const found = async (op: string) => {
      const where = {
        and: [
          { field: 'id', op: 'eq', value: id },
          { field: 'attachments', op },
        ],
      };
      return (await test.call<{ list: readonly object[] }>('sales', '/v1/follow/up/query', { where })).data.list.length;
    };
    expect([await found('notNull'), await found('isNull')]).toEqual([1, 0]);
    await test.call('sales', '/v1/follow/up/modify', { id, version: version + 1, attachments: [] });
    expect((await stored()).attachments).toBeNull();
    expect([await found('notNull'), await found('isNull')]).toEqual([0, 1]);
  });

  it('are refused where there are too many, one is not there, is taken or is another person’s', async () => {
    const own = await uploadAs(test, 'sales', '甲.csv', csv);
    const others = await uploadAs(test, 'sales2', '乙.csv', csv);
    const many = Array.from({ length: 21 }, (_, place) => `018f0000-0000-7000-8000-0000000000${10 + place}`);
    expect(await faultOf(many)).toMatchObject({ pointer: '/attachments' });
    expect(await faultOf([own, others])).toMatchObject({ code: 'E_INPUT_REFERENCE', got: others });
    expect(await faultOf([own, many[0]])).toMatchObject({ code: 'E_INPUT_REFERENCE', got: many[0] });
    expect(await faultOf([{ id: own }])).toMatchObject({ pointer: expect.stringMatching(/^\/attachments/) });
    expect(await faultOf([own])).toBeUndefined();
    expect(await faultOf([own])).toMatchObject({ code: 'E_INPUT_REFERENCE', got: own });
  });
});

it('cleans away what expired, what nothing took and contents without a row', async () => {
  const keep = (await send(test, 'admin', '/v1/file/image', 'logo.png', png)).json().data.id;
  const drop = await uploadAs(test, 'admin', 'a.csv', csv);
  await recordsAs('admin').update('project', test.ids.project ?? '', { logo: keep });
  const platform = { db: test.connection.db, services: { files } };
  const later = new Date(Date.now() + 3 * 86_400_000);
  const stray = await files.write((await files.read(await keyOf(keep))).pause(), 1e9);
  const cleaned = await cleanFiles(platform, later);
  expect(cleaned.rows).toBeGreaterThan(0);
  expect(cleaned.contents).toBe(1);
  await expect(files.read(stray.key)).rejects.toMatchObject({ code: 'E_FILE_GONE' });
  await expect(files.read(await keyOf(drop))).rejects.toMatchObject({ code: 'E_FILE_GONE' });
  expect((await fetched(await addressOf('admin', keep, 'preview'))).rawPayload).toEqual(png);
});

async function keyOf(id: string): Promise<string> {
  const [row] = await test.database.rows('select storage_key from file_object where id = $1', [id]);
  return String(row?.storage_key);
}
