import { sql } from 'kysely';
import type { Value } from '../../../contract/definition/schema.ts';
import type { savePreferences } from '../../../contract/saved-views.ts';
import type { ListPreferences } from '../../../engine/model/wire/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { listPageOf } from './list-page.ts';
import { viewsFor } from './read-views.ts';

/** Stands in a row for the list as the page has it. */
const standardKey = 'standard';
const entityName = 'list_preference';

type Row = { readonly viewKey: string; readonly layout: unknown; readonly defaultViewId: string | null };

/** What the caller made of a list for himself: the view it opens with, and how the columns stand in each. */
export async function preferencesOf(page: string, { caller, db }: CallContext): Promise<ListPreferences> {
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
export async function savePreference(
  body: Value<typeof savePreferences.input>,
  context: CallContext,
): Promise<ListPreferences> {
  const page = listPageOf(body.page, context);
  const { layout, defaultViewId } = body;
  const { viewId = null } = body;
  const wanted = defaultViewId ?? null;
  return mutate('list_preference.save', body, context, async (inside) => {
    // Two windows of one person write one after another.
    await inside.records.lock('staff', inside.caller.staffId);
    await refuseUnseen(page.name, [viewId, wanted], inside);
    if (layout !== undefined) await put(page.name, viewId ?? standardKey, { layout }, inside);
    if (defaultViewId !== undefined) await put(page.name, standardKey, { defaultViewId: wanted }, inside);
    return preferencesOf(page.name, inside);
  });
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
