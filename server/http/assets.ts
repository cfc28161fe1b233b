import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { type Brand, branded } from './branded-page.ts';
import { cspReportPath } from './csp-reports.ts';
import { earlierBuilds, keepBuild } from './kept-builds.ts';

const year = 31_536_000;

/** What the page is told of the product. */
export type AppFacts = {
  readonly brand: Brand;
  /** Parts of the shell that the product has operations for: it asks for nothing else. */
  readonly features: readonly string[];
  readonly hasPhone: boolean;
};

/** Where the app lies, and where its files stay for pages that were opened before an update; without it they do not. */
export type AppFolders = { readonly appDir: string; readonly keptDir?: string | undefined };

/**
 * Serves the built app: hashed files for ever, those of the builds before it too, and the page itself, with name, build,
 * policy and nonce, at every other address. Every answer names the build, so that a page that is open learns of a new one.
 */
export async function registerAssets(
  app: FastifyInstance,
  { appDir, keptDir }: AppFolders,
  { brand, features, hasPhone }: AppFacts,
): Promise<void> {
  const built = await readFile(path.join(appDir, 'index.html'), 'utf8');
  const build = createHash('sha256').update(built).digest('hex').slice(0, 16);
  const page = branded(built, brand, features).replaceAll('__BUILD__', build);
  app.addHook('onSend', async (_request, reply) => {
    reply.header('X-App-Build', build);
  });
  const assets = path.join(appDir, 'assets');
  const earlier = keptDir === undefined ? [] : await earlierBuilds(keptDir, build);
  if (keptDir !== undefined)
    app.addHook('onListen', () => {
      keepBuild(assets, keptDir, build).catch((error) => app.log.warn({ err: error }, 'files of this build not kept'));
    });
  await app.register(fastifyStatic, {
    root: [assets, ...earlier],
    prefix: '/assets/',
    index: false,
    immutable: true,
    maxAge: year * 1000,
  });
  app.get('/*', async (request, reply) => {
    if (/^\/(v[12]|assets)(\/|$)/.test(request.url)) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64');
    reply.header('Content-Security-Policy', policy(nonce, hasPhone));
    reply.header('Reporting-Endpoints', `csp="${cspReportPath}"`);
    reply.header('Cache-Control', 'no-store');
    return reply.type('text/html; charset=utf-8').send(page.replaceAll('__CSP_NONCE__', nonce));
  });
}

/** Where registrars may be: the telephone host names them, and a microphone needs a safe page, hence safe sockets or this machine. */
const registrars = 'wss: ws://127.0.0.1:* ws://localhost:*';

/**
 * No `unsafe-eval`, no foreign host but the registrars of the telephone where there is one; styles need the nonce that
 * the page hands to the style engine.
 */
function policy(nonce: string, hasPhone: boolean): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    `connect-src 'self'${hasPhone ? ` ${registrars}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Older browsers know the address only, newer ones the name that a header gives it.
    `report-uri ${cspReportPath}`,
    'report-to csp',
  ].join('; ');
}
