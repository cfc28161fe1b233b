import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { tenMinuteAlerts } from '../contract/alerts.ts';
import { myPhoneLines } from '../contract/phone.ts';
import { querySecond } from '../contract/second.ts';
import { memoizeByIdentity } from '../engine/model/cache/index.ts';
import { sessionOperations } from './account/session-operations.ts';
import type { Assembled, Edition } from './assemble.ts';
import type { DatabaseHealth } from './db/connection/health.ts';
import { dictionaryOperations } from './design/dictionaries/dictionary-operations.ts';
import { fieldOperations } from './design/fields/field-operations.ts';
import { pageDesignOperations } from './design/package/package-operations.ts';
import { domainOperationsFor } from './domain/index.ts';
import type { EventFeed } from './events/event-feed.ts';
import { eventOperations } from './events/event-operations.ts';
import { fileOperations } from './files/file-operations.ts';
import { resumableOperations } from './files/resumable/resumable-operations.ts';
import { registerApi } from './http/api.ts';
import { type AppFolders, registerAssets } from './http/assets.ts';
import { registerCspReports } from './http/csp-reports.ts';
import { registerDrain } from './http/drain.ts';
import { answerError, registerErrors } from './http/errors.ts';
import { registerHealth } from './http/health.ts';
import { type MetricOptions, registerMetrics } from './http/metrics.ts';
import { RequestLog } from './http/request-log.ts';
import { registerSigningPage } from './http/signing-page.ts';
import { slowHeaderOptions } from './http/slow-requests.ts';
import { jobOperations } from './jobs/job-operations.ts';
import { Admission, type AdmissionOptions, usualAdmission } from './kernel/limits/admission.ts';
import { productTitle } from './kernel/text/product-title.ts';
import { logExports } from './logs/log-exports.ts';
import { logOperations } from './logs/log-operations.ts';
import { RefusalAudit, type RefusalAuditOptions } from './logs/refusal-audit.ts';
import { noticeOperations } from './notices/notice-operations.ts';
import { activityOperations } from './operations/activity/activity.ts';
import { analysisOperations } from './operations/analysis/analysis-operations.ts';
import { bulkOperations } from './operations/bulk/bulk-operations.ts';
import { globalSearchOperations } from './operations/global-search/global-search.ts';
import { shortcutOperations } from './operations/home/home-shortcuts.ts';
import { importRowOperations } from './operations/import/import-rows.ts';
import { openApiOperation } from './operations/openapi/openapi-operation.ts';
import { presenceOperations } from './operations/presence/presence.ts';
import { recordNameOperations } from './operations/record-names/record-names.ts';
import { recycleOperations } from './operations/recycle/recycle.ts';
import { buildRegistry, type OperationRegistry } from './operations/registry/registry.ts';
import { viewOperations } from './operations/saved-views/view-operations.ts';
import { secondOperations } from './operations/second/second-operations.ts';
import { codeOperations } from './qrcode/code-operations.ts';
import { endCallsWithSessions, telephonyOperations } from './telephony/index.ts';

export type AppOptions = {
  /** What the node is put together from; it works in the background with the same. */
  readonly assembled: Pick<Assembled, 'platform' | 'rules' | 'jobs' | 'inForce'>;
  /** What open pages of this node listen on; closed with the app. */
  readonly events: EventFeed;
  /** What `/readyz` tells; started and closed with the app. */
  readonly health: DatabaseHealth;
  /** How many calls are worked on at a time; what suits the usual number of database sessions unless told. */
  readonly admission?: AdmissionOptions;
  /** How refusals are written down; what suits a server unless told. */
  readonly refusals?: Pick<RefusalAuditOptions, 'window'>;
  readonly logger: FastifyBaseLogger | false;
  /** Who may read the figures of this server, and where some of them come from; without a token there are none. */
  readonly metrics?: MetricOptions;
  /** Addresses of proxies in front. */
  readonly trustedProxies?: readonly string[];
  /** Folders of the built app; without them only the API is served. */
  readonly app?: AppFolders;
};

const maxBodyBytes = 1_048_576;

/** What is done with records of any kind: naming them, telling who is there, and what became of deleted ones. */
const recordOperations = [...recordNameOperations, ...presenceOperations, ...recycleOperations];

/** Puts the server together; it listens only when `main.ts` says so. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { platform, rules, inForce } = options.assembled;
  const { documents } = platform;
  const shared = {
    bodyLimit: maxBodyBytes,
    ...slowHeaderOptions,
    // Ids and paths are ours: nothing is trimmed, folded or decoded twice.
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
    // An address that cannot be read comes to no handler; it gets the envelope all the same.
    frameworkErrors: answerError,
    genReqId: () => crypto.randomUUID(),
    logController: new RequestLog(),
    // Whose word is taken for where a call comes from; nobody's unless told.
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    // While it closes `registerDrain` answers, with our envelope.
    return503OnClosing: false,
  };
  const app: FastifyInstance =
    options.logger === false
      ? Fastify({ ...shared, logger: false })
      : Fastify({ ...shared, loggerInstance: options.logger });
  registerErrors(app);
  registerDrain(app);
  registerMetrics(app, options.metrics ?? {});
  // The page's own policy carries a nonce and is set where the page is served.
  await app.register(helmet, { contentSecurityPolicy: false, crossOriginEmbedderPolicy: false });
  registerHealth(app, options.health);
  registerCspReports(app, platform.db);
  const registryOf = memoizeByIdentity((edition: Registered) => registryFor(edition, options.events));
  const registry = registryOf(options.assembled);
  endCallsWithSessions(options.events, platform, rules, (error) => app.log.warn({ err: error }, 'session end'));
  // Open streams would hold the server up: their readers go on at another node.
  app.addHook('preClose', () => options.events.close());
  const refusals = new RefusalAudit(platform, {
    ...options.refusals,
    onFault: (error) => app.log.error({ err: error }, 'refusal not written down'),
  });
  app.addHook('onClose', () => refusals.close());
  const admission = new Admission(options.admission ?? usualAdmission);
  registerSigningPage(app, { platform, registry, admission });
  const answering = (edition: Registered) => ({ platform: edition.platform, registry: registryOf(edition) });
  registerApi(app, {
    shipped: { platform, registry },
    at: async (version, db) => answering(await inForce.at(version, db)),
    recent: async () => answering(await inForce.recent(platform.db)),
    admission,
    refusals,
  });
  if (options.app !== undefined)
    await registerAssets(app, options.app, {
      brand: { ...documents.menu.brand, title: productTitle(documents), titles: documents.menu.titles },
      features: featuresOf(registry),
      hasPhone: platform.services.telephony !== undefined,
    });
  return app;
}

/** What operations are made of. */
type Registered = Pick<Edition, 'platform' | 'rules' | 'jobs'>;

/** Every operation there is by one set of documents. */
function registryFor({ platform: { documents }, rules, jobs }: Registered, events: EventFeed): OperationRegistry {
  const registry: OperationRegistry = buildRegistry(documents, rules, [
    ...sessionOperations(documents),
    ...eventOperations(events),
    ...jobOperations(documents, jobs),
    ...bulkOperations(documents),
    ...importRowOperations(documents),
    ...fileOperations,
    ...resumableOperations,
    ...codeOperations(),
    ...viewOperations,
    ...analysisOperations,
    ...pageDesignOperations,
    ...fieldOperations,
    ...dictionaryOperations,
    ...globalSearchOperations,
    ...recordOperations,
    ...shortcutOperations,
    ...activityOperations,
    ...secondOperations(documents, rules),
    ...noticeOperations,
    ...logOperations,
    ...logExports(documents),
    ...domainOperationsFor(documents, rules),
    ...telephonyOperations(documents, rules),
    openApiOperation(documents, () => registry.values()),
  ]);
  return registry;
}

/** Parts of the shell by an operation that each of them asks for. */
const shellParts = { phone: myPhoneLines.path, alerts: tenMinuteAlerts.path, second: querySecond.path } as const;

/** The parts of the shell that a product has operations for. */
function featuresOf(registry: OperationRegistry): readonly string[] {
  return Object.entries(shellParts).flatMap(([feature, path]) => (registry.has(path) ? [feature] : []));
}
