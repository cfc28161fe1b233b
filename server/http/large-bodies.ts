import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasCaller } from '../operations/operation.ts';
import { refuse } from './app-error.ts';
import { mostAnonymousBytes } from './json-body.ts';

/**
 * Reads a large body for people who signed in only: of anybody else, and where no operation is, more than
 * `mostAnonymousBytes` is refused on its headers alone. `verify` throws for a request without a session.
 */
export function limitLargeBodies(app: FastifyInstance, verify: (request: FastifyRequest) => Promise<unknown>): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const { operation } = request.routeOptions.config;
    if (operation?.takes === 'file' || isSmall(request)) return payload;
    try {
      if (operation === undefined || !hasCaller(operation)) throw refuse('E_BODY_TOO_LARGE');
      await verify(request);
      return payload;
    } catch (error) {
      // The rest of it is not read either.
      reply.header('Connection', 'close');
      throw error;
    }
  });
}

/** Whether its headers promise a small body, or none; one that comes in pieces promises nothing. */
function isSmall({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] === undefined && (length === undefined || Number(length) <= mostAnonymousBytes);
}
