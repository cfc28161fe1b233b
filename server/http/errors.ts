import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Envelope, RefusalDetail } from '../../engine/model/wire/index.ts';
import { AppError, refuse } from '../kernel/errors/app-error.ts';
import { isUnavailable } from '../kernel/errors/unavailable.ts';
import { inLanguage, languageOf } from '../kernel/language/language.ts';
import { inputText } from '../texts/kernel/input-text.ts';
import { noteRefusal } from './request-context.ts';

/** The one place that turns whatever was thrown into an answer. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
}

/** Answers an error with its envelope; what is no refusal is logged and answered without its inside. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const refusal = error instanceof AppError ? error : inLanguage(language, () => transportRefusal(error));
  noteRefusal(request, refusal.code);
  // Under overload the log must not become the next load; the refusals are counted.
  if (refusal.entry.http >= 500 && refusal.code !== 'E_OVERLOADED') request.log.error({ err: error }, refusal.message);
  if (worthRepeating(refusal)) reply.header('Retry-After', '2');
  if (refusal.entry.http === 405) reply.header('Allow', String(refusal.facts.expected ?? 'POST'));
  return reply.code(refusal.entry.http).send(envelopeOf(refusal, request.id));
}

/** Whether the same again may succeed in a moment. */
function worthRepeating({ code, entry }: AppError): boolean {
  return entry.http === 503 || entry.http === 429 || code === 'E_LOCKED';
}

// Whoever sends thousands of faults mends them no sooner for being told of all.
const maxFaults = 100;

function envelopeOf(refusal: AppError, requestId: string): Envelope<{ readonly error: RefusalDetail }> {
  const { faults, ...detail } = refusal.detail;
  const told = faults === undefined ? {} : { faults: faults.slice(0, maxFaults) };
  return {
    code: refusal.entry.envelope,
    message: refusal.told,
    data: { error: { code: refusal.code, requestId, ...factsOf(refusal), ...detail, ...told } },
  };
}

/** What varies in the sentence that is told anyway, by name: another language orders it otherwise. */
function factsOf({ entry, facts }: AppError): Pick<RefusalDetail, 'facts'> {
  const told = Object.entries(facts).flatMap(([name, fact]) =>
    entry.zh.includes(`{${name}}`) && fact !== undefined
      ? [[name, typeof fact === 'number' ? fact : String(fact)] as const]
      : [],
  );
  return told.length === 0 ? {} : { facts: Object.fromEntries(told) };
}

const byFastifyCode: Readonly<Record<string, () => AppError>> = {
  FST_ERR_BAD_URL: () => refuse('E_PATH_UNKNOWN'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refuse('E_CONTENT_TYPE', { expected: inputText('input.contentType') }),
  FST_ERR_CTP_BODY_TOO_LARGE: () => refuse('E_BODY_TOO_LARGE'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => refuse('E_BODY_UNREADABLE'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => refuse('E_BODY_UNREADABLE'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => refuse('E_BODY_UNREADABLE'),
};

const byDatabaseCode: Readonly<Record<string, () => AppError>> = {
  // Lock timeout, deadlock and serialization failure that outlasted the retries.
  '55P03': () => refuse('E_LOCKED'),
  '40P01': () => refuse('E_LOCKED'),
  '40001': () => refuse('E_LOCKED'),
  // Statement timeout.
  '57014': () => refuse('E_TOO_LONG'),
};

function transportRefusal(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = byFastifyCode[code] ?? byDatabaseCode[code];
  if (known !== undefined) return known();
  if (isUnavailable(error)) return refuse('E_DATABASE_AWAY');
  if (error instanceof SyntaxError) return refuse('E_BODY_UNREADABLE');
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' && status >= 400 && status < 500 ? refuse('E_BODY_UNREADABLE') : refuse('E_SERVER');
}
