import type { FastifyInstance } from 'fastify';
import { refuse } from '../kernel/errors/app-error.ts';
import type { Admission } from '../kernel/limits/admission.ts';

/** Refuses calls of the API beyond what waits already, before anything of them is read. */
export function registerAdmission(app: FastifyInstance, admission: Admission): void {
  app.addHook('onRequest', async (request) => {
    if (admission.isFull && /^\/v\d+\//.test(request.url)) throw refuse('E_OVERLOADED');
  });
}
