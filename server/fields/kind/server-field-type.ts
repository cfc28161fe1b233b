import type { DictionaryDocument, EntityField } from '../../../engine/model/documents/index.ts';
import type { Message } from '../../../engine/model/texts/index.ts';
import type { JsonSchema } from '../../kernel/operation/json-schema.ts';

export type Dictionaries = ReadonlyMap<string, DictionaryDocument>;

/** Kinds of values that compare with each other in the database. */
export type SqlKind = 'text' | 'number' | 'bool' | 'moment' | 'day' | 'id' | 'ids' | 'json';

/** How a value is written into a bulk load: `safe` holds nothing that needs to be escaped. */
export type CopyForm = 'plain' | 'safe' | 'moment' | 'ids' | 'json';

/** A cell of a table that is written. */
export type TableCell = string | number | boolean | null;

/** Writes a value as it is answered, masks put on, into a cell of an exported table. */
export type CellWriter = (value: unknown) => TableCell;

/** How a column of an imported table is read. */
export type ImportType = {
  /** The trimmed text of a cell as an input of the field; undefined where it is none. Absent: the text itself. */
  readonly read?: (text: string, field: EntityField, dictionaries: Dictionaries) => unknown;
  /** What is expected, told where a cell cannot be read. */
  readonly expected?: Message;
  /** How it is filled in, told in the template. */
  readonly hint?: Message;
  /** What there is to choose from, as people read it. */
  readonly choices?: (field: EntityField, dictionaries: Dictionaries) => readonly string[];
  /** What people usually write above such a column, beyond the title of the field. */
  readonly headings?: readonly string[];
  /** Whether it usually tells one row from another, like the number of a telephone. */
  readonly tellsRows?: boolean;
  /** The SQL type under which a row is found by its value; absent where no value is exact enough. */
  readonly keyType?: 'text' | 'integer' | 'bigint' | 'date' | 'uuid';
};

/** Everything the server knows of a type of fields beyond the language. */
export type ServerFieldType = {
  readonly sqlKind: SqlKind;
  /** The SQL type of a column that is not masked. */
  readonly column: (field: EntityField) => string;
  /** The SQL type of a value worked out on reading. */
  readonly cast: string;
  readonly copyForm: CopyForm;
  /** What the API document says of a value. */
  readonly schema: (field: EntityField, dictionaries: Dictionaries, isInput: boolean) => JsonSchema;
  /** Bounds of an input. */
  readonly bounds?: (field: EntityField) => JsonSchema;
  /** Absent: the value as text. */
  readonly exported?: (field: EntityField, dictionaries: Dictionaries) => CellWriter;
  readonly imported: ImportType;
};
