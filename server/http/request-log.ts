import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { requestContext } from './request-context.ts';

/**
 * One line per request: who called what, how it ended, how long it took; never a body, a query or a token. Calls that
 * change, reveal or take out data and those about sessions stand at info level, mere reading at debug level.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }

  override incomingRequest(): void {
    // The line at the end says all.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { operation } = request.routeOptions.config;
    const { staffId, refusal } = requestContext(request);
    const line = {
      path: request.url.split('?', 1)[0],
      ...(operation === undefined ? {} : { audit: operation.audit }),
      ...(staffId === undefined ? {} : { staffId }),
      status: reply.statusCode,
      outcome: refusal ?? 'ok',
      ms: Math.round(reply.elapsedTime),
    };
    if (error) request.log.warn({ ...line, err: error }, 'request broken off');
    else if (operation === undefined || operation.audit === 'read') request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  }
}
