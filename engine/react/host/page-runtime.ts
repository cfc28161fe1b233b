import { type ComponentType, createContext, useContext, useMemo } from 'react';
import type { ApiClient, CallOptions } from '../../client/index.ts';
import type { PageBundle } from '../../model/documents/index.ts';
import type { Scope } from '../../model/expression/index.ts';
import { weekdaysOnly } from '../../model/time/index.ts';
import type { ViewContext } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { type EngineUser, useEngine } from './engine-context.tsx';

/** The page being drawn: its documents, and calls made in its name. */
export type PageRuntime = {
  readonly name: string;
  readonly bundle: PageBundle;
  readonly context: ViewContext;
  /** Calls in the name of the page; the caller shows the refusal. */
  readonly call: <Data>(
    path: string,
    body: unknown,
    options?: Pick<CallOptions, 'idempotencyKey' | 'signal'>,
  ) => Promise<Data>;
  /** What the expressions of the page read. */
  readonly scope: (record?: WireRecord, form?: Readonly<Record<string, unknown>>) => Scope;
};

/** Holds the page for everything drawn on it. */
export const PageRuntimeContext = createContext<PageRuntime | undefined>(undefined);

type PageParams = Readonly<Record<string, string>>;

/** What draws a page by its name. */
export type PageDrawer = ComponentType<{
  readonly name: string;
  readonly params: PageParams;
  readonly onParams?: (params: PageParams) => void;
}>;

/** Draws another page inside this one; handed down, so that pages need not import what draws them. */
export const PageDrawerContext = createContext<PageDrawer | undefined>(undefined);

/** Whether the page stands inside another one, which has the heading. */
export const EmbeddedPageContext = createContext(false);

/** The page this component is drawn on. */
export function usePageRuntime(): PageRuntime {
  const runtime = useContext(PageRuntimeContext);
  if (runtime === undefined) throw new TypeError('usePageRuntime is only for components below SchemaPage');
  return runtime;
}

/** Makes the runtime of a page from its compiled bundle; what is drawn on no page of the product calls in the name of none. */
export function useNewPageRuntime(bundle: PageBundle, context: ViewContext, isPage = true): PageRuntime {
  const { client, user } = useEngine();
  return useMemo(() => {
    const { name } = bundle.page;
    return {
      name,
      bundle,
      context,
      call: callsOf(client, isPage ? name : undefined),
      scope: (record, form) => scopeOf(user, bundle, record, form),
    };
  }, [bundle, context, client, user, isPage]);
}

/** Calls in the name of a page, or of none. */
export function callsOf(client: ApiClient, page: string | undefined): PageRuntime['call'] {
  return (path, body, options) =>
    client.callAt(path, body, { ...options, ...(page === undefined ? {} : { page }), quiet: true });
}

function scopeOf(
  user: EngineUser,
  { page, calendar = weekdaysOnly }: PageBundle,
  record?: WireRecord,
  form?: Readonly<Record<string, unknown>>,
): Scope {
  return {
    user,
    page: { name: page.name },
    now: new Date().toISOString(),
    calendar,
    ...(record === undefined ? {} : { record }),
    ...(form === undefined ? {} : { form }),
  };
}
