import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../kernel/errors/app-error.ts';
import { hasCaller } from '../kernel/operation/operation.ts';
import { maxAnonymousBytes } from './json-body.ts';

/**
 * Reads a large body for people who signed in only: of anybody else, and where no operation is, more than
 * `maxAnonymousBytes` is refused on its headers alone. `verify` throws for a request without a session.
 */
export function limitLargeBodies(app: FastifyInstance, verify: (request: FastifyRequest) => Promise<unknown>): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const { operation } = request.routeOptions.config;
    const size = sizeOf(request);
    if (operation?.takes === 'file' || (size !== undefined && size <= maxAnonymousBytes)) return payload;
    const isForStaff = operation !== undefined && hasCaller(operation);
    // What comes in pieces tells no size: of anybody else the limit of the route ends the reading.
    if (!isForStaff && size === undefined) return payload;
    try {
      if (!isForStaff) throw refuse('E_BODY_TOO_LARGE');
      await verify(request);
      return payload;
    } catch (error) {
      // The rest of it is not read either.
      reply.header('Connection', 'close');
      throw error;
    }
  });
}

/** Bytes of the body as the headers promise them; undefined for one that comes in pieces. */
function sizeOf({ headers }: FastifyRequest): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;
}
