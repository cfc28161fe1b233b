import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiClient } from '../../engine/client/index.ts';
import { type Asked, isUnasked, useEngine, type WidgetOperation } from '../../engine/react/index.ts';

/** A node of the menu as it is in force. */
export type CataloguedNode = {
  readonly name: string;
  readonly title: string;
  readonly icon: string | null;
  readonly hidden: boolean;
  readonly keepAlive: boolean;
  readonly enabled: boolean;
  readonly sortNo: number;
  readonly isGroup: boolean;
  /** Whether it is otherwise than the document has it. */
  readonly isChanged: boolean;
  readonly children: readonly CataloguedNode[];
};

/** A page with the keys it has use for. */
export type CataloguedPage = {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly buttons: readonly { readonly permission: string; readonly title: string; readonly isButton: boolean }[];
};

/** A masking policy, and the kind of mask whose policy holds for its fields where it is not told of a role. */
export type CataloguedMask = { readonly policy: string; readonly kind: string; readonly title: string };

/** An entity with its keys and the fields a mask lies on, each with the policy it goes by. */
export type CataloguedEntity = {
  readonly name: string;
  readonly title: string;
  readonly isScoped: boolean;
  readonly masked: readonly { readonly title: string; readonly policy: string }[];
  readonly permissions: readonly { readonly permission: string; readonly title: string }[];
};

/** What roles are made of. */
export type Catalogue = {
  readonly root: { readonly name: string; readonly title: string };
  readonly tree: readonly CataloguedNode[];
  readonly pages: readonly CataloguedPage[];
  readonly entities: readonly CataloguedEntity[];
  readonly masks: readonly CataloguedMask[];
};

/** How far the rows of one entity reach for a role. */
export type EntityScope = {
  readonly entity: string;
  readonly dataScope: string;
  readonly customDepartmentIds?: readonly string[];
};

/** A role as stored. */
export type Role = {
  readonly id: string;
  readonly version: number;
  readonly code: string;
  readonly name: string;
  readonly dataScope: string;
  readonly customDepartmentIds: readonly string[] | null;
  readonly menus: readonly string[];
  readonly permissions: readonly string[];
  readonly entityScopes: readonly EntityScope[] | null;
  readonly projectIds?: readonly string[] | null;
  readonly builtIn: boolean;
  readonly enabled: boolean;
  readonly remark: string | null;
};

/** How a role sees a kind of masked field. */
export type Policy = {
  readonly roleId: string;
  readonly field: string;
  readonly mode: string;
  readonly revealDailyLimit: number;
  readonly lookupMinuteLimit: number;
  readonly lookupDailyLimit: number;
  readonly callOnly: boolean;
  readonly enabled: boolean;
};

/** Somebody who has a role. */
export type Holder = {
  readonly id: string;
  readonly name: string;
  readonly account: string;
  readonly status: string;
  readonly department: { readonly id: string; readonly name: string } | null;
};

/** Something to choose. */
export type Named = { readonly id: string; readonly name: string };

/** What the page was given to call with. */
export type PageCalls = { readonly page: string; readonly operations: readonly WidgetOperation[] };

/** What roles are made of, and what is called how. */
export type Names = {
  readonly catalogue: Catalogue;
  readonly departments: readonly Named[];
  readonly projects: readonly Named[];
};

type Rows<Row> = { readonly list: readonly Row[] };

const most = 200;

/** The address of one of the page's operations; undefined where the user may not call it. */
export function apiOf({ operations }: PageCalls, key: string): string | undefined {
  return operations.find((operation) => operation.key === key)?.api;
}

/** How one of the page's operations that read is asked; not at all where the user may not call it. */
function asking<Answer>(client: ApiClient, key: string, body: object, calls: PageCalls) {
  const api = apiOf(calls, key);
  return queryOptions({
    queryKey: ['permissions', key, body],
    enabled: api !== undefined,
    queryFn: ({ signal }) => client.callAt<Answer>(api ?? '', body, { signal, page: calls.page, quiet: true }),
  });
}

/** Rows of one of the page's lists. */
export function useRows<Row>(key: string, body: object, calls: PageCalls, isWanted = true) {
  const { client } = useEngine();
  const rows = asking<Rows<Row>>(client, key, { size: most, count: 'none', ...body }, calls);
  return useQuery({ ...rows, enabled: isWanted && rows.enabled === true, select: ({ list }) => list });
}

/** Every role, oldest first. */
export function useRoles(calls: PageCalls) {
  return useRows<Role>('roles', { sort: ['createdAt'] }, calls);
}

/** How a role sees masked fields, by kind. */
export function usePolicies(roleId: string | undefined, calls: PageCalls) {
  const where = { field: 'roleId', op: 'eq', value: roleId };
  return useRows<Policy>('policies', { where }, calls, roleId !== undefined);
}

/** What roles are made of and what is called how, together; what the user may not read has no names. */
export function useNames(calls: PageCalls): Asked<Names> {
  const { client } = useEngine();
  const catalogue = useQuery(asking<Catalogue>(client, 'catalogue', {}, calls));
  const departments = useRows<Named>('departments', { fields: ['name'] }, calls);
  const projects = useRows<Named>('projects', { fields: ['name'] }, calls);
  const parts = [catalogue, departments, projects];
  const [whole, ofDepartments, ofProjects] = [catalogue.data, namesIn(departments), namesIn(projects)];
  const data = useMemo(() => namesOf(whole, ofDepartments, ofProjects), [whole, ofDepartments, ofProjects]);
  return {
    data,
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    fetchStatus: parts.some(({ fetchStatus }) => fetchStatus === 'fetching') ? 'fetching' : 'idle',
    refetch: () => {
      for (const part of parts) if (part.error !== null) void part.refetch();
    },
  };
}

const noNames: readonly Named[] = [];

function namesIn(query: Asked<readonly Named[]>): readonly Named[] | undefined {
  return isUnasked(query) ? noNames : query.data;
}

function namesOf(
  catalogue: Catalogue | undefined,
  departments: readonly Named[] | undefined,
  projects: readonly Named[] | undefined,
): Names | undefined {
  if (catalogue === undefined || departments === undefined || projects === undefined) return undefined;
  return { catalogue, departments, projects };
}

/** Reads everything of the page anew. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['permissions'] });
}
