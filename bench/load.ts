import autocannon from 'autocannon';
import { type BenchServer, cpuSeconds, databaseCpuSeconds } from './servers.ts';

/** One kind of call: where to, and a body for each time. */
export type Call = {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: () => Readonly<Record<string, unknown>>;
};

/** What a round of calls came to. */
export type Round = {
  readonly perSecond: number;
  readonly p99: number;
  /** Milliseconds of CPU a call took of the server and of the database. */
  readonly serverCpu: number;
  readonly databaseCpu: number;
  readonly failed: number;
};

const connections = 16;

/** Calls a server for so many seconds from 16 connections. */
export async function callFor(
  seconds: number,
  server: Pick<BenchServer, 'url' | 'pid'>,
  postmaster: number,
  call: Call,
): Promise<Round> {
  const before = { server: cpuSeconds(server.pid), database: databaseCpuSeconds(postmaster) };
  const result = await autocannon({
    url: server.url,
    connections,
    duration: seconds,
    verifyBody: (body) => String(body).startsWith('{"code":"0"'),
    requests: [
      {
        method: 'POST',
        path: call.path,
        headers: { 'content-type': 'application/json', ...call.headers },
        setupRequest: (request) => ({ ...request, body: JSON.stringify(call.body()) }),
      },
    ],
  });
  const calls = result.requests.total;
  return {
    perSecond: calls / result.duration,
    p99: result.latency.p99,
    serverCpu: ((cpuSeconds(server.pid) - before.server) * 1000) / calls,
    databaseCpu: ((databaseCpuSeconds(postmaster) - before.database) * 1000) / calls,
    failed: result.errors + result.timeouts + result.mismatches + result.non2xx,
  };
}

/** Calls once and answers the data; what is refused is thrown. */
export async function callOnce(server: Pick<BenchServer, 'url'>, call: Call): Promise<Record<string, unknown>> {
  const data = await dataOf(server, call);
  if (!isRecord(data)) throw new Error(`${call.path}: ${JSON.stringify(data)}`);
  return data;
}

/** The same where the data may be anything, nothing too. */
export async function dataOf(server: Pick<BenchServer, 'url'>, { path, headers, body }: Call): Promise<unknown> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body()),
  });
  const answer: unknown = await response.json();
  if (!isRecord(answer) || answer.code !== '0')
    throw new Error(`${path} ${headers?.['x-app-page'] ?? ''}: ${JSON.stringify(answer).slice(0, 500)}`);
  return answer.data;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
