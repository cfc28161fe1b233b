import { v4 as uuid } from 'uuid';
import { ApiRefusal } from '../../client/index.ts';
import type { ActionView } from '../../model/view/index.ts';
import type { BulkAnswer, BulkStarted, OnceFact, PreviewAnswer, Where, WireRecord } from '../../model/wire/index.ts';
import type { PageRuntime } from '../host/page-runtime.ts';

type Values = Readonly<Record<string, unknown>>;

/** What an action is used on: nothing, one record, the selected ones, or all that a filter finds. */
export type ActionTarget =
  | { readonly kind: 'none' }
  | { readonly kind: 'record'; readonly record: WireRecord }
  | { readonly kind: 'rows'; readonly records: readonly WireRecord[] }
  | { readonly kind: 'matching'; readonly rows: MatchingSelection };

/** All rows that a filter finds, as they were last counted. */
export type MatchingSelection = {
  readonly matching: { readonly where: Where | undefined; readonly count: number } | undefined;
  /** The server counted others: this many are meant from now on. */
  readonly recount: (count: number) => void;
  /** The work on them has begun in the background. */
  readonly started: (started: BulkStarted) => void;
};

/** One use of an action. */
export type ActionUse = {
  readonly action: ActionView;
  readonly target: ActionTarget;
  /** What the form of a new record starts with, for example the hour it was made at in a calendar. */
  readonly begins?: Values;
  /** The fields this use changes by itself, as they were and as they become: it can be taken back. */
  readonly changed?: { readonly was: Values; readonly now: Values };
  /** The call goes on its way: what it brings, where that is looked at first, was agreed to. */
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

/** What a call of an action came to: a result per row, or the id of the record it made or was about and what it tells. */
export type ActionAnswer = {
  readonly rows?: BulkAnswer;
  readonly id?: string;
  /** The version the record has now. */
  readonly version?: number;
  /** Whether it was only asked for: another person has to confirm it. */
  readonly isWaiting?: true;
  /** What is told this once, for example a password just made. */
  readonly once?: readonly OnceFact[];
};

/** Of several records neither one id nor a version is known, nor what they held before. */
function ofMany({ change }: ActionView, { id: _, version: __, was: ___, ...values }: Values): Values {
  return change === undefined ? values : { [change]: values };
}

/** Calls the operation of an action with the values of its form; several rows answer one result each. */
export async function callAction(
  action: ActionView,
  target: ActionTarget,
  values: Values,
  page: PageRuntime,
  idempotencyKey: string,
): Promise<ActionAnswer> {
  const { api } = action;
  if (api === undefined) return {};
  if (target.kind === 'matching') {
    await startMatching(api, target.rows, ofMany(action, values), page, idempotencyKey);
    return {};
  }
  if (target.kind !== 'rows') {
    const answer = await page.call<unknown>(api, bodyFor(action, target, values, page), { idempotencyKey });
    const id = idIn(answer) ?? (target.kind === 'record' ? target.record.id : undefined);
    return { ...(id === undefined ? {} : { id }), ...versionIn(answer), ...waitingIn(answer), ...onceIn(answer) };
  }
  if (action.bulk) {
    const ids = target.records.map((record) => record.id);
    const rows = await inParts(
      ids,
      (part, key) => page.call<BulkAnswer>(api, { ids: part, ...ofMany(action, values) }, { idempotencyKey: key }),
      idempotencyKey,
    );
    return { rows };
  }
  return { rows: await oneByOne(action, target.records, values, page, idempotencyKey) };
}

/** Asks what an action of a record would bring with it; nothing is changed. */
export async function callPreview(
  action: ActionView,
  target: ActionTarget,
  values: Values,
  page: PageRuntime,
): Promise<PreviewAnswer> {
  const body = { ...bodyFor(action, target, values, page), preview: true };
  const { preview } = await page.call<{ readonly preview: PreviewAnswer }>(action.api ?? '', body, {
    idempotencyKey: newIdempotencyKey(),
  });
  return preview;
}

function idIn(answer: unknown): string | undefined {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

function versionIn(answer: unknown): Pick<ActionAnswer, 'version'> {
  const version = typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : undefined;
  return typeof version === 'number' ? { version } : {};
}

function waitingIn(answer: unknown): Pick<ActionAnswer, 'isWaiting'> {
  const asked = typeof answer === 'object' && answer !== null && 'asked' in answer ? answer.asked : undefined;
  return typeof asked === 'object' && asked !== null ? { isWaiting: true } : {};
}

/** What an answer tells once, in the answer of a call; nothing where it tells nothing. */
function onceIn(answer: unknown): Pick<ActionAnswer, 'once'> {
  const once: unknown = typeof answer === 'object' && answer !== null && 'once' in answer ? answer.once : undefined;
  const facts = Array.isArray(once) ? once.filter(isOnceFact) : [];
  return facts.length === 0 ? {} : { once: facts };
}

function isOnceFact(fact: unknown): fact is OnceFact {
  return (
    typeof fact === 'object' &&
    fact !== null &&
    'title' in fact &&
    typeof fact.title === 'string' &&
    'value' in fact &&
    typeof fact.value === 'string'
  );
}

/** Starts the work on all that match; when they are not as many as was said, nothing starts and the new number counts. */
async function startMatching(
  api: string,
  rows: MatchingSelection,
  values: Values,
  page: PageRuntime,
  idempotencyKey: string,
): Promise<void> {
  const { where, count } = rows.matching ?? { where: undefined, count: 0 };
  const matching = { count, ...(where === undefined ? {} : { where }) };
  try {
    rows.started(await page.call<BulkStarted>(api, { matching, ...values }, { idempotencyKey }));
  } catch (error) {
    if (error instanceof ApiRefusal && error.detail.count !== undefined) rows.recount(error.detail.count);
    throw error;
  }
}

/** As many rows as one call may name. */
const maxPerCall = 500;

/** Does rows in as many calls as it takes; once one has gone through, those of a later one that does not are its failures. */
async function inParts(
  ids: readonly string[],
  call: (part: readonly string[], key: string) => Promise<BulkAnswer>,
  key: string,
): Promise<BulkAnswer> {
  const results: BulkAnswer['results'][number][] = [];
  let undo: string | undefined;
  for (let from = 0; from < ids.length; from += maxPerCall) {
    const part = ids.slice(from, from + maxPerCall);
    try {
      const answer = await call(part, from === 0 ? key : `${key}-${from}`);
      results.push(...answer.results);
      undo = answer.undo;
    } catch (error) {
      if (from === 0 || !(error instanceof ApiRefusal) || error.endsSession) throw error;
      const { message, detail } = error;
      results.push(...part.map((id) => ({ id, ok: false, code: detail.code, message })));
    }
  }
  // What took several calls is not taken back by one.
  return { ...answerOf(results), ...(undo === undefined || ids.length > maxPerCall ? {} : { undo }) };
}

function answerOf(results: BulkAnswer['results']): BulkAnswer {
  const done = results.filter((result) => result.ok).length;
  return { done, failed: results.length - done, results };
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
  return answerOf(results);
}
