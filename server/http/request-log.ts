import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** One line per request, at debug level and without its body: what was called, how it ended, how long it took. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }

  override incomingRequest(): void {
    // The line at the end says all.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = { path: request.url.split('?', 1)[0], status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    if (error) request.log.warn({ ...line, err: error }, 'request broken off');
    else request.log.debug(line, 'request');
  }
}
