import { PassThrough } from 'node:stream';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { noData, noInput } from '../kernel/operation/json-schema.ts';
import type { OpenOperation } from '../kernel/operation/operation.ts';
import { registerDrain } from './drain.ts';
import { registerErrors } from './errors.ts';
import { registerMetrics } from './metrics.ts';
import { RequestLog } from './request-log.ts';

const token = 'token-for-metrics-1';
const open = new Set<{ close: () => Promise<void> }>();

afterEach(async () => {
  for (const app of open) await app.close();
  open.clear();
});

const operation = (path: string, audit: OpenOperation['audit']): OpenOperation => ({
  path,
  title: path,
  access: { kind: 'open' },
  input: noInput,
  output: noData,
  scope: null,
  idempotency: 'none',
  audit,
  answer: async () => null,
});

/** A server with an operation that takes until it is let go, one that changes, and one that fails. */
async function server(options: { readonly token?: string } = { token }) {
  const lines: Record<string, unknown>[] = [];
  const sink = new PassThrough();
  sink.on('data', (line: Buffer) => lines.push(JSON.parse(line.toString())));
  const app: FastifyInstance = Fastify({
    loggerInstance: pino({ level: 'debug' }, sink) as FastifyBaseLogger,
    logController: new RequestLog(),
    return503OnClosing: false,
  });
  open.add(app);
  registerErrors(app);
  registerDrain(app);
  registerMetrics(app, {
    ...options,
    sessions: () => ({ used: 3, idle: 2, waiting: 1 }),
    jobs: async () => ({ done: 7 }),
  });
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let begun: () => void = () => undefined;
  const running = new Promise<void>((resolve) => (begun = resolve));
  app.post('/v1/slow/view', { config: { operation: operation('/v1/slow/view', 'read') } }, async () => {
    begun();
    await held;
    return { code: '0' };
  });
  app.post('/v1/fast/change', { config: { operation: operation('/v1/fast/change', 'change') } }, async () => ({
    code: '0',
  }));
  app.post('/v1/bad/view', { config: { operation: operation('/v1/bad/view', 'read') } }, async () => {
    throw new TypeError('broken on purpose');
  });
  app.get('/v1/endless/view', async (_, reply) => {
    const events = new PassThrough();
    events.write('data: 1\n\n');
    return reply.type('text/event-stream').send(events);
  });
  app.get('/readyz', async () => ({ status: 'ok' }));
  app.get('/livez', async () => ({ status: 'ok' }));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const post = (path: string) => fetch(`${address}${path}?secret=in-the-address`, { method: 'POST' });
  return { app, address, lines, post, letGo, running };
}

describe('stopping', () => {
  it('lets the running request end, refuses new ones with 503 meanwhile, then closes', async () => {
    const { app, address, post, letGo, running } = await server();
    const slow = post('/v1/slow/view');
    await running;
    let isClosed = false;
    const closed = app.close().then(() => (isClosed = true));
    await expect.poll(async () => (await post('/v1/fast/change')).status).toBe(503);
    const refused = await post('/v1/fast/change');
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(refused.headers.get('connection')).toBe('close');
    expect(await refused.json()).toMatchObject({ code: '1001', data: { error: { code: 'E_BUSY' } } });
    expect((await fetch(`${address}/readyz`)).status).toBe(503);
    expect((await fetch(`${address}/livez`)).status).toBe(200);
    expect(isClosed).toBe(false);
    letGo();
    expect(await (await slow).json()).toEqual({ code: '0' });
    await closed;
    await expect(post('/v1/fast/change')).rejects.toThrow();
  });

  it('does not wait for event streams nor for callers who went away', async () => {
    const { app, address, running } = await server();
    const stream = new AbortController();
    await fetch(`${address}/v1/endless/view`, { signal: stream.signal });
    const gone = new AbortController();
    const slow = fetch(`${address}/v1/slow/view`, { method: 'POST', signal: gone.signal });
    await running;
    const closed = app.close();
    gone.abort();
    await expect(slow).rejects.toThrow();
    stream.abort();
    await closed;
  });
});

describe('metrics', () => {
  const read = async (address: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
    fetch(`${address}/metrics`, { headers });

  it('counts and times requests by operation and outcome, and shows sessions, jobs and the event loop', async () => {
    const { address, post } = await server();
    await post('/v1/fast/change');
    await post('/v1/fast/change');
    await post('/v1/bad/view');
    await post('/v1/no/such/path/1');
    const answer = await read(address);
    expect(answer.headers.get('content-type')).toContain('version=0.0.4');
    const text = await answer.text();
    for (const line of [
      'app_requests_total{operation="/v1/fast/change",outcome="ok"} 2',
      'app_requests_total{operation="/v1/bad/view",outcome="E_SERVER"} 1',
      'app_requests_total{operation="other",outcome="404"} 1',
      'app_request_seconds_count{operation="/v1/fast/change"} 2',
      'app_database_sessions{state="used"} 3',
      'app_database_sessions{state="waiting"} 1',
      'app_jobs{status="done"} 7',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(text).toContain(line);
    expect(text).not.toContain('such');
    expect(text).not.toContain('secret');
  });

  it('shows nothing without the token, and is not there where no token is set', async () => {
    const { address } = await server();
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: token }]) {
      const answer = await read(address, headers);
      expect(answer.status).toBe(401);
      expect(await answer.text()).not.toContain('app_');
    }
    const without = await server({});
    expect((await read(without.address)).status).toBe(404);
  });
});

describe('the log', () => {
  it('has one line per request, with its id and outcome, and never a query', async () => {
    const { lines, post } = await server();
    await post('/v1/fast/change');
    await post('/v1/bad/view');
    const requests = lines.filter(({ msg }) => msg === 'request');
    expect(requests).toMatchObject([
      { level: 30, path: '/v1/fast/change', audit: 'change', status: 200, outcome: 'ok', ms: expect.any(Number) },
      { level: 20, path: '/v1/bad/view', audit: 'read', status: 500, outcome: 'E_SERVER' },
    ]);
    for (const line of requests) expect(line.requestId).toEqual(expect.any(String));
    expect(JSON.stringify(lines)).not.toContain('in-the-address');
  });
});
