import type { FastifyRequest } from 'fastify';
import { memoizeByIdentity } from '../../engine/model/cache/index.ts';
import type { Operation } from '../kernel/operation/operation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that a route runs. */
    readonly operation?: Operation;
  }
}

/** What is known of a request while it is served, for its line in the log and the metrics. */
type RequestContext = { staffId?: string; refusal?: string };

const notesOf = memoizeByIdentity((_request: FastifyRequest): RequestContext => ({}));

/** Remembers who makes a request. */
export function noteCaller(request: FastifyRequest, staffId: string): void {
  notesOf(request).staffId = staffId;
}

/** Remembers the code a request is refused with. */
export function noteRefusal(request: FastifyRequest, code: string): void {
  notesOf(request).refusal = code;
}

/** What was noted of a request. */
export function requestContext(request: FastifyRequest): Readonly<RequestContext> {
  return notesOf(request);
}
