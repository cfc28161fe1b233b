import { sql } from 'kysely';
import { isId } from '../../../engine/model/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { checkLayout } from './change-views.ts';
import { refuseFaults } from './check-shape.ts';
import { listPageOf } from './list-page.ts';
import { viewsFor } from './read-views.ts';

/** Stands in a row for the list as the page has it. */
const standardKey = 'standard';
const entityName = 'list_preference';

export type PreferencesAnswer = {
  readonly defaultViewId: string | null;
  readonly layouts: readonly { readonly viewId: string | null; readonly layout: unknown }[];
};

type Row = { readonly viewKey: string; readonly layout: unknown; readonly defaultViewId: string | null };

/** What the caller made of a list for himself: the view it opens with, and how the columns stand in each. */
export async function preferencesOf(page: string, { caller, db }: CallContext): Promise<PreferencesAnswer> {
  const { rows } = await sql<Row>`
    select view_key as "viewKey", layout, default_view_id as "defaultViewId" from list_preference
    where deleted_at is null and staff_id = ${caller.staffId} and page = ${page}
    order by view_key limit 1000`.execute(db);
  return {
    defaultViewId: rows.find((row) => row.viewKey === standardKey)?.defaultViewId ?? null,
    layouts: rows.flatMap(({ viewKey, layout }) =>
      layout === null ? [] : [{ viewId: viewKey === standardKey ? null : viewKey, layout }],
    ),
  };
}

/** Keeps how the columns of a view stand for the caller (`layout`; null: as the view has them), and which one opens first. */
export async function savePreference(body: Values, context: CallContext): Promise<PreferencesAnswer> {
  const page = listPageOf(body.page, context);
  const { layout, defaultViewId } = body;
  refuseFaults(layout === undefined || layout === null ? [] : checkLayout(layout));
  const viewId = viewIdOf(body.viewId, '/viewId');
  const wanted = viewIdOf(defaultViewId, '/defaultViewId');
  return mutate('list_preference.save', body, context, async (inside) => {
    // Two windows of one person write one after another.
    await inside.records.lock('staff', inside.caller.staffId);
    await refuseUnseen(page.name, [viewId, wanted], inside);
    if (layout !== undefined) await put(page.name, viewId ?? standardKey, { layout }, inside);
    if (defaultViewId !== undefined) await put(page.name, standardKey, { defaultViewId: wanted }, inside);
    return preferencesOf(page.name, inside);
  });
}

function viewIdOf(given: unknown, at: string): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'string' && isId(given)) return given;
  throw refuse(
    'E_INPUT_INVALID',
    {},
    { faults: [{ code: 'E_INPUT_TYPE', pointer: at, title: '视图', expected: '编号', got: typeof given }] },
  );
}

/** A view the caller cannot see is to him not there. */
async function refuseUnseen(page: string, ids: readonly (string | null)[], context: RuleContext): Promise<void> {
  const named = ids.filter((id) => id !== null);
  if (named.length === 0) return;
  const seen = new Set((await viewsFor(page, context)).map(({ id }) => id));
  if (!named.every((id) => seen.has(id))) throw refuse('E_NOT_FOUND');
}

async function put(page: string, viewKey: string, values: Values, { records, caller }: RuleContext): Promise<void> {
  const place = { staffId: caller.staffId, page, viewKey };
  const known = await records.findOne(entityName, place);
  if (known === undefined) await records.insert(entityName, { ...place, ...values });
  else await records.update(entityName, known.id, values);
}
