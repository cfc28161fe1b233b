import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Envelope } from '../../engine/model/index.ts';
import { isForbiddenName, pointer } from '../../engine/model/index.ts';
import { oneselfOf } from '../access/caller.ts';
import type { CallOrigin } from '../access/origin.ts';
import { callerOf } from '../access/sessions.ts';
import { proofOf } from '../files/address-proof.ts';
import type { CallContext, Platform } from '../operations/context.ts';
import { hasCaller, isOpenToViewers, type Operation } from '../operations/operation.ts';
import type { Values } from '../operations/record-store.ts';
import { callingPage, type OperationRegistry, runOperation } from '../operations/registry.ts';
import { type Admission, registerAdmission } from './admission.ts';
import { refuse } from './app-error.ts';
import { noteCaller } from './call-notes.ts';
import { answerError } from './errors.ts';
import { StreamReply } from './stream-reply.ts';
import { limitBodyTime, registerUploads, uploadedFile } from './uploads.ts';

/** Puts every operation of the registry at its path, and clear answers for everything else under /v1 and /v2. */
export function registerApi(
  app: FastifyInstance,
  platform: Platform,
  registry: OperationRegistry,
  admission: Admission,
): void {
  acceptJsonOnly(app);
  registerAdmission(app, admission);
  limitBodyTime(app);
  const routes = [...registry.values()].map((operation) => ({
    operation,
    route: routeOf(operation, platform, admission),
  }));
  for (const { operation, route } of routes) if (operation.takes !== 'file') app.route(route);
  registerUploads(
    app,
    routes.flatMap(({ operation, route }) => (operation.takes === 'file' ? [route] : [])),
  );
  const fallback = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const known = registry.get(path);
    return answerError(
      known === undefined
        ? refuse('E_PATH_UNKNOWN', { got: path.slice(0, 200) })
        : refuse('E_METHOD', { expected: known.method ?? 'POST' }),
      request,
      reply,
    );
  };
  app.setNotFoundHandler(fallback);
}

function routeOf(operation: Operation, platform: Platform, admission: Admission): RouteOptions {
  return {
    method: operation.method ?? 'POST',
    url: operation.path,
    config: { operation },
    handler: async (request, reply) => {
      const work = () => call(operation, request, reply, platform);
      // A file comes as slowly as its sender; it must not take the place of others meanwhile.
      const answer = await (operation.takes === 'file' ? work() : admission.run(work));
      return answer instanceof StreamReply
        ? reply.code(answer.status).headers(answer.headers).send(answer.body)
        : success(answer, operation.message);
    },
  };
}

async function call(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
): Promise<unknown> {
  const isQuery = operation.method === 'GET' || operation.takes === 'file';
  const input = isQuery ? queryOf(request) : bodyOf(request);
  const moment = { now: new Date().toISOString(), requestId: request.id };
  if (!hasCaller(operation)) {
    const given = operation.takes === 'file' ? { ...input, file: await uploadedFile(request) } : input;
    const range = headerOf(request, 'range');
    const cookies = headerOf(request, 'cookie');
    return operation.answer(given, { ...platform, ...moment, origin: originOf(request), range, cookies });
  }
  const signedIn = await callerOf(platform, headerOf(request, 'x-app-token'), request.ip);
  noteCaller(request, oneselfOf(signedIn).staffId);
  // Before anything of the request is read: a file, for example.
  if (signedIn.viewing !== undefined && !isOpenToViewers(operation))
    throw refuse('E_VIEWING', { name: signedIn.viewing.name });
  const caller = operation.asOneself === true ? oneselfOf(signedIn) : signedIn;
  const base = { ...platform, ...moment, caller, idempotencyKey: idempotencyKey(request) };
  const page =
    operation.access.kind === 'signedIn'
      ? undefined
      : callingPage(headerOf(request, 'x-app-page'), platform.documents, base);
  const context: CallContext = { ...base, page };
  // A file is read only once it is known who sends it.
  const body = operation.takes === 'file' ? { ...input, file: await uploadedFile(request) } : input;
  const answer = await runOperation(operation, body, context);
  const proof = proofOf(answer, signedIn.sessionId, platform.protection, request.protocol === 'https');
  if (proof !== undefined) reply.header('set-cookie', proof);
  return answer;
}

function originOf(request: FastifyRequest): CallOrigin {
  return {
    ip: request.ip,
    userAgent: headerOf(request, 'user-agent') ?? '',
    platform: (headerOf(request, 'x-app-platform') ?? 'sys').slice(0, 16),
    appVersion: (headerOf(request, 'x-app-version') ?? '').slice(0, 16),
  };
}

/** The query of the address; a name given twice is a list. */
function queryOf(request: FastifyRequest): Values {
  const { query } = request;
  return typeof query === 'object' && query !== null ? { ...query } : {};
}

function success<Data>(data: Data, message = '操作成功'): Envelope<Data> {
  return { code: '0', message, data };
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = headerOf(request, 'idempotency-key');
  if (key === undefined || /^[\w-]{8,200}$/.test(key)) return key;
  throw refuse(
    'E_INPUT_INVALID',
    {},
    { faults: [{ code: 'E_INPUT_FORMAT', pointer: '/headers/idempotency-key', title: 'Idempotency-Key' }] },
  );
}

/** The body as an object; an absent one is empty, anything else is refused. */
function bodyOf(request: FastifyRequest): Values {
  const { body } = request;
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw refuse('E_BODY_UNREADABLE');
  return { ...body };
}

const deepest = 20;

/** JSON is the only content type; names that reach a prototype and towers of brackets are refused before anything reads them. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: FastifyRequest, text: string) => {
    if (text.trim() === '') return undefined;
    const parsed = parseJson(text);
    refuseHostile(parsed, 0, '');
    return parsed;
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A syntax error, or a nesting deeper than the stack.
    throw refuse('E_BODY_UNREADABLE');
  }
}

function refuseHostile(value: unknown, depth: number, at: string): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= deepest) throw refuse('E_BODY_UNREADABLE');
  for (const [key, inner] of Object.entries(value)) {
    const place = `${at}${pointer(key)}`;
    if (isForbiddenName(key))
      throw refuse('E_INPUT_INVALID', {}, { faults: [{ code: 'E_INPUT_UNKNOWN', pointer: place, got: key }] });
    refuseHostile(inner, depth + 1, place);
  }
}
