/** A column as it shall be; `type` is spelled as PostgreSQL prints it. */
export type ColumnSpec = {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  /** SQL of a constant default. */
  readonly byDefault?: string;
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

/** A table as it shall be. */
export type TableSpec = {
  readonly name: string;
  /** What messages call it: the entity's name and title. */
  readonly label: string;
  readonly columns: readonly ColumnSpec[];
  /** Columns that may be there under a former name. */
  readonly renames: readonly RenameSpec[];
  readonly primaryKey: readonly string[];
  readonly checks: readonly NamedSpec[];
  /** Guard the data: built with the table. */
  readonly uniqueIndexes: readonly NamedSpec[];
  /** Built after a bulk load. */
  readonly foreignKeys: readonly NamedSpec[];
  readonly indexes: readonly NamedSpec[];
  /** What the application's role may do with rows. */
  readonly grants: readonly ('select' | 'insert' | 'update' | 'delete')[];
};
