import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Milliseconds until a request that does not come along is cut. */
const patience = {
  /** From the opening of a connection, or the first byte of a further request on it, to the end of its headers. */
  headers: 8000,
  /** How often connections are looked at. */
  look: 1500,
  /** Without a byte of a body that was promised. */
  silence: 8000,
  /** The same of a file, which comes over whatever line, and which the server itself may hold up. */
  fileSilence: 60_000,
  /** From its headers to the end of a body; whoever needs longer sends it on purpose. */
  body: 30_000,
  /** From its headers to the end of a file. */
  file: 600_000,
} as const;

/** Options of the server that cut connections whose headers come slowly or never. */
export const slowHeaderOptions = {
  requestTimeout: patience.file,
  http: { headersTimeout: patience.headers, connectionsCheckingInterval: patience.look },
} as const;

/** Cuts requests whose body stops coming, or has not come whole in time. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _, payload) => {
    if (hasNoBody(request)) return payload;
    const isFile = request.routeOptions.config.operation?.takes === 'file';
    const { raw } = request;
    // The socket counts the silence; nobody listens, so that it is destroyed then.
    raw.socket?.setTimeout?.(isFile ? patience.fileSilence : patience.silence);
    const timer = isFile ? undefined : setTimeout(() => raw.destroy(), patience.body).unref();
    const isOver = () => {
      clearTimeout(timer);
      raw.socket?.setTimeout?.(0);
    };
    payload.once('end', isOver).once('close', isOver);
    return payload;
  });
}

function hasNoBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] === undefined && (length === undefined || Number(length) === 0);
}
