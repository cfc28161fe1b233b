import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { refuse } from '../kernel/errors/app-error.ts';
import { answerError } from './errors.ts';
import { requestContext } from './request-context.ts';

/** What the metrics read when they are asked for. */
export type MetricSources = {
  /** Database sessions of this node: in use, idle, and calls waiting for one. */
  readonly sessions?: () => { readonly used: number; readonly idle: number; readonly waiting: number };
  /** Jobs of the whole product by their status. */
  readonly jobs?: () => Promise<Readonly<Record<string, number>>>;
};

export type MetricOptions = MetricSources & {
  /** Who shows it may read the metrics; without one there are none. */
  readonly token?: string;
};

const address = '/metrics';

/** Counts and times requests and serves the figures at `/metrics` to whoever shows the token. */
export function registerMetrics(app: FastifyInstance, { token, ...sources }: MetricOptions): void {
  if (token === undefined) {
    app.get(address, (request, reply) => answerError(refuse('E_PATH_UNKNOWN', { got: address }), request, reply));
    return;
  }
  const figures = new Registry();
  collectDefaultMetrics({ register: figures });
  watchRequests(app, figures);
  watchSources(sources, figures);
  app.get(address, async (request, reply) => {
    if (!shows(request, token)) return challenge(reply);
    return reply.type(figures.contentType).send(await figures.metrics());
  });
}

function challenge(reply: FastifyReply): FastifyReply {
  return reply.code(401).header('WWW-Authenticate', 'Bearer').type('text/plain').send('a bearer token is needed\n');
}

/** Compares digests, so that time tells nothing about the token. */
function shows(request: FastifyRequest, token: string): boolean {
  const [scheme, shown = ''] = (request.headers.authorization ?? '').split(' ', 2);
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return scheme === 'Bearer' && timingSafeEqual(digest(shown), digest(token));
}

function watchRequests(app: FastifyInstance, figures: Registry): void {
  const count = new Counter({
    name: 'app_requests_total',
    help: 'Requests by operation and outcome: ok or the code of the refusal.',
    labelNames: ['operation', 'outcome'],
    registers: [figures],
  });
  const duration = new Histogram({
    name: 'app_request_seconds',
    help: 'Time from the request to the end of its answer; streams are not timed.',
    labelNames: ['operation'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [figures],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { operation } = request.routeOptions.config;
    // Whatever is no operation counts together: addresses are chosen by strangers.
    const path = operation?.path ?? 'other';
    const failed = reply.statusCode >= 400 ? String(reply.statusCode) : 'ok';
    count.inc({ operation: path, outcome: requestContext(request).refusal ?? failed });
    if (operation !== undefined && operation.gives !== 'stream')
      duration.observe({ operation: path }, reply.elapsedTime / 1000);
  });
}

function watchSources({ sessions, jobs }: MetricSources, figures: Registry): void {
  if (sessions !== undefined)
    new Gauge({
      name: 'app_database_sessions',
      help: 'Database sessions of this node: used and idle ones, and calls waiting for one.',
      labelNames: ['state'],
      registers: [figures],
      collect() {
        for (const [state, number] of Object.entries(sessions())) this.set({ state }, number);
      },
    });
  if (jobs !== undefined)
    new Gauge({
      name: 'app_jobs',
      help: 'Jobs of the whole product by status.',
      labelNames: ['status'],
      registers: [figures],
      async collect() {
        this.reset();
        for (const [status, number] of Object.entries(await jobs())) this.set({ status }, number);
      },
    });
}
