import type { ListPreferences, SavedViews, ViewShare, ViewState } from '../../../model/wire/index.ts';
import { newIdempotencyKey } from '../../calls/action-call.ts';
import type { PageRuntime } from '../../host/page-runtime.ts';
import type { KnownViews } from '../state/known-views.ts';

/** What a view is saved with. */
export type ViewContent = {
  readonly name: string;
  readonly share: ViewShare;
  readonly state: ViewState;
  readonly layout: unknown;
};

type Call = PageRuntime['call'];
type Changed = { readonly id: string; readonly version: number };

/** Everything about the views of a page, asked for at once. */
export async function askViews(call: Call, page: string, signal: AbortSignal): Promise<KnownViews> {
  const [views, preferences] = await Promise.all([
    call<SavedViews>('/v1/saved/view/query', { page }, { signal }),
    call<ListPreferences>('/v1/list/preference/query', { page }, { signal }),
  ]);
  return { ...views, ...preferences };
}

/** The changes a user can make to views, each with a key of its own: sent twice it is done once. */
export function viewCalls(call: Call, page: string) {
  const send = <Data>(path: string, body: object) => call<Data>(path, body, { idempotencyKey: newIdempotencyKey() });
  return {
    create: (content: ViewContent) => send<Changed>('/v1/saved/view/create', { page, ...content }),
    modify: (id: string, version: number, changes: Partial<ViewContent>) =>
      send<Changed>('/v1/saved/view/modify', { id, version, ...changes }),
    remove: (id: string) => send('/v1/saved/view/delete', { id }),
    restore: (id: string) => send('/v1/saved/view/restore', { id }),
    /** Nobody waits for it, and nothing is lost without it. */
    noteUse: (id: string) => send('/v1/saved/view/use', { id }).catch(() => undefined),
    keepLayout: (viewId: string | null, layout: unknown) =>
      send<ListPreferences>('/v1/list/preference/save', { page, viewId, layout }),
    keepDefault: (defaultViewId: string | null) =>
      send<ListPreferences>('/v1/list/preference/save', { page, defaultViewId }),
  };
}

export type ViewCalls = ReturnType<typeof viewCalls>;
