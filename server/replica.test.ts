import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from './app.ts';
import { assemble } from './assemble.ts';
import { type Connection, connectDatabase } from './db/connection/connect.ts';
import { DatabaseHealth } from './db/connection/health.ts';
import { EventFeed } from './events/event-feed.ts';
import { createFileStore } from './files/store/file-store.ts';
import { createProtection } from './kernel/crypto/protection.ts';
import { startTestApp, type TestApp, testPassword } from './testing/test-app.ts';
import { createTestDatabase, filesOf, type TestDatabase } from './testing/test-database.ts';

// Another, empty database stands for a copy that lags behind, so that one sees which of the two was read.
let company: TestApp;
let copy: TestDatabase;
let replica: Connection;

beforeAll(async () => {
  company = await startTestApp();
  copy = await createTestDatabase();
  replica = connectDatabase({ url: copy.appUrl });
}, 60_000);

afterAll(async () => {
  await replica.close();
  await company.close();
  await copy.drop();
});

it('reads reports from the copy and everything else from the database', async () => {
  const { project, channel: channelId } = company.ids;
  const body = { name: '赵一', mobile: '13800138000', intentionProjectIds: [project], channelId };
  expect((await company.call('sales', '/v1/customer/create', body)).code).toBe('0');
  const { documents, connection, database } = company;
  const app = await buildApp({
    assembled: assemble({
      documents,
      db: connection.db,
      replica: replica.db,
      protection: createProtection(database.secretKey),
      files: createFileStore(filesOf(database)),
    }),
    health: new DatabaseHealth({ url: database.appUrl }),
    events: new EventFeed({ url: database.appUrl }),
    logger: false,
  });
  const post = async (url: string, payload: object, token = '') =>
    (await app.inject({ method: 'POST', url, payload, headers: { 'x-app-token': token } })).json();
  const { data } = await post('/v1/sys/user/login', { account: 'sales', password: testPassword });
  const report = '/v1/report/workbench/ownership/query';
  const sum = (answer: { data: { total: object } }) =>
    Object.values(answer.data.total).reduce((all: number, figure) => all + Number(figure), 0);
  expect(sum(await company.call<{ total: object }>('sales', report))).toBeGreaterThan(0);
  expect(sum(await post(report, {}, data.token))).toBe(0);
  expect(await post('/v1/customer/query', {}, data.token)).toMatchObject({ code: '0', data: { total: 1 } });
  await app.close();
});
