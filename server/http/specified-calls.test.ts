import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
}, 60_000);
afterAll(() => company.close());

/** Every call of section 7 of the specification; POST, as none is stated otherwise. */
const session = ['/v1/sys/user/login'];
const own = [
  '/v1/sys/user/my/view',
  '/v1/sys/menu/item/my/query',
  '/v1/sys/menu/button/my/query',
  '/v1/sys/user/my/avatar/view',
  '/v1/sys/user/password/modify',
  '/v1/web/operation/log/create',
  '/v1/work/order/ten/minute/query',
  '/v1/work/order/processing/time/query',
  '/v1/sys/user/notify/type/last/my/query',
  '/v1/sys/user/notify/all/query',
  '/v1/sys/user/notify/stage/modify',
  '/v1/sys/user/notify/stage/batch/modify',
  '/v1/sys/user/notify/status/modify',
  '/v1/system/update/message/latest/query',
  '/v1/common/server/time/format/query',
];
const permitted = [
  '/v1/sys/user/view',
  '/v1/web/operation/log/export',
  '/v1/user/log/export',
  '/v1/user/log/count/export',
  '/v1/user/explain/create',
  '/v1/user/explain/user/id/query',
];
const reports = [
  '/v1/report/department/order/stat/week/query',
  '/v1/report/source/order/stat/query',
  '/v1/report/order/stat/hour/query',
  '/v2/report/order/stat/hour/query',
  '/v1/report/yewu/stat/query',
  '/v1/report/project/order/stat/query',
  '/v1/report/order/stat/week/query',
  '/v1/report/order/stat/price/week/query',
  '/v1/report/department/order/stat/price/week/query',
  '/v1/report/source/order/stat/price/week/query',
  '/v1/report/project/order/price/stat/query',
  '/v1/report/department/order/stat/hour/query',
];
const files = [
  '/v1/file/image',
  '/v1/file/upload',
  '/v1/file/download',
  '/v1/file/preview',
  '/v1/file/mp3',
  '/v1/qrcode/create',
  '/v2/qrcode/create',
];
const all = [...session, ...own, ...permitted, ...reports, ...files];

type Reference = { readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly title?: string }>>>> };

it('are all there, once, by POST', async () => {
  const { data } = await company.call<Reference>('admin', '/v1/sys/openapi/view');
  expect(new Set(all).size).toBe(41);
  expect(all.filter((path) => data.paths[path]?.post === undefined)).toEqual([]);
  expect(all.filter((path) => Object.keys(data.paths[path] ?? {}).length !== 1)).toEqual([]);
});

it.each(all)('%s answers in the envelope, to a session only', async (path) => {
  const asked = await company.app.inject({ method: 'GET', url: path });
  expect([asked.statusCode, asked.json().data.error.code]).toEqual([405, 'E_METHOD']);
  const anonymous = (await company.app.inject({ method: 'POST', url: path })).json();
  const mistaken = path === '/v1/sys/user/login' ? '1' : '1002';
  expect(anonymous).toMatchObject({ code: mistaken, message: expect.stringMatching(/./) });
  expect(Object.keys(anonymous).sort()).toEqual(['code', 'data', 'message']);
});

/** What a call takes where nothing is not enough; `undefined` where nothing sent here could be right. */
const payloads: Readonly<Record<string, object | undefined>> = {
  '/v1/sys/menu/item/my/query': { params: 'token' },
  '/v1/sys/menu/button/my/query': { params: 'token' },
  '/v1/web/operation/log/create': { catalog: '1000', action: '打开页面', value: 'mallHome' },
  '/v1/sys/user/notify/type/last/my/query': { stage: 1, type: 13 },
  '/v1/sys/user/notify/all/query': { stage: 1 },
  '/v1/sys/user/notify/stage/modify': undefined,
  '/v1/sys/user/notify/status/modify': undefined,
  '/v1/sys/user/password/modify': undefined,
  '/v1/qrcode/create': { content: 'x' },
};

it.each([...own, ...reports, '/v1/qrcode/create'])(
  '%s takes the headers and payload of the specification',
  async (path) => {
    const payload = path in payloads ? payloads[path] : {};
    const answer = await company.app.inject({
      method: 'POST',
      url: path,
      headers: { 'x-app-token': await company.token('admin'), 'x-app-platform': 'sys', 'x-app-version': '2.2.1' },
      payload: payload ?? {},
    });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.json().code, answer.body.slice(0, 300)).toBe(payload === undefined ? '1' : '0');
  },
);
