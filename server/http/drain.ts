import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../kernel/errors/app-error.ts';
import { answerError } from './errors.ts';

const farewell = 300;

/**
 * Lets running requests end before the server closes. Until they have, it still listens: a balancer that has not
 * noticed yet gets a clear 503 and tries elsewhere, and `/readyz` tells it to. Event streams never end by themselves
 * and are not waited for.
 */
export function registerDrain(app: FastifyInstance): void {
  const running = new Set<FastifyRequest>();
  let isDraining = false;
  let ended: () => void = () => undefined;
  const leave = (request: FastifyRequest) => {
    running.delete(request);
    if (isDraining && running.size === 0) ended();
  };
  app.addHook('onRequest', async (request, reply) => {
    if (isDraining && request.routeOptions.url !== '/livez') {
      reply.header('Connection', 'close');
      return answerError(refuse('E_BUSY'), request, reply);
    }
    running.add(request);
    // Also where the connection breaks after the request was read and before it is answered.
    reply.raw.once('close', () => leave(request));
    return undefined;
  });
  app.addHook('onSend', async (request, reply) => {
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) leave(request);
  });
  app.addHook('onResponse', async (request) => leave(request));
  // Its transaction is waited for by the pool of database sessions.
  app.addHook('onRequestAbort', async (request) => leave(request));
  app.addHook('preClose', async () => {
    isDraining = true;
    await new Promise<void>((resolve) => {
      ended = resolve;
      if (running.size === 0) resolve();
    });
    // Browsers connect ahead of need; a connection that never asked anything would hold the server up for a minute.
    setTimeout(() => app.server.closeAllConnections(), farewell).unref();
  });
}
