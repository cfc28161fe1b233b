import type { DictionaryDocument } from '../../../../model/documents/index.ts';
import type { Scope } from '../../../../model/expression/index.ts';
import type { FormRowsView } from '../../../../model/view/index.ts';
import type { WireRecord } from '../../../../model/wire/index.ts';
import type { Values } from '../../../record/values.ts';
import type { LookUp } from '../values/follow-source.ts';

/** What child rows of an opened form are opened with. */
export type RowsOptions = {
  readonly view: FormRowsView;
  /** Where the rows stand in the form: their key, for rows of a row `<rows>.<row>.<key>`. */
  readonly path?: string;
  /** The stored rows of the record that is changed; undefined for a new one. */
  readonly stored: readonly WireRecord[] | undefined;
  readonly dictionaries: ReadonlyMap<string, DictionaryDocument>;
  readonly scope: Scope;
  readonly onChange: () => void;
  /** A row with what stands behind its references. */
  readonly reached?: (row: Values, list: string) => Values;
  /** Reads what cells take over from a reference; without it the server alone does. */
  readonly lookUp?: LookUp;
  /** Notes that the value of a cell is on its way. */
  readonly expect?: (place: string, work: Promise<boolean>) => void;
};
