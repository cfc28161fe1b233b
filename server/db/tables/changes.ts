import type pg from 'pg';
import { codeOf, messageOf } from '../../start-error.ts';
import { quote } from './names.ts';
import type { TableSpec } from './table-spec.ts';

/** Statements against one open transaction, and what had to be refused; the caller rolls back when anything was. */
export class Changes {
  readonly refusals: string[] = [];
  /** Statements that changed something. */
  readonly statements: string[] = [];

  constructor(private readonly client: pg.ClientBase) {}

  async run(statement: string): Promise<void> {
    this.statements.push(statement);
    await this.client.query(statement);
  }

  /** Runs a statement that the rows may not allow; answers the database's complaint, if it made one. */
  async attempt(statement: string): Promise<string | undefined> {
    await this.client.query('savepoint attempt');
    try {
      await this.run(statement);
      return undefined;
    } catch (error) {
      // Broken by rows: foreign key, uniqueness, check, exclusion, a span that ends before it begins.
      if (!['23503', '23505', '23514', '23P01', '22000'].includes(codeOf(error) ?? '')) throw error;
      await this.client.query('rollback to savepoint attempt');
      return messageOf(error);
    }
  }

  async holds(query: string): Promise<boolean> {
    const { rows } = await this.client.query<{ found: boolean }>(`select exists(${query}) as found`);
    return rows[0]?.found === true;
  }

  hasRows(table: string): Promise<boolean> {
    return this.holds(`select 1 from ${quote(table)}`);
  }

  hasValues(table: string, column: string): Promise<boolean> {
    return this.holds(`select 1 from ${quote(table)} where ${quote(column)} is not null`);
  }

  refuse(spec: TableSpec, why: string, migration: readonly string[]): void {
    this.refusals.push([`${spec.label}：${why}。需编写迁移：`, ...migration.map((line) => `    ${line}`)].join('\n'));
  }
}
