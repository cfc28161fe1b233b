import { text } from 'node:stream/consumers';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { FuzzRequest } from './generate-request.testing.ts';
import type { FuzzAnswer } from './judge-answer.testing.ts';

const maxPatience = 20_000;

/** Makes a call with a token or without one; throws where no answer comes in time. */
export async function send(
  app: FastifyInstance,
  { method, url, headers, payload }: Omit<FuzzRequest, 'account'>,
  token: string | undefined,
): Promise<FuzzAnswer> {
  const begin = performance.now();
  const response = await app.inject({
    method,
    url,
    headers: { ...(token === undefined ? {} : { 'x-app-token': token }), ...headers },
    ...(payload === undefined || method === 'GET' || method === 'HEAD' ? {} : { payload }),
    payloadAsStream: true,
    signal: AbortSignal.timeout(maxPatience),
  });
  const body = await textOf(response);
  return { status: response.statusCode, headers: response.headers, body, milliseconds: performance.now() - begin };
}

/** The body; of an event stream, which never ends, nothing. */
async function textOf(response: LightMyRequestResponse): Promise<string> {
  const stream = response.stream();
  if (String(response.headers['content-type']).startsWith('text/event-stream')) {
    stream.destroy();
    return '';
  }
  return text(stream);
}
