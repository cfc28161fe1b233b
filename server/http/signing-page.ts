import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  askSigningCode,
  refuseSigning,
  type SignedAnswer,
  type SigningAnswer,
  signAgreement,
  signingPath,
  viewSigning,
} from '../../contract/signing/agreement-signing.ts';
import { AppError } from '../kernel/errors/app-error.ts';
import type { Admission } from '../kernel/limits/admission.ts';
import { RateLimit } from '../kernel/limits/rate-limit.ts';
import type { Platform } from '../kernel/operation/context.ts';
import { hasCaller } from '../kernel/operation/operation.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { refuseHostile } from '../kernel/text/hostile-input.ts';
import { answerOpen, type OperationRegistry } from '../operations/registry/registry.ts';
import { originOf } from './call-origin.ts';
import { cookiesOf } from './cookies.ts';
import { maxAnonymousBytes } from './json-body.ts';
import { messagePage, signingPage, signingStyle } from './signing-words.ts';

/** Requests of one address in a minute: somebody reads, asks for a code and signs with some ten. */
const maxAMinute = 60;

type Serving = { readonly platform: Platform; readonly registry: OperationRegistry; readonly admission: Admission };

/**
 * The page on which agreements are signed, for people who are not staff: whole as it is sent, without a script, and
 * with nothing but its own style. It does what it does by the operations of signing, which check the link.
 */
export function registerSigningPage(app: FastifyInstance, serving: Serving): void {
  if (!serving.registry.has(viewSigning.path)) return;
  const limit = new RateLimit(maxAMinute);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
    );
    scope.addHook('onRequest', async (request) => limit.take(request.ip, Date.now()));
    scope.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply));
    scope.get(signingPath, async (request, reply) => send(reply, await shown('', request, reply, serving)));
    scope.post(signingPath, { bodyLimit: maxAnonymousBytes }, async (request, reply) =>
      send(reply, await shown(await done(request, reply, serving), request, reply, serving)),
    );
  });
}

/** The page as it is by now, with what became of what was asked for. */
async function shown(said: string, request: FastifyRequest, reply: FastifyReply, serving: Serving): Promise<string> {
  if (said === refusedWords) return messagePage(said);
  // The operation answered what it says it answers.
  return signingPage((await ask(viewSigning.path, {}, request, reply, serving)) as SigningAnswer, said);
}

const refusedWords = '已记录您的拒签，可以关闭本页。';

/** Does what was asked for, and says what became of it. */
async function done(request: FastifyRequest, reply: FastifyReply, serving: Serving): Promise<string> {
  const { act = '', code = '', reason = '' } = formOf(request);
  try {
    if (act === 'code') {
      await ask(askSigningCode.path, {}, request, reply, serving);
      return '验证码已发出，10 分钟内有效。';
    }
    if (act === 'refuse') {
      if (reason.trim() === '') return '请写明拒签原因。';
      await ask(refuseSigning.path, { reason: reason.trim().slice(0, 200) }, request, reply, serving);
      return refusedWords;
    }
    if (!/^\d{6}$/.test(code.trim())) return '请填写六位数字的验证码。';
    const answer = (await ask(signAgreement.path, { code: code.trim() }, request, reply, serving)) as SignedAnswer;
    if (answer.done) return '';
    return answer.left === 0 ? '验证码已失效，请重新获取。' : `验证码不对，还可以试 ${answer.left} 次。`;
  } catch (error) {
    // What is over is told by the page itself.
    if (error instanceof AppError && error.entry.http < 400 && error.code !== 'E_SIGNING_OVER')
      return `${error.message}。`;
    throw error;
  }
}

/** Has an operation of signing answer for the link of the address. */
function ask(
  path: string,
  body: Values,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving,
): Promise<unknown> {
  const { platform, registry, admission } = serving;
  const operation = registry.get(path);
  if (operation === undefined || hasCaller(operation)) throw new TypeError(`no operation ${path}`);
  const open = {
    ...platform,
    ...{ now: new Date().toISOString(), requestId: request.id, range: undefined },
    ...{ origin: originOf(request), cookies: cookiesOf(request, reply) },
  };
  return admission.run(() => answerOpen(operation, { ...linkOf(request), ...body }, open));
}

function linkOf({ query }: FastifyRequest): Values {
  const { agreement, sign } = textsOf(query);
  return { agreement: agreement ?? '', sign: sign ?? '' };
}

function formOf({ body }: FastifyRequest): Readonly<Record<string, string>> {
  return textsOf(body);
}

function textsOf(given: unknown): Readonly<Record<string, string>> {
  refuseHostile(given);
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(Object(given))) if (typeof value === 'string') texts[name] = value;
  return texts;
}

const styleHash = createHash('sha256').update(signingStyle).digest('base64');

/** Nothing but its own style, pictures that lie within the text, and forms that lead back here. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function send(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header('Content-Security-Policy', policy)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Robots-Tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(page);
}

/** What is refused is told on a page too; what is no refusal is told without its inside. */
function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isRefusal = error instanceof AppError;
  if (!isRefusal) request.log.error({ err: error }, 'signing page');
  const status = isRefusal ? error.entry.http : 500;
  return send(
    reply.code(status === 200 ? 410 : status),
    messagePage(isRefusal ? error.message : '系统繁忙，请稍后再打开链接'),
  );
}
