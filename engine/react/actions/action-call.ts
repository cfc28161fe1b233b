import { v4 as uuid } from 'uuid';
import { ApiRefusal } from '../../client/index.ts';
import type { ActionView, BulkAnswer, WireRecord } from '../../model/index.ts';
import type { PageRuntime } from '../page/page-runtime.ts';

/** What an action is used on: nothing, one record, or the selected ones. */
export type ActionTarget =
  | { readonly kind: 'none' }
  | { readonly kind: 'record'; readonly record: WireRecord }
  | { readonly kind: 'rows'; readonly records: readonly WireRecord[] };

/** One use of an action. */
export type ActionUse = {
  readonly action: ActionView;
  readonly target: ActionTarget;
  /** The call is on its way. */
  readonly onStart?: () => void;
  /** What it changed is asked for again; also after a refusal that says that the screen is out of date. */
  readonly onDone?: () => void;
  /** The call was refused, in the words of the refusal. */
  readonly onRefused?: (reason: string) => void;
};

/** A key for one intention: repeated after a lost answer it does nothing twice. */
export function newIdempotencyKey(): string {
  return uuid();
}

type Values = Readonly<Record<string, unknown>>;

/** Calls the operation of an action with the values of its form; several rows answer one result each. */
export async function callAction(
  action: ActionView,
  target: ActionTarget,
  values: Values,
  page: PageRuntime,
  idempotencyKey: string,
): Promise<BulkAnswer | undefined> {
  const { api } = action;
  if (api === undefined) return undefined;
  if (target.kind !== 'rows') {
    await page.call(api, bodyFor(action, target, values, page), { idempotencyKey });
    return undefined;
  }
  const ids = target.records.map((record) => record.id);
  if (action.bulk) return page.call<BulkAnswer>(api, { ids, ...values }, { idempotencyKey });
  return oneByOne(action, target.records, values, page, idempotencyKey);
}

function bodyFor(action: ActionView, target: ActionTarget, values: Values, page: PageRuntime): Values {
  const record = target.kind === 'record' ? target.record : undefined;
  const fixed = action.valuesFor(page.scope(record, values));
  const kind = action.operation?.kind;
  // A record is created from values alone; everything else is about the record it is used on.
  if (record === undefined || kind === 'create' || kind === 'modify') return { ...values, ...fixed };
  return { id: record.id, ...values, ...fixed };
}

async function oneByOne(
  action: ActionView,
  records: readonly WireRecord[],
  values: Values,
  page: PageRuntime,
  idempotencyKey: string,
): Promise<BulkAnswer> {
  const results: BulkAnswer['results'][number][] = [];
  for (const record of records) {
    try {
      const body = bodyFor(action, { kind: 'record', record }, values, page);
      await page.call(action.api ?? '', body, { idempotencyKey: `${idempotencyKey}-${record.id}` });
      results.push({ id: record.id, ok: true });
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.endsSession) throw error;
      results.push({ id: record.id, ok: false, code: error.detail.code, message: error.message });
    }
  }
  const done = results.filter((result) => result.ok).length;
  return { done, failed: results.length - done, results };
}
