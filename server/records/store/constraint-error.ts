type Values = Readonly<Record<string, unknown>>;

/** A row that the database refused, with what was to be written, so that the refusal can say where and why. */
export class ConstraintError extends Error {
  override readonly name = 'ConstraintError';

  constructor(
    /** SQLSTATE. */
    readonly code: string,
    readonly constraint: string,
    readonly entity: string,
    /** Of a row that was there already. */
    readonly id: string | undefined,
    readonly values: Values,
    cause: unknown,
    /** Pointer of the row in the body. */
    readonly at = '',
    /** What the caller gave of the values; the rest is the server's. */
    readonly given: Values = values,
  ) {
    super(`${entity}: ${constraint}`, { cause });
  }

  /** The same, of a row that stands further inside the body, with what was given there. */
  within(at: string, given: Values): ConstraintError {
    const { code, constraint, entity, id, values, cause } = this;
    return new ConstraintError(code, constraint, entity, id, values, cause, `${at}${this.at}`, given);
  }
}

const rowRefused = new Set(['23503', '23505', '23514', '23P01']);

/** A row that a statement writes; its id where it was there already. */
export type WrittenRow = { readonly entity: string; readonly id?: string; readonly values: Values };

/** Runs a statement that writes rows, one of each table; what a row does not allow comes out as a `ConstraintError`. */
export async function writing<Result>(
  rows: readonly [WrittenRow, ...WrittenRow[]],
  statement: () => Promise<Result>,
): Promise<Result> {
  try {
    return await statement();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) throw error;
    if (typeof error.code !== 'string' || typeof error.constraint !== 'string' || !rowRefused.has(error.code))
      throw error;
    const table = 'table' in error ? error.table : undefined;
    const { entity, id, values } = rows.find((row) => row.entity === table) ?? rows[0];
    throw new ConstraintError(error.code, error.constraint, entity, id, values, error);
  }
}
