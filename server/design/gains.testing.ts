import { declaredOperations, isGranted, permissionsOf } from '../../engine/model/access/index.ts';
import { KeyedCache } from '../../engine/model/cache/index.ts';
import type { DocumentSet, ListPage, PageBundle } from '../../engine/model/documents/index.ts';
import { resolvePath } from '../../engine/model/entity/index.ts';

/** What a call answers. */
type Answer = { readonly code: string; readonly data: unknown };

/** Asks the API as somebody. */
export type Ask = (path: string, body: object, headers?: Readonly<Record<string, string>>) => Promise<Answer>;

/** Asks once what nothing that happens in between changes: the same call is answered as it was. */
export function remembering(ask: Ask): Ask {
  const answers = new KeyedCache<Promise<Answer>>({ max: 1000 });
  return (path, body, headers = {}) =>
    answers.of(JSON.stringify([path, body, headers]), () => ask(path, body, headers));
}

/** What somebody gets of a page and from it, as the API answers. */
export type Observed = {
  readonly isOpen: boolean;
  readonly page: unknown;
  /** Ids of the rows the list answers. */
  readonly rows: ReadonlySet<string>;
  /** What rows tell, by the id of the row and the path. */
  readonly values: ReadonlyMap<string, string>;
  /** Every button, tab or card that names a key, with the operation it calls. */
  readonly parts: readonly { readonly permission: string; readonly api: string | undefined }[];
  /** Fields the page speaks of that the documents sent with it do not know. */
  readonly unknownFields: readonly string[];
  /** What each probe answers when it names the page. */
  readonly probes: ReadonlyMap<string, string>;
};

/** A call that tells whether an operation is open, or a row in reach. */
export type Probe = { readonly path: string; readonly body: object };

const nothing = { rows: new Set<string>(), values: new Map<string, string>(), parts: [], unknownFields: [] };

/** Looks at a page as somebody, reads what it lists and tries the probes from it. */
export async function observe(ask: Ask, name: string, probes: readonly Probe[]): Promise<Observed> {
  const headers = { 'x-app-page': name };
  const tried = await probed(ask, probes, headers);
  const answer = await ask('/v1/sys/page/view', { name });
  if (answer.code !== '0') return { isOpen: false, page: null, ...nothing, probes: tried };
  const bundle = answer.data as PageBundle;
  const { page } = bundle;
  const entities = new Map(bundle.entities.map((entity) => [entity.name, entity]));
  const columns = page.kind === 'list' ? page.columns.map(({ field }) => field) : [];
  const entity = page.kind === 'list' ? entities.get(page.entity) : undefined;
  return {
    isOpen: true,
    page,
    ...(await toldOf(ask, page, headers)),
    parts: partsIn(page),
    unknownFields: columns.filter((path) => entity !== undefined && resolvePath(entities, entity, path) === undefined),
    probes: tried,
  };
}

/** What somebody has of a page without it: the same rows, fields and operations asked for as if from no page. */
export async function observeFreely(ask: Ask, { page }: Observed, probes: readonly Probe[]): Promise<Observed> {
  return { isOpen: true, page: null, ...nothing, ...(await toldOf(ask, page, {})), probes: await probed(ask, probes) };
}

/** What the list of a page tells of its rows, asked from a page or from none. */
export async function toldOf(ask: Ask, page: unknown, headers: Readonly<Record<string, string>>) {
  if (!isListPage(page)) return { rows: nothing.rows, values: nothing.values };
  const fields = page.columns.map(({ field }) => field);
  const rows = await rowsOf(ask, page.api.query, fields, headers);
  return { rows: new Set(rows.map(({ id }) => String(id))), values: new Map(rows.flatMap(valuesIn)) };
}

function isListPage(page: unknown): page is ListPage {
  return typeof page === 'object' && page !== null && 'kind' in page && page.kind === 'list';
}

/** What the probes answer; without headers as if no page were named. */
export async function probed(
  ask: Ask,
  probes: readonly Probe[],
  headers: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, string>> {
  const outcomes = probes.map(async (probe) => {
    const outcome = outcomeOf(await ask(probe.path, probe.body, headers));
    return [wordsOf(probe), outcome] as const;
  });
  return new Map(await Promise.all(outcomes));
}

/** The probes that are answered otherwise than in `told`. */
export function unlike(probes: readonly Probe[], after: Observed, told: ReadonlyMap<string, string>): readonly Probe[] {
  return probes.filter((probe) => after.probes.get(wordsOf(probe)) !== told.get(wordsOf(probe)));
}

const wordsOf = ({ path, body }: Probe) => `${path} ${JSON.stringify(body)}`;

function outcomeOf({ code, data }: Answer): string {
  const { error } = (data ?? {}) as { error?: { code: string } };
  return error?.code ?? code;
}

async function rowsOf(ask: Ask, path: string, fields: readonly string[], headers: Readonly<Record<string, string>>) {
  const answer = await ask(path, { fields, size: 200 }, headers);
  return answer.code === '0' ? (answer.data as { list: readonly Record<string, unknown>[] }).list : [];
}

type Told = readonly (readonly [string, string])[];

function valuesIn(row: Readonly<Record<string, unknown>>): Told {
  return Object.entries(row).flatMap(([name, value]) => valuesAt(value, `${String(row.id)} ${name}`));
}

function valuesAt(value: unknown, path: string): Told {
  if (value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return [[path, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, inner]) => valuesAt(inner, `${path}.${name}`));
}

/** Every part of a page, or of what is added to one, that names a key. */
export function partsIn(value: unknown): Observed['parts'] {
  if (Array.isArray(value)) return value.flatMap(partsIn);
  if (typeof value !== 'object' || value === null) return [];
  const own =
    'permission' in value && typeof value.permission === 'string'
      ? [{ permission: value.permission, api: 'api' in value && typeof value.api === 'string' ? value.api : undefined }]
      : [];
  return [...own, ...Object.values(value).flatMap(partsIn)];
}

/**
 * What somebody has more of than before: nothing, or each in words. `free` are the probes without any page; what rows
 * tell is held against what `before` tells of the same columns.
 */
export function gains(
  before: Observed,
  after: Observed,
  free: ReadonlyMap<string, string>,
  { documents, permissions }: { readonly documents: DocumentSet; readonly permissions: readonly string[] },
): readonly string[] {
  const grants = new Set(permissions);
  const keysOf = new Map(declaredOperations(documents).map((operation) => [operation.path, permissionsOf(operation)]));
  const mayCall = (api: string) => keysOf.get(api)?.some((key) => isGranted(grants, key)) === true;
  return [
    ...(after.isOpen && !before.isOpen ? ['page'] : []),
    ...[...after.rows].filter((id) => !before.rows.has(id)).map((id) => `row ${id}`),
    ...[...after.values].filter(([at, value]) => before.values.get(at) !== value).map(([at]) => `value ${at}`),
    ...after.unknownFields.map((path) => `field ${path}`),
    ...after.parts
      .filter((part) => !before.parts.some((one) => one.permission === part.permission && one.api === part.api))
      .filter(({ permission, api }) => !isGranted(grants, permission) || (api !== undefined && !mayCall(api)))
      .map(({ permission, api }) => `button ${permission} ${api}`),
    ...[...after.probes]
      // What a page does not list is refused from it: that is less than before, not more.
      .filter(([, outcome]) => outcome !== 'E_PAGE_OPERATION')
      .filter(([probe, outcome]) => outcome !== before.probes.get(probe) && outcome !== free.get(probe))
      .map(([probe, outcome]) => `operation ${probe}: ${before.probes.get(probe)} → ${outcome}`),
  ];
}
