import type pg from 'pg';
import { codeOf, messageOf } from '../../kernel/errors/start-error.ts';
import { quote, quoteText } from '../spec/names.ts';
import type { TableSpec } from '../spec/table-spec.ts';

/** Bytes of a table that is written anew well within a second or two. */
const large = 64_000_000;

/**
 * What has to be done to the tables, found out by reading alone: the statements, what the rows do not allow, and what
 * nodes that still serve older documents do not allow. Nothing is run before all of it is known.
 */
export class Changes {
  /** Would lose data: the start is refused, with the migration to write. */
  readonly refusals: string[] = [];
  /** Cannot be done while older nodes serve, and cannot be done without: the start is refused until they are gone. */
  readonly blocked: string[] = [];
  /** Can be done without for now; a later start does it, once no older node serves. */
  readonly postponed: string[] = [];
  readonly statements: string[] = [];

  constructor(
    private readonly client: pg.ClientBase,
    /** Whether nodes with other documents serve from this database just now. */
    readonly isShared: () => Promise<boolean>,
    /** Columns that may go with what they hold, and those that stay whatever the documents say, as `table.column`. */
    private readonly columns: { readonly dropped?: ReadonlySet<string>; readonly kept?: ReadonlySet<string> } = {},
  ) {}

  /** Whether a migration of the documents says that a column goes, whatever it holds. */
  mayDrop(spec: TableSpec, column: string): boolean {
    return this.columns.dropped?.has(`${spec.name}.${column}`) === true;
  }

  /** Whether a column stays although the documents do not have it: that of a field made in the app, which is retired. */
  isKept(spec: TableSpec, column: string): boolean {
    return this.columns.kept?.has(`${spec.name}.${column}`) === true;
  }

  run(statement: string): void {
    this.statements.push(statement);
  }

  async holds(query: string): Promise<boolean> {
    const { rows } = await this.client.query<{ found: boolean }>(`select exists(${query}) as found`);
    return rows[0]?.found === true;
  }

  hasRows(table: string): Promise<boolean> {
    return this.holds(`select 1 from ${quote(table)}`);
  }

  /** Whether a column of some rows (SQL that may stand after `from`) holds anything. */
  hasValues(rows: string, column: string): Promise<boolean> {
    return this.holds(`select 1 from ${rows} where ${quote(column)} is not null`);
  }

  /** What the database says against a constraint over some rows, tried out on a copy of them; undefined when it agrees. */
  async complaintOf(rows: string, constraint: string): Promise<string | undefined> {
    await this.client.query('savepoint trial');
    try {
      await this.client.query(`create temporary table trial on commit drop as select * from ${rows}`);
      await this.client.query(`alter table trial add ${constraint}`);
      return undefined;
    } catch (error) {
      // Broken by rows: uniqueness, exclusion, a span that ends before it begins.
      if (!['23505', '23P01', '22000'].includes(codeOf(error) ?? '')) throw error;
      return messageOf(error);
    } finally {
      await this.client.query('rollback to savepoint trial');
    }
  }

  refuse(spec: TableSpec, why: string, migration: readonly string[]): void {
    this.refusals.push([`${spec.label}：${why}。需编写迁移：`, ...migration.map((line) => `    ${line}`)].join('\n'));
  }

  /** Runs a statement unless older nodes serve; then it is left for later. Answers whether it runs. */
  async runAlone(spec: TableSpec, what: string, statement: string): Promise<boolean> {
    if (await this.isShared()) {
      this.postponed.push(`${spec.label}：${what}`);
      return false;
    }
    this.run(statement);
    return true;
  }

  /** Whether older nodes serve from a table that takes long to write anew, which then stop the start. */
  async isRewriteBlocked(spec: TableSpec, what: string): Promise<boolean> {
    const isLarge = await this.holds(
      `select 1 where pg_table_size(to_regclass(${quoteText(quote(spec.name))})) > ${large}`,
    );
    return isLarge && (await this.isBlocked(spec, `${what}（须重写整表）`));
  }

  /** Whether older nodes serve, which then stop the start. */
  async isBlocked(spec: TableSpec, what: string): Promise<boolean> {
    if (!(await this.isShared())) return false;
    this.blocked.push(`${spec.label}：${what}`);
    return true;
  }
}
