import { type ApiClient, ApiRefusal, type OperationOutput } from '../../client/index.ts';
import type { PageBundle } from '../../model/documents/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import type { DesignTarget } from '../store/design-store.ts';
import type { DesignText } from '../texts/use-design-text.ts';

/** Ends of addresses that only read; whatever else is called would change something. */
const reading = new Set([
  'query',
  'view',
  'group',
  'history',
  'check',
  'preview',
  'activity',
  'download',
  'matrix',
  'list',
]);

/** A page that is tried out: its document as it is designed, for the caller or for a role. */
export type Rehearsed = {
  readonly target: DesignTarget;
  readonly document: JsonObject;
  readonly as?: string;
  /** Id of the person as whom it is looked at. */
  readonly person?: string;
  /** What is drawn, where the server has told it already: a page that is nowhere kept. */
  readonly bundle?: PageBundle;
};

/**
 * The way to the API of a page that is tried out: it draws the document that is being designed, reads the real rows, and
 * writes nothing. What would be written the server tries out and takes back: what it refuses is refused here too, and what
 * it would take ends here as well, and `onRehearsed` is told.
 */
export function rehearsalClient(
  client: ApiClient,
  rehearsed: Rehearsed,
  t: DesignText,
  onRehearsed: () => void,
): ApiClient {
  const { target, document, as, person, bundle } = rehearsed;
  let figures: ReadonlySet<string> = new Set();
  const isReading = (path: string) => figures.has(path) || reading.has(path.slice(path.lastIndexOf('/') + 1));
  const refuse = (key: 'checked' | 'tried' = 'checked') => {
    onRehearsed();
    return new ApiRefusal('1', t(`designer.rehearsal.${key}`), { code: 'E_RULE' });
  };
  const rehearse = async (path: string, body: unknown) => {
    const page = bundle === undefined ? { page: target.page } : {};
    const input = { path, body: isJsonObject(body) ? body : {}, ...page };
    const { isRehearsed } = await client.callAt<{ readonly isRehearsed: boolean }>('/v1/design/rehearse', input, {
      quiet: true,
    });
    return refuse(isRehearsed ? 'tried' : 'checked');
  };
  const callAt: ApiClient['callAt'] = async (path, body, options) => {
    if (!isReading(path)) throw await rehearse(path, body);
    const none = bundle === undefined ? undefined : nothingKept.get(path);
    if (none !== undefined) return JSON.parse(none);
    return client.callAt(path, body, bundle === undefined ? options : withoutPage(options));
  };
  return {
    callAt,
    call: async (path, ...[body, options]) => {
      if (path !== '/v1/sys/page/view' || !isFor(body, target.page)) return callAt(path, body, options);
      const whose = person === undefined ? (as === undefined ? {} : { as }) : { person };
      const input = { ...target, document, ...whose };
      // It answers what the address of the page would: a page with its documents.
      const told = bundle === undefined ? undefined : ({ ...bundle } satisfies OperationOutput<typeof path>);
      const answer =
        told ?? (await client.callAt<OperationOutput<typeof path>>('/v1/design/page/preview', input, options));
      figures = new Set(addressesOf(answer));
      return answer;
    },
    upload: async () => {
      throw refuse();
    },
  };
}

/** Of a page that is nowhere kept nobody has saved anything. */
const nothingKept: ReadonlyMap<string, string> = new Map([
  ['/v1/saved/view/query', '{"views":[],"canShare":false}'],
  ['/v1/list/preference/query', '{"defaultViewId":null,"layouts":[]}'],
]);

/** A page that is nowhere kept is not named: what it reads is read as if from none. */
function withoutPage(options: Parameters<ApiClient['callAt']>[2]) {
  const { page: _, ...rest } = options ?? {};
  return rest;
}

/** Where the datasets of a page are read. */
function addressesOf(answer: unknown): readonly string[] {
  const datasets: unknown = isJsonObject(answer) ? answer.datasets : undefined;
  const all: readonly unknown[] = Array.isArray(datasets) ? datasets : [];
  return all.flatMap((dataset) => (isJsonObject(dataset) && typeof dataset.path === 'string' ? [dataset.path] : []));
}

function isFor(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && 'name' in body && body.name === name;
}
