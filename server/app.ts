import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { sessionOperations } from './access/session-operations.ts';
import { domainRulesFor } from './domain/index.ts';
import { registerApi } from './http/api.ts';
import { registerAssets } from './http/assets.ts';
import { registerErrors } from './http/errors.ts';
import { registerHealth } from './http/health.ts';
import { RequestLog } from './http/request-log.ts';
import type { Platform } from './operations/context.ts';
import { buildRegistry } from './operations/registry.ts';
import { productTitle } from './product-title.ts';

export type AppOptions = {
  readonly platform: Omit<Platform, 'userAttributes'>;
  readonly logger: FastifyBaseLogger | false;
  /** Folder of the built app; without it only the API is served. */
  readonly appDir?: string;
};

const largestBody = 1_048_576;

/** Puts the server together; it listens only when `main.ts` says so. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { platform } = options;
  const shared = {
    bodyLimit: largestBody,
    requestTimeout: 30_000,
    // Ids and paths are ours: nothing is trimmed, folded or decoded twice.
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
    genReqId: () => crypto.randomUUID(),
    logController: new RequestLog(),
    return503OnClosing: true,
  };
  const app: FastifyInstance =
    options.logger === false
      ? Fastify({ ...shared, logger: false })
      : Fastify({ ...shared, loggerInstance: options.logger });
  registerErrors(app);
  // The page's own policy carries a nonce and is set where the page is served.
  await app.register(helmet, { contentSecurityPolicy: false, crossOriginEmbedderPolicy: false });
  registerHealth(app, platform.db);
  const rules = domainRulesFor(platform.documents);
  const userAttributes = new Map(rules.flatMap((rule) => Object.entries(rule.userAttributes ?? {})));
  const registry = buildRegistry(platform.documents, rules, sessionOperations(platform.documents));
  registerApi(app, { ...platform, userAttributes }, registry);
  if (options.appDir !== undefined) await registerAssets(app, options.appDir, productTitle(platform.documents));
  return app;
}
