import { type RawBuilder, sql } from 'kysely';
import type { DocumentSet, EntitySchedule } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { evaluateWhole } from '../../../engine/model/expression/index.ts';
import { spanLength } from '../../../engine/model/time/index.ts';
import { inOwnTransaction } from '../../db/connection/savepoint.ts';
import { conditionSql, valueSql } from '../../db/expression/expression-sql.ts';
import { parsedText } from '../../db/expression/parsed-text.ts';
import { noteDone } from '../../db/jobs/schedule-store.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { JobContext } from '../../kernel/operation/job.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import type { Piece, Schedule, ScheduledRun } from '../../kernel/operation/schedule.ts';
import { enforceRules } from '../../records/change/enforce-rules.ts';
import { UnitOfWork } from '../../records/change/unit-of-work.ts';
import { applyInsert, numbersFor } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { every } from '../../records/plan/conditions.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { reachedValues } from '../../records/read/reached-values.ts';
import { lockAnyRow } from '../../records/read/view.ts';
import { ConstraintError } from '../../records/store/constraint-error.ts';
import { moveLocked } from '../transition/apply-system-transition.ts';

const usualBatch = 50;

/** The schedules that entities declare, by key. */
export function declaredSchedules(documents: DocumentSet, rules: RuleBook): readonly Schedule[] {
  return [...documents.entities.values()].flatMap((document) => {
    const entity = modelOf(documents, document.name);
    return (document.schedules ?? []).map((declared): Schedule => {
      const key = `${document.name}.${declared.key}`;
      const run = new EntityRun(key, entity, declared, rules);
      return {
        key,
        title: `${document.title}：${declared.title}`,
        entity: document.name,
        timing: declared.every === undefined ? { cron: declared.at ?? '' } : { every: spanLength(declared.every) },
        piece: (from, context) => run.piece(from, context),
      };
    });
  });
}

type Due = { readonly id: string; readonly occasion: string | null };

/** Does what an entity's schedule says to the rows it is due for, a batch at a time, in the order of their ids. */
class EntityRun {
  constructor(
    private readonly key: string,
    private readonly entity: EntityModel,
    private readonly schedule: EntitySchedule,
    private readonly rules: RuleBook,
  ) {}

  async piece(from: string | null, context: JobContext<ScheduledRun>): Promise<Piece> {
    const batch = this.schedule.batch ?? usualBatch;
    const rows = await this.#due(from, batch, context);
    const step = { ...context, step: {} };
    let done = 0;
    for (const row of rows) if (await this.#do(row, step)) done += 1;
    return { done, next: rows.length < batch ? null : (rows.at(-1)?.id ?? null) };
  }

  /** Rows that are due, held for this transaction; one that somebody changes just now waits for the next run. */
  async #due(from: string | null, batch: number, context: JobContext<ScheduledRun>): Promise<readonly Due[]> {
    const plan = new SelectPlan(context, this.entity);
    const column = (path: readonly string[]) => plan.fact(path.join('.'));
    const scope = { now: context.input.now, calendar: context.calendar };
    const where = conditionSql(parsedText(this.schedule.where), { column, scope });
    const occasion = this.#occasion(column, scope);
    const isNew =
      occasion === undefined
        ? sql`true`
        : sql`not exists (select 1 from schedule_done as over where over.schedule = ${this.key}
            and over.record_id = ${plan.own('id')} and over.occasion = coalesce(${occasion}, ''))`;
    const after = from === null ? sql`true` : sql`${plan.own('id')} > ${from}::uuid`;
    const { rows } = await sql<Due>`select ${plan.own('id')} as id, ${occasion ?? sql`null`} as occasion ${plan.from()}
      where ${every([plan.live(), after, where, isNew])} order by ${plan.own('id')} limit ${batch}
      for no key update of ${sql.ref(plan.alias)} skip locked`.execute(context.db);
    return rows;
  }

  /** The text that tells occasions apart; undefined where a row may be done at every run. */
  #occasion(
    column: Parameters<typeof valueSql>[1]['column'],
    scope: Parameters<typeof valueSql>[1]['scope'] & {},
  ): RawBuilder<unknown> | undefined {
    const { once, create } = this.schedule;
    if (once !== undefined) return sql`${valueSql(parsedText(once), { column, scope })}::text`;
    return create === undefined ? undefined : sql`''`;
  }

  /** Does one row, wholly or not at all; what its states, guard or rules refuse is left as it is. */
  async #do(due: Due, context: JobContext<ScheduledRun>): Promise<boolean> {
    try {
      return await inOwnTransaction(context.db, async (db) => {
        const inside = { ...context, db };
        const own = { ...inside, records: new UnitOfWork(inside, context.records.author) };
        const isOnce = this.schedule.once !== undefined || this.schedule.create !== undefined;
        if (isOnce && !(await noteDone(db, this.key, due.id, due.occasion ?? ''))) return false;
        const row = await lockAnyRow(this.entity, due.id, own);
        if (row === undefined) return false;
        const record = own.records.toRecord(this.entity, row);
        if (this.schedule.create === undefined) await this.#move(record, own);
        else await this.#create(this.schedule.create, record, own);
        await enforceRules(own);
        return true;
      });
    } catch (error) {
      if (error instanceof AppError || error instanceof ConstraintError) return false;
      throw error;
    }
  }

  async #move(record: StoredRecord, context: RuleContext): Promise<void> {
    const { entity, rules } = this;
    const input = await this.#values(this.schedule.input, record, context);
    await moveLocked(entity, record, { key: this.schedule.transition ?? '', input, rules }, context);
  }

  async #create(name: string, record: StoredRecord, context: RuleContext): Promise<void> {
    const entity = modelOf(context.documents, name);
    const values = await this.#values(this.schedule.values, record, context);
    const { id, stored } = await applyInsert(entity, values, await numbersFor(entity, context), context, this.rules);
    await this.rules.get(name)?.afterCreate?.(id, stored, context);
    await logChange({ entity, id, action: 'create', title: this.schedule.title, after: stored }, context);
  }

  async #values(
    sources: Readonly<Record<string, string>> | undefined,
    record: StoredRecord,
    context: RuleContext,
  ): Promise<Values> {
    const expressions = Object.entries(sources ?? {}).map(([key, source]) => [key, parsedText(source)] as const);
    const related = await reachedValues(this.entity, record.id, Object.values(sources ?? {}), context);
    const scope = { record: { ...record, ...related }, now: context.now, calendar: context.calendar };
    return Object.fromEntries(expressions.map(([key, expression]) => [key, evaluateWhole(expression, scope)]));
  }
}
