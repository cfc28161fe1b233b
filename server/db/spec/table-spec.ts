/** A column as it shall be; `type` is spelled as PostgreSQL prints it. */
export type ColumnSpec = {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  /** SQL of a constant default. */
  readonly byDefault?: string;
  /** SQL of the expression it is worked out by, stored with the row and kept by the database. */
  readonly generated?: string;
};

/** Names a column had before the key of its field was changed. */
export type RenameSpec = {
  readonly column: string;
  readonly former: readonly string[];
  readonly key: string;
  readonly formerKeys: readonly string[];
};

/** A named constraint or index; `definition` is the SQL behind its name. */
export type NamedSpec = { readonly name: string; readonly definition: string };

/** A check of rows; of a choice also its column and values, so that a start beside older nodes can let theirs stand. */
export type CheckSpec = NamedSpec & {
  readonly choice?: { readonly column: string; readonly values: readonly string[] };
};

/** An index that keeps rows apart; `columns` and `where` (SQL) tell which, for finding rows that stand in its way. */
export type UniqueSpec = NamedSpec & {
  readonly columns: readonly string[];
  /** Texts that differ in case alone are the same. */
  readonly ignoreCase?: true;
  readonly where?: string;
};

/** A table kept in one part per month, by the moment that its ids (UUID v7) begin with. */
export type PartitionSpec = {
  /** Whole months to keep beside the present one; older parts are dropped. Without it nothing is. */
  readonly keepMonths?: number;
};

/** A table as it shall be. */
export type TableSpec = {
  readonly name: string;
  /** What messages call it: the entity's name and title. */
  readonly label: string;
  readonly columns: readonly ColumnSpec[];
  /** Columns that may be there under a former name. */
  readonly renames: readonly RenameSpec[];
  readonly primaryKey: readonly string[];
  readonly partition?: PartitionSpec;
  readonly checks: readonly CheckSpec[];
  /** Guard the data: built with the table. */
  readonly uniqueIndexes: readonly UniqueSpec[];
  /** Built after a bulk load. */
  readonly foreignKeys: readonly NamedSpec[];
  readonly indexes: readonly NamedSpec[];
  /** What the database counts of columns together, so that it knows how many rows a filter by all of them finds. */
  readonly statistics: readonly NamedSpec[];
  /** What the application's role may do with rows. */
  readonly grants: readonly ('select' | 'insert' | 'update' | 'delete')[];
};
