import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NoticeAnswer } from '../../contract/notices.ts';

import { type ListeningNode, startListeningNode } from '../testing/listening-node.ts';
import { readEvents } from '../testing/read-events.ts';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';

let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
});

afterAll(() => company.close());
beforeEach(() => company.database.rows('delete from notification'));

const base = '/v1/sys/user/notify';
const give = (receiver: string, title: string, more: object = {}) =>
  company.records.insert('notification', {
    receiverId: company.ids[receiver],
    type: '11',
    title,
    content: `${title}的内容`,
    stage: '1',
    status: '1',
    ...more,
  });
const all = async (account: string, stage: unknown = '1') =>
  (await company.call<readonly NoticeAnswer[]>(account, `${base}/all/query`, { stage })).data;
const titles = async (account: string, stage?: unknown) => (await all(account, stage)).map(({ title }) => title);
const mark = (account: string, id: string) => company.call(account, `${base}/stage/modify`, { id });
const remove = (account: string, id: string, more: object = {}) =>
  company.call(account, `${base}/status/modify`, { id, ...more });
const missing = { code: '1', data: { error: { code: 'E_NOT_FOUND' } } };

describe('notices', () => {
  it('are the caller’s own, of one stage, newest first', async () => {
    const id = await give('sales', '旧的');
    await company.database.rows("update notification set created_at = now() - interval '1 hour' where id = $1", [id]);
    await give('sales', '新的', { type: '13' });
    await give('sales', '看过的', { stage: '0' });
    await give('sales2', '别人的');
    expect(await titles('sales')).toEqual(['新的', '旧的']);
    expect(await titles('sales', 1)).toEqual(['新的', '旧的']);
    expect(await titles('sales', '0')).toEqual(['看过的']);
    expect(await titles('admin')).toEqual([]);
    const [first] = await all('sales');
    expect(first).toEqual({
      id: expect.any(String),
      type: '13',
      title: '新的',
      content: '新的的内容',
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      stage: '1',
      place: null,
    });
    expect(await company.call('sales', `${base}/all/query`, { stage: '2' })).toMatchObject({ code: '1' });
  });

  it('answer the latest of a type, or null', async () => {
    const last = (type: unknown) => company.call('sales', `${base}/type/last/my/query`, { stage: 1, type });
    await give('sales', '活动', { type: '13' });
    await give('sales2', '别人的活动', { type: '13' });
    expect((await last(13)).data).toMatchObject({ title: '活动', type: '13' });
    expect((await last('10')).data).toBeNull();
    expect(await last('99')).toMatchObject({ data: { error: { code: 'E_INPUT_INVALID' } } });
  });

  it('are marked, removed and brought back by their receiver only', async () => {
    const id = await give('sales', '一条');
    for (const refused of [await mark('sales2', id), await remove('admin', id), await mark('manager', id)])
      expect(refused).toMatchObject(missing);
    expect(await titles('sales')).toEqual(['一条']);
    expect(await mark('sales', id)).toMatchObject({ code: '0', data: null });
    expect(await mark('sales', id)).toMatchObject({ code: '0' });
    expect(await titles('sales', '0')).toEqual(['一条']);
    expect(await remove('sales', id)).toMatchObject({ code: '0' });
    expect(await titles('sales', '0')).toEqual([]);
    expect(await mark('sales', id)).toMatchObject(missing);
    expect(await remove('sales2', id, { status: '1' })).toMatchObject(missing);
    expect(await remove('sales', id, { status: '1' })).toMatchObject({ code: '0' });
    expect(await titles('sales', '0')).toEqual(['一条']);
    const logged = await company.records.find('operation_log', { entity: 'notification', entityId: id });
    expect(logged.map(({ action }) => action).sort()).toEqual([
      'notification.delete',
      'notification.read',
      'notification.restore',
    ]);
  });

  it('are marked all at once, of the caller only', async () => {
    for (const title of ['一', '二', '三']) await give('sales', title);
    await give('sales2', '别人的');
    expect(await company.call('sales', `${base}/stage/batch/modify`)).toMatchObject({ code: '0', data: null });
    expect(await titles('sales')).toEqual([]);
    expect(await titles('sales', '0')).toHaveLength(3);
    expect(await titles('sales2')).toEqual(['别人的']);
  });
});

describe('a new notice', () => {
  const nodes: ListeningNode[] = [];
  afterAll(async () => {
    for (const node of nodes) await node.close();
  });

  it('is told to its receiver within a second on every node, and to nobody else', async () => {
    const start = () => startListeningNode(company.documents, company.database);
    nodes.push(await start(), await start());
    const open = async (account: string, node: ListeningNode) => {
      const body = { account, password: testPassword };
      const { data } = await node.post<{ token: string }>('/v1/sys/user/login', body);
      const stream = await readEvents(node.address, data.token, { topics: ['notification'] });
      await stream.until(({ event }) => event === 'begin');
      return stream;
    };
    const own = await Promise.all(nodes.map((node) => open('sales', node)));
    const [other] = await Promise.all(nodes.slice(0, 1).map((node) => open('sales2', node)));
    const before = Date.now();
    const id = await give('sales', '到达');
    for (const stream of own) await stream.until(() => stream.told().length > 0);
    // A second, on a machine that has nothing else to do.
    expect(Date.now() - before).toBeLessThan(3000);
    for (const stream of own)
      expect(stream.told()).toMatchObject([{ topic: 'notification', data: { id, type: '11' } }]);
    // Read in one window, the other windows of the same person hear of it.
    await mark('sales', id);
    for (const stream of own) await stream.until(() => stream.told().length > 1);
    expect(other?.told()).toEqual([]);
    for (const stream of [...own, other]) stream?.breakOff();
  });
});

describe('product updates', () => {
  const path = '/v1/system/update/message';
  type Latest = {
    readonly id: string;
    readonly title: string;
    readonly stage: string;
    readonly content: string;
  } | null;
  const latest = async (account: string) => (await company.call<Latest>(account, `${path}/latest/query`)).data;
  const create = async (title: string, more: object = {}) => {
    const body = { title, platformName: '管理后台', releaseVersion: '2.2.1', content: '<p>新功能</p>', ...more };
    const made = await company.call<{ id: string }>('admin', `${path}/create`, body);
    expect(made).toMatchObject({ code: '0' });
    return made.data.id;
  };

  it('open for everybody once published, until he has looked at it; everybody at work is told', async () => {
    const id = await create('第一版', {
      content: '<p onclick="x()">新<b>功能</b></p><script>x()</script><img onerror=x()><a href="javascript:x()">点</a>',
    });
    expect(await latest('sales')).toBeNull();
    expect(await company.call('sales', `${path}/publish`, { id, version: 1 })).toMatchObject({ code: '1001' });
    expect(await company.call('admin', `${path}/publish`, { id, version: 1 })).toMatchObject({ code: '0' });
    const found = await latest('sales');
    expect(found).toMatchObject({ id, title: '第一版', platformName: '管理后台', version: '2.2.1', stage: '1' });
    expect(found?.content).toBe('<p>新<b>功能</b></p><a>点</a>');
    expect(await titles('sales2')).toEqual(['产品更新提醒']);
    expect(await titles('admin')).toEqual(['产品更新提醒']);
    for (const _ of [1, 2]) expect(await company.call('sales', `${path}/read`, { id })).toMatchObject({ code: '0' });
    expect(await latest('sales')).toMatchObject({ id, stage: '0' });
    expect(await latest('sales2')).toMatchObject({ id, stage: '1' });
  });

  it('show the latest that is published and due; one that shall not open stays closed', async () => {
    const later = await create('以后', { publishTime: new Date(Date.now() + 3_600_000).toISOString() });
    await company.call('admin', `${path}/publish`, { id: later, version: 1 });
    const quiet = await create('安静', { stage: '0' });
    expect(await company.call('sales', `${path}/read`, { id: quiet })).toMatchObject(missing);
    await company.call('admin', `${path}/publish`, { id: quiet, version: 1 });
    expect(await latest('sales')).toMatchObject({ id: quiet, stage: '0' });
    await company.call('admin', `${path}/offline`, { id: quiet, version: 2 });
    expect(await latest('sales')).toMatchObject({ title: '第一版' });
  });
});
