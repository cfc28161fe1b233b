import type { PageBundle } from '../../engine/model/documents/index.ts';
import type { Scope } from '../../engine/model/expression/index.ts';
import { weekdaysOnly } from '../../engine/model/time/index.ts';
import { type ActionView, listView, panoramaView, viewContext } from '../../engine/model/view/index.ts';
import type { WireRecord } from '../../engine/model/wire/index.ts';
import type { TestApp } from './test-app.ts';

/** What a list or a panorama offers of a record, and how it reads it. */
export type ShownPage = {
  readonly name: string;
  /** The buttons of a row, or of the head. */
  readonly actions: readonly ActionView[];
  /** The forms that stand open in tabs. */
  readonly forms: readonly ActionView[];
  /** The buttons above the rows of tabs. */
  readonly tools: readonly ActionView[];
  readonly read: (id: string) => Promise<WireRecord | undefined>;
};

/** A page as somebody has it, compiled as his browser does; undefined where it is not his. */
export async function shownPage(
  { call }: Pick<TestApp, 'call'>,
  account: string,
  name: string,
): Promise<ShownPage | undefined> {
  const { code, data } = await call<PageBundle>(account, '/v1/sys/page/view', { name });
  if (code !== '0') return undefined;
  const { page } = data;
  const context = viewContext(data);
  const headers = { 'x-app-page': name };
  if (page.kind === 'list') {
    const view = listView(page, context);
    if (view === undefined) return undefined;
    const read = async (id: string) => {
      const body = { fields: view.fields, where: { field: 'id', op: 'eq', value: id }, size: 1, count: 'none' };
      return (await call<{ list?: readonly WireRecord[] }>(account, page.api.query, body, headers)).data.list?.[0];
    };
    return { name, actions: view.row, forms: [], tools: [], read };
  }
  const view = page.kind === 'panorama' ? panoramaView(page, context) : undefined;
  if (view === undefined || page.kind !== 'panorama') return undefined;
  const read = async (id: string) => {
    const answer = await call<WireRecord>(account, page.api.view, { id, fields: view.fields }, headers);
    return answer.code === '0' ? answer.data : undefined;
  };
  const forms = view.tabs.flatMap((tab) => (tab.kind === 'form' ? [tab.action] : []));
  const tools = view.tabs.flatMap((tab) => (tab.kind === 'rows' ? tab.toolbar : []));
  return { name, actions: view.actions, forms, tools, read };
}

/** What the conditions of buttons read, of a record as a page reads it for somebody; undefined where it is not there. */
export async function scopeOn({ name, read }: ShownPage, id: string, userId: unknown): Promise<Scope | undefined> {
  const record = await read(id);
  if (record === undefined) return undefined;
  return { user: { id: userId }, page: { name }, now: new Date().toISOString(), calendar: weekdaysOnly, record };
}

/** Those of some buttons that are shown and can be pressed. */
export function offeredIn(scope: Scope, actions: readonly ActionView[]): readonly ActionView[] {
  return actions.filter((action) => action.isPossible(scope) && action.isEnabled(scope));
}
