import type { FastifyInstance } from 'fastify';
import type { DatabaseHealth } from '../db/connection/health.ts';

/**
 * `/livez`: the process runs. `/readyz`: it can serve, that is, its database answered a moment ago. Both say what is
 * known already: neither asks the database, however often they are called.
 */
export function registerHealth(app: FastifyInstance, health: DatabaseHealth): void {
  app.addHook('onReady', () => health.start());
  app.addHook('onClose', () => health.close());
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const ready = health.isWell;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', database: ready });
  });
}
