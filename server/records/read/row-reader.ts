import { type RawBuilder, sql } from 'kysely';
import { isGranted, isShown } from '../../../engine/model/access/index.ts';
import { KeyedCache } from '../../../engine/model/cache/index.ts';
import {
  type FieldMask,
  fieldMask,
  type MaskKind,
  type MaskMode,
  maskValue,
} from '../../../engine/model/documents/index.ts';
import { isForbiddenName, relationName } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { undialledKey, unrevealedKey, type WireRecord } from '../../../engine/model/wire/index.ts';
import { type Caller, maskModeOf, mayReveal } from '../../kernel/caller/caller.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { textOfHtml } from '../../kernel/text/html-text.ts';
import { queryText } from '../../texts/records/query-text.ts';
import { every, some } from '../plan/conditions.ts';
import type { PlannedColumn } from '../plan/derived-columns.ts';
import { expectedPath } from '../plan/query-cost.ts';
import { hiddenRowPolicy, projectRowPolicy, reservedRowPolicy, staffRowPolicy } from '../plan/row-policy-conditions.ts';
import { chipPath, labelPath, SelectPlan } from '../plan/select-plan.ts';
import { namedRowPolicy } from '../policy/row-policy.ts';
import { putAt, putBeside } from './put-at.ts';

const maxFields = 200;

type Wanted = {
  readonly path: readonly string[];
  readonly column: PlannedColumn;
  /** The mask that lies on it. */
  readonly mask: FieldMask | undefined;
  /** Whether the row keeps it masked, where the caller would see it in clear or have it revealed. */
  readonly masked: RawBuilder<unknown> | undefined;
  /** Which of the reasons not to call it holds in the row, where it is a number. */
  readonly undialled: RawBuilder<unknown> | undefined;
  /** Under which names the result row tells the value and the two above. */
  readonly told: { readonly value: string; readonly masked: string; readonly undialled: string };
};

/** Records that a field names, under the alias `m`, and the named scopes in which they are told as well. */
type NamedRows = { readonly many: SelectPlan; readonly scopes: readonly RawBuilder<unknown>[] };
/** The same by the field and what it names. */
type Widened = ReadonlyMap<string, NamedRows>;

const widenedKey = (path: string, entity: string) => `${path} ${entity}`;

/** How masked columns are shown. */
type ModeOf = (column: PlannedColumn, mask: FieldMask) => MaskMode;

/** How values are shown: masked ones as the caller sees them and texts whole, where nothing else is said. */
type Showing = {
  readonly modeOf?: ModeOf;
  /** Whether formatted texts are told by their first words. */
  readonly isBrief?: boolean;
};

/** Knows which columns a caller asked for, and turns result rows into records with masks put on. */
export class RowReader {
  readonly #wanted: readonly Wanted[];
  readonly modeOf: ModeOf;
  readonly #isBrief: boolean;
  readonly #labels: readonly {
    readonly path: readonly string[];
    readonly label: RawBuilder<unknown>;
    readonly told: string;
  }[];

  constructor(
    readonly plan: SelectPlan,
    readonly context: CallContext,
    fields: unknown,
    { modeOf = (_, mask) => maskModeOf(context.caller, mask), isBrief = false }: Showing = {},
    readonly widened: Widened = new Map(),
  ) {
    this.modeOf = modeOf;
    this.#isBrief = isBrief;
    const wanted = this.#wantedOf(checkedPaths(fields, plan));
    this.#wanted = wanted;
    const labels = wanted.flatMap(({ path, column }) => {
      const label = this.#labelsOf(path, column);
      return label === undefined ? [] : [{ path: [...path.slice(0, -1), relationName(column.field.key)], label }];
    });
    this.#labels = labels.map((each, at) => ({ ...each, told: `m${at}` }));
  }

  /** What is read for paths that were asked for, and for what their records are called and marked with. */
  #wantedOf(paths: readonly string[]): readonly Wanted[] {
    const { plan, context } = this;
    const wanted: Wanted[] = [];
    for (const path of withLabels(paths, plan, context)) {
      const column = plan.reached(path);
      if (column === undefined) continue;
      if (column.field.type === 'refs' || column.field.refBy !== undefined) plan.cost.add('labels');
      plan.cost.refuseAbove(placeOf(path, paths));
      const mask = fieldMask(column.field);
      const isAsked = mask !== undefined && this.#isEverClear(column, mask);
      const masked = isAsked ? column.masked?.() : undefined;
      const at = wanted.length;
      const told = { value: `c${at}`, masked: `k${at}`, undialled: `u${at}` };
      wanted.push({ path: path.split('.'), column, mask, masked, undialled: column.undialled?.(), told });
    }
    return wanted;
  }

  /** A reader that also tells what lies in the named scopes which fields of several kinds add. */
  static async of(plan: SelectPlan, context: CallContext, fields: unknown, showing?: Showing): Promise<RowReader> {
    const widened = new Map<string, NamedRows>();
    for (const path of checkedPaths(fields, plan)) {
      const { entities = {}, scopes = [] } = plan.column(path)?.field.refBy ?? {};
      if (scopes.length === 0) continue;
      for (const entity of Object.values(entities)) {
        const many = new SelectPlan(context, modelOf(context.documents, entity), 'm');
        widened.set(widenedKey(path, entity), { many, scopes: await namedRowPolicy(scopes, many, context) });
      }
    }
    return new RowReader(plan, context, fields, showing, widened);
  }

  /** Labels that no join brings: of many records, or of one of several kinds. */
  #labelsOf(path: readonly string[], { field, sql: named }: PlannedColumn): RawBuilder<unknown> | undefined {
    if (field.type === 'refs' && field.ref !== undefined) {
      const { told, name, rows } = this.#named(this.#rowsOf(field.ref), sql`m.id = any(${named})`);
      return sql`(select coalesce(json_agg(${told} order by ${name}), '[]') ${rows})`;
    }
    if (field.refBy === undefined) return undefined;
    const kind = this.plan.column([...path.slice(0, -1), field.refBy.field].join('.'));
    if (kind === undefined) return undefined;
    const cases = Object.entries(field.refBy.entities).map(([value, entity]) => {
      const records = this.widened.get(widenedKey(path.join('.'), entity)) ?? this.#rowsOf(entity);
      const { told, rows } = this.#named(records, sql`m.id = ${named}`);
      return sql`when ${value} then (select ${told} ${rows})`;
    });
    return sql`(case ${kind.sql} ${sql.join(cases, sql` `)} end)`;
  }

  #rowsOf(entity: string): NamedRows {
    return { many: new SelectPlan(this.context, modelOf(this.context.documents, entity), 'm'), scopes: [] };
  }

  /** Records that a field names, as far as the caller reaches, and what they are called unless they hide it. */
  #named({ many, scopes }: NamedRows, isMeant: RawBuilder<unknown>) {
    const { label: key, chip } = many.entity.document;
    const shown = many.reached(key);
    const name = shown === undefined || shown.field.mask !== undefined ? sql`null` : shown.sql;
    const colour = chip === undefined ? undefined : many.reached(chip)?.sql;
    const chips = chip === undefined || colour === undefined ? sql`` : sql`, ${sql.lit(chip)}, ${colour}`;
    const told = sql`json_build_object('id', m.id, ${sql.lit(key)}, ${name}${chips})`;
    const { document } = many.entity;
    const fact = (path: string) => many.fact(path);
    const own = staffRowPolicy(document, this.context.caller, fact);
    const within = [
      own === undefined ? undefined : some([own, ...scopes]),
      projectRowPolicy(document, this.context.caller, fact),
      hiddenRowPolicy(document, this.context.caller, fact),
      reservedRowPolicy(document, this.context.caller, fact),
    ];
    const conditions = within.filter((condition) => condition !== undefined);
    return { told, name, rows: sql`${many.from()} where ${every([isMeant, ...conditions])}` };
  }

  /** The select list: `id`, `version` and one column per wanted path. */
  columns(): RawBuilder<unknown> {
    const version = this.plan.entity.document.appendOnly === true ? sql`1` : this.plan.own('version');
    return sql.join([
      sql`${this.plan.own('id')} as "id"`,
      sql`${version} as "version"`,
      ...this.#wanted.map(({ column, told }) => {
        const value = this.#isCut(column) ? sql`left(${column.sql}, ${sql.lit(maxRead)})` : column.sql;
        return sql`${value} as ${sql.ref(told.value)}`;
      }),
      ...this.#wanted.flatMap(({ masked, told }) =>
        masked === undefined ? [] : [sql`${masked} as ${sql.ref(told.masked)}`],
      ),
      ...this.#wanted.flatMap(({ undialled, told }) =>
        undialled === undefined ? [] : [sql`${undialled} as ${sql.ref(told.undialled)}`],
      ),
      ...this.#labels.map(({ label, told }) => sql`${label} as ${sql.ref(told)}`),
    ]);
  }

  /** A result row as the caller may see it. */
  record(row: Readonly<Record<string, unknown>>): WireRecord {
    const record: Record<string, unknown> = {};
    for (const wanted of this.#wanted) this.#tell(record, wanted, row);
    for (const { path, told } of this.#labels) putBeside(record, path, row[told]);
    return Object.assign(record, { id: String(row.id), version: Number(row.version) });
  }

  #tell(record: Record<string, unknown>, wanted: Wanted, row: Readonly<Record<string, unknown>>): void {
    const { path, told, column } = wanted;
    const isMasked = wanted.masked !== undefined && row[told.masked] === true;
    const value = this.#value(wanted, row[told.value], isMasked);
    putAt(record, path, value);
    if (value === null) return;
    if (isMasked) putAt(record, besidePath(unrevealedKey, path), messageOf(wanted));
    if (wanted.undialled === undefined) return;
    const why = column.field.undialled?.[Number(row[told.undialled] ?? -1)];
    if (why !== undefined) putAt(record, besidePath(undialledKey, path), why.message);
  }

  /** Whether the caller would see it in clear, or may have it revealed, were it not for what its row says. */
  #isEverClear(column: PlannedColumn, mask: FieldMask): boolean {
    const mode = this.modeOf(column, mask);
    return mode === 'plain' || (mode === 'mask' && isRevealable(column, mask, this.context.caller));
  }

  #isCut({ field }: PlannedColumn): boolean {
    return this.#isBrief && field.type === 'html' && field.mask === undefined;
  }

  #value({ column, mask }: Wanted, stored: unknown, isMasked: boolean): unknown {
    if (typeof stored === 'string' && this.#isCut(column)) return firstWords(stored);
    if (mask === undefined || typeof stored !== 'string') return stored ?? null;
    const mode = this.modeOf(column, mask);
    if (mode === 'hidden') return null;
    const { protection } = this.context;
    return mode === 'plain' && !isMasked ? protection.decrypt(stored) : shownMasked(mask.mask, stored, protection);
  }
}

/** Of a formatted text that is told by its first words, so much is read, and so much is told. */
const [maxRead, maxTold] = [4000, 60];

function firstWords(html: string): string {
  const letters = [...textOfHtml(html)];
  return letters.length > maxTold ? `${letters.slice(0, maxTold).join('')}…` : letters.join('');
}

function isRevealable({ entity: { document } }: PlannedColumn, mask: FieldMask, caller: Caller): boolean {
  const isOpen = document.operations.includes('reveal') && isGranted(caller.grants, `${document.name}:reveal`);
  return isOpen && mayReveal(caller, mask);
}

/** Where a record says something of one of its values, such as why it is not revealed: beside it. */
function besidePath(key: string, path: readonly string[]): readonly string[] {
  return [...path.slice(0, -1), key, ...path.slice(-1)];
}

function messageOf({ column }: Wanted): string {
  return column.entity.document.access?.masks?.message ?? '';
}

const masked = new KeyedCache<string>({ max: 20_000 });

/** A stored value as it is shown masked. Lists show the same rows again and again: only what is shown is kept. */
function shownMasked(mask: MaskKind, stored: string, protection: CallContext['protection']): string {
  return masked.of(`${mask} ${stored}`, () => maskValue(mask, protection.decrypt(stored)));
}

/** The paths with those of what their records are called and marked with. */
function withLabels(paths: readonly string[], plan: SelectPlan, context: CallContext): ReadonlySet<string> {
  const all = new Set(paths);
  for (const path of paths) {
    const field = plan.entity.fields.get(path);
    const beside = field === undefined ? [] : [labelPath(field, context), chipPath(field, context)];
    for (const one of beside) if (one !== undefined) all.add(one);
  }
  return all;
}

/** Where a path stands in a request; a label that comes along stands nowhere. */
function placeOf(path: string, paths: readonly string[]): string {
  const index = paths.indexOf(path);
  return index === -1 ? '/fields' : `/fields/${index}`;
}

function checkedPaths(fields: unknown, plan: SelectPlan): readonly string[] {
  if (fields === undefined || fields === null) {
    const { document } = plan.entity;
    return document.fields
      .filter((field) => field.secret !== true)
      .map((field) => field.key)
      .concat('createdAt')
      .filter((key) => isShown(document, key, plan.context.caller.grants));
  }
  const list: readonly unknown[] = Array.isArray(fields) ? fields : [];
  if (!Array.isArray(fields) || list.length > maxFields)
    throw wrongInput(
      '/fields',
      queryText('query.field'),
      queryText('query.mostFields', { maxFields }),
      JSON.stringify(fields),
    );
  return list.map((path, index) => {
    const column = typeof path === 'string' && !isForbiddenName(path) ? plan.reached(path) : undefined;
    if (typeof path !== 'string' || column === undefined || column.field.secret === true)
      throw wrongInput(
        `/fields/${index}`,
        queryText('query.field'),
        expectedPath(formatMessage(queryText('query.fieldOf', { entity: plan.entity.document })), path),
        path,
      );
    plan.cost.refuseAbove(`/fields/${index}`);
    return path;
  });
}
