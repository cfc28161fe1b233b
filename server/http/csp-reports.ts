import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type CspReport, countReport } from '../db/csp-report-store.ts';
import type { Db } from '../kernel/database/db.ts';
import { RateLimit } from '../kernel/limits/rate-limit.ts';
import { maxAnonymousBytes, readJsonBody } from './json-body.ts';

/** Where browsers report what the content policy of a page stopped. */
export const cspReportPath = '/csp-reports';

const reportTypes = ['application/csp-report', 'application/reports+json'] as const;
/** Reports of one address, and of all together on this node, in a minute: one tells as much as a thousand. */
const maxAMinute = { ofOne: 20, ofAll: 60 } as const;
const maxOfOneBody = 20;

/**
 * Takes the reports of browsers, from whoever sends them: few, small, and counted by what was stopped where, without
 * queries. Answers 204, or 429 before the body is read; nothing of a report is answered or logged.
 */
export function registerCspReports(app: FastifyInstance, db: Db): void {
  const [ofOne, ofAll] = [new RateLimit(maxAMinute.ofOne), new RateLimit(maxAMinute.ofAll)];
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    for (const type of reportTypes)
      scope.addContentTypeParser(type, { parseAs: 'string' }, async (_: unknown, text: string) => readJsonBody(text));
    scope.post(cspReportPath, {
      bodyLimit: maxAnonymousBytes,
      onRequest: async (request, reply) => {
        if (!isLetIn(request.ip)) return reply.code(429).send();
        return undefined;
      },
      handler: async (request, reply) => {
        for (const report of readReports(request.body)) await countReport(db, report, new Date().toISOString());
        return reply.code(204).send();
      },
    });
  });

  function isLetIn(ip: string): boolean {
    const now = Date.now();
    try {
      ofOne.take(ip, now);
      ofAll.take('', now);
      return true;
    } catch {
      return false;
    }
  }
}

type RawReport = Readonly<Record<string, unknown>>;

/** The reports of a body in either form, told apart by what they say; what is none is left out. */
function readReports(body: unknown): readonly CspReport[] {
  const list: readonly unknown[] = Array.isArray(body) ? body : [body];
  const reports = list.slice(0, maxOfOneBody).flatMap((item) => {
    const given = isRecord(item) ? (item['csp-report'] ?? item.body) : undefined;
    return isRecord(given) ? (readReport(given) ?? []) : [];
  });
  return [...new Map(reports.map((report) => [report.fingerprint, report])).values()];
}

function readReport(given: RawReport): CspReport | undefined {
  const text = (...names: readonly string[]) => {
    const found = names.map((name) => given[name]).find((value) => typeof value === 'string');
    return typeof found === 'string' ? found : '';
  };
  const [directive = ''] = text('effectiveDirective', 'effective-directive', 'violated-directive').split(' ');
  if (!/^[a-z][a-z-]{2,39}$/.test(directive)) return undefined;
  const blocked = blockedOf(text('blockedURL', 'blocked-uri'));
  const page = pageOf(text('documentURL', 'document-uri'));
  const fingerprint = createHash('sha256').update([directive, blocked, page].join('\n')).digest('hex');
  return { directive, blocked, page, fingerprint };
}

const longest = 200;

/** What was stopped: a word such as `inline`, an address without its query, or of other addresses their kind. */
function blockedOf(text: string): string {
  if (/^[a-z][a-z-]{0,39}$/.test(text)) return text;
  if (!URL.canParse(text)) return '';
  const { protocol, host, pathname } = new URL(text);
  return /^(https?|wss?):$/.test(protocol)
    ? `${protocol}//${host}${pathname}`.slice(0, longest)
    : protocol.slice(0, 40);
}

/** The path of the page, without host and query. */
function pageOf(text: string): string {
  return URL.canParse(text) ? new URL(text).pathname.slice(0, longest) : '';
}

function isRecord(value: unknown): value is RawReport {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
