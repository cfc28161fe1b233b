import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Envelope } from '../../engine/model/index.ts';
import { isForbiddenName } from '../../engine/model/index.ts';
import { callerOf } from '../access/sessions.ts';
import { signIn } from '../access/sign-in.ts';
import type { CallContext, Platform } from '../operations/context.ts';
import type { Values } from '../operations/record-store.ts';
import { callingPage, type Operation, type OperationRegistry, runOperation } from '../operations/registry.ts';
import { refuse } from './app-error.ts';
import { answerError } from './errors.ts';

const loginPath = '/v1/sys/user/login';

/** Puts every operation at its path (POST), sign-in beside them, and clear answers for everything else under /v1 and /v2. */
export function registerApi(app: FastifyInstance, platform: Platform, registry: OperationRegistry): void {
  acceptJsonOnly(app);
  app.post(loginPath, async (request) => {
    const origin = {
      ip: request.ip,
      userAgent: headerOf(request, 'user-agent') ?? '',
      platform: (headerOf(request, 'x-app-platform') ?? 'sys').slice(0, 16),
      appVersion: (headerOf(request, 'x-app-version') ?? '').slice(0, 16),
    };
    return success(await signIn(platform, bodyOf(request), origin), '登录成功，欢迎回来');
  });
  for (const operation of registry.values()) {
    app.post(operation.path, async (request) => success(await call(operation, request, platform)));
  }
  const known = new Set([loginPath, ...registry.keys()]);
  const fallback = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    return answerError(
      known.has(path)
        ? refuse('E_METHOD', { expected: 'POST' })
        : refuse('E_PATH_UNKNOWN', { got: path.slice(0, 200) }),
      request,
      reply,
    );
  };
  app.setNotFoundHandler(fallback);
}

async function call(operation: Operation, request: FastifyRequest, platform: Platform): Promise<unknown> {
  const caller = await callerOf(platform, headerOf(request, 'x-app-token'), request.ip);
  const base = {
    ...platform,
    caller,
    now: new Date().toISOString(),
    requestId: request.id,
    idempotencyKey: idempotencyKey(request),
  };
  const page =
    operation.access.kind === 'signedIn'
      ? undefined
      : callingPage(headerOf(request, 'x-app-page'), platform.documents, base);
  const context: CallContext = { ...base, page };
  return runOperation(operation, bodyOf(request), context);
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
    refuseHostile(parsed, 0);
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

function refuseHostile(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= deepest) throw refuse('E_BODY_UNREADABLE');
  for (const [key, inner] of Object.entries(value)) {
    if (isForbiddenName(key))
      throw refuse('E_INPUT_INVALID', {}, { faults: [{ code: 'E_INPUT_UNKNOWN', pointer: '', got: key }] });
    refuseHostile(inner, depth + 1);
  }
}
