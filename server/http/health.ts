import type { FastifyInstance } from 'fastify';
import type { Session } from '../db/connect.ts';
import { isReachable } from '../db/health.ts';

/** `/livez`: the process runs. `/readyz`: it can serve, that is, its database answers. */
export function registerHealth(app: FastifyInstance, db: Session): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const ready = await isReachable(db);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', database: ready });
  });
}
