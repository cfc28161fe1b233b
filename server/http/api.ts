import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { formatMessage } from '../../engine/model/texts/index.ts';
import type { Envelope } from '../../engine/model/wire/index.ts';
import { documentsInForce } from '../access/documents-in-force.ts';
import { readWithSession } from '../access/read-with-session.ts';
import { type SignedIn, signedInBy } from '../access/sessions.ts';
import { giveProof } from '../files/address-proof.ts';
import { actorOf } from '../kernel/caller/caller.ts';
import type { Db } from '../kernel/database/db.ts';
import { AppError, refuse } from '../kernel/errors/app-error.ts';
import { invalidInput } from '../kernel/errors/invalid-input.ts';
import { inLanguage, languageOf, setCallLanguageSource } from '../kernel/language/language.ts';
import type { Admission } from '../kernel/limits/admission.ts';
import type { CallContext, Platform } from '../kernel/operation/context.ts';
import { hasCaller, isOpenToViewers, type Operation } from '../kernel/operation/operation.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { StreamReply } from '../kernel/operation/stream-reply.ts';
import { refuseHostile } from '../kernel/text/hostile-input.ts';
import type { RefusalAudit } from '../logs/refusal-audit.ts';
import { answerOpen, callingPage, type OperationRegistry, runOperation } from '../operations/registry/registry.ts';
import { inputText } from '../texts/kernel/input-text.ts';
import { registerAdmission } from './admission.ts';
import { headerOf, originOf } from './call-origin.ts';
import { cookiesOf } from './cookies.ts';
import { answerError } from './errors.ts';
import { maxAnonymousBytes, readJsonBody } from './json-body.ts';
import { limitLargeBodies } from './large-bodies.ts';
import { noteCaller, requestContext } from './request-context.ts';
import { limitBodyTime } from './slow-requests.ts';
import { registerUploads, uploadedFile } from './uploads.ts';

/** What answers a call: the platform and the operations as they are by one set of documents. */
export type Answering = { readonly platform: Platform; readonly registry: OperationRegistry };

/** What the calls of a node are answered with. */
export type ApiParts = {
  /** By the shipped documents: sessions, addresses. What is changed in the app makes no address of its own. */
  readonly shipped: Answering;
  /** As in force at the version that a session tells. */
  readonly at: (version: string | null, db: Db) => Promise<Answering>;
  /** As in force within the last second, for calls without a session. */
  readonly recent: () => Promise<Answering>;
  readonly admission: Admission;
  readonly refusals: RefusalAudit;
};

/** Puts every operation of the registry at its path, and clear answers for everything else under /v1 and /v2. */
export function registerApi(app: FastifyInstance, parts: ApiParts): void {
  const { shipped, admission } = parts;
  const { platform, registry } = shipped;
  setCallLanguageSource();
  acceptJsonOnly(app);
  registerAdmission(app, admission);
  limitLargeBodies(app, (request) =>
    admission.run(() => signedInBy(platform, headerOf(request, 'x-app-token'), request.ip)),
  );
  limitBodyTime(app);
  const routes = [...registry.values()].map((operation) => ({
    operation,
    route: routeOf(operation, parts),
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

function routeOf(operation: Operation, parts: ApiParts): RouteOptions {
  const { admission, refusals } = parts;
  // Of a body that comes in pieces its headers tell nothing.
  const isSmall = !hasCaller(operation) && operation.takes !== 'file';
  const bodyLimit = isSmall ? maxAnonymousBytes : operation.body?.bytes;
  return {
    method: operation.method ?? 'POST',
    url: operation.path,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    config: { operation },
    handler: async (request, reply) => {
      const language = languageOf(request.headers['accept-language']);
      const work = () =>
        inLanguage(language, () => call(operation, request, reply, parts)).catch(async (error: unknown) => {
          // What the call had begun is rolled back by now.
          if (error instanceof AppError)
            await refusals.note(error, operation.path, { ...staffOf(request), ip: request.ip });
          throw error;
        });
      // A file comes as slowly as its sender; it must not take the place of others meanwhile.
      const answer = await (operation.takes === 'file' ? work() : admission.run(work));
      return answer instanceof StreamReply
        ? reply.code(answer.status).headers(answer.headers).send(answer.body)
        : success(answer, operation.message ?? inLanguage(language, () => formatMessage(inputText('input.success'))));
    },
  };
}

function staffOf(request: FastifyRequest): { readonly staffId?: string } {
  const { staffId } = requestContext(request);
  return staffId === undefined ? {} : { staffId };
}

async function call(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ApiParts,
): Promise<unknown> {
  const { platform } = parts.shipped;
  const isQuery = operation.method === 'GET' || operation.takes === 'file';
  const input = isQuery ? queryOf(request) : bodyOf(request);
  const moment = { now: new Date().toISOString(), requestId: request.id };
  if (!hasCaller(operation)) {
    const range = headerOf(request, 'range');
    const cookies = cookiesOf(request, reply);
    const inForce = await parts.recent();
    const open = { ...inForce.platform, ...moment, origin: originOf(request), cookies, range };
    const asInForce = inForce.registry.get(operation.path);
    const answering = asInForce === undefined || hasCaller(asInForce) ? operation : asInForce;
    return withFile(operation, input, request, (given) => answerOpen(answering, given, open));
  }
  const token = headerOf(request, 'x-app-token');
  const answerTo = async ({ caller: signedIn, calendar, designed }: SignedIn, db: Db): Promise<unknown> => {
    // Before anything of the request is read: a file, for example.
    if (signedIn.impersonation !== undefined && !isOpenToViewers(operation))
      throw refuse('E_VIEWING', { name: signedIn.impersonation.name });
    const caller = operation.asOneself === true ? actorOf(signedIn) : signedIn;
    const inForce = await parts.at(designed, db);
    const { documents: made, widgets } = inForce.platform;
    const documents = await documentsInForce({
      documents: made,
      db,
      designed,
      ...(widgets === undefined ? {} : { widgets }),
    });
    const page =
      operation.access.kind === 'signedIn' || operation.ofShell === true
        ? undefined
        : callingPage(headerOf(request, 'x-app-page'), documents, { caller });
    // One object and no copies of it on the way: it is made for every call.
    const context: CallContext = {
      ...inForce.platform,
      ...moment,
      documents,
      db,
      calendar,
      designed,
      caller,
      page,
      idempotencyKey: idempotencyKey(request),
    };
    // A file is read only once it is known who sends it.
    const asInForce = inForce.registry.get(operation.path) ?? operation;
    return withFile(operation, input, request, (body) => runOperation(asInForce, body, context));
  };
  const answerInTurn = async () => {
    const signedIn = await signedInBy(platform, token, request.ip, operation.openBeforeChange);
    noteCaller(request, actorOf(signedIn.caller).staffId);
    return { signedIn, answer: await answerTo(signedIn, platform.db) };
  };
  const answerAtOnce = async () => {
    const { signedIn, answer } = await readWithSession(platform, { token, ip: request.ip }, answerTo);
    noteCaller(request, actorOf(signedIn.caller).staffId);
    return { signedIn, answer: answer() };
  };
  const { signedIn, answer } = await (operation.isBesideSession === true ? answerAtOnce() : answerInTurn());
  giveProof(cookiesOf(request, reply), answer, signedIn.caller.sessionId, platform.protection);
  return answer;
}

/** The input with the file of the request, where the operation takes one; what is refused unread is let go by, or its sender would go on sending until he is cut off. */
async function withFile<Answer>(
  { takes }: Operation,
  input: Values,
  request: FastifyRequest,
  work: (given: Values) => Promise<Answer>,
): Promise<Answer> {
  if (takes !== 'file') return work(input);
  const file = await uploadedFile(request);
  try {
    return await work({ ...input, file });
  } finally {
    file.content.resume();
  }
}

/** The query of the address, as clean as a body; a name given twice is a list. */
function queryOf(request: FastifyRequest): Values {
  const { query } = request;
  if (typeof query !== 'object' || query === null) return {};
  const given = { ...query };
  refuseHostile(given);
  return given;
}

function success<Data>(data: Data, message: string): Envelope<Data> {
  return { code: '0', message, data };
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = headerOf(request, 'idempotency-key');
  if (key === undefined || /^[\w-]{8,200}$/.test(key)) return key;
  throw invalidInput([{ code: 'E_INPUT_FORMAT', pointer: '/headers/idempotency-key', title: 'Idempotency-Key' }]);
}

/** The body as an object; an absent one is empty, anything else is refused. */
function bodyOf(request: FastifyRequest): Values {
  const { body } = request;
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw refuse('E_BODY_UNREADABLE');
  return { ...body };
}

/** JSON is the only content type. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, text: string) =>
    readJsonBody(text, request.routeOptions.config.operation?.body?.elements),
  );
}
