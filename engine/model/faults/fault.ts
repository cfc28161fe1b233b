/** One thing wrong in a document or an input: where it is, what was expected and what came. */
export type Fault = {
  /** A code of the catalogue in `errors.ts`. */
  readonly code: FaultCode;
  /** File the fault was found in; absent for inputs. */
  readonly file?: string;
  /** JSON pointer into the document or input, `''` for the whole. */
  readonly pointer: string;
  readonly expected?: string;
  /** English words for `expected`, where those are Chinese. */
  readonly expectedEn?: string;
  readonly got?: string;
  /** The nearest known name, where one is near. */
  readonly nearest?: string;
  /** Where the part at fault begins in an expression, in characters. */
  readonly offset?: number;
  /** Title of the field concerned, for sentences shown to staff. */
  readonly title?: string;
  /** What is asked of whoever left a field empty; absent: to fill it in. */
  readonly act?: MissingAct;
};

/** What somebody does to give an empty field its value, other than typing it. */
export type MissingAct = 'choose' | 'upload';

/** Codes of located faults; their sentences stand in `errors.ts`. */
export type FaultCode =
  | 'E_JSON_UNREADABLE'
  | 'E_SCHEMA_VERSION'
  | 'E_SCHEMA_SHAPE'
  | 'E_SCHEMA_DUPLICATE'
  | 'E_SCHEMA_UNKNOWN_NAME'
  | 'E_SCHEMA_EXPRESSION'
  | 'E_SCHEMA_PERMISSION'
  | 'E_SCHEMA_CONFLICT'
  | 'E_LAYER_FIXED'
  | 'E_INPUT_REQUIRED'
  | 'E_INPUT_TYPE'
  | 'E_INPUT_UNKNOWN'
  | 'E_INPUT_READONLY'
  | 'E_INPUT_TOO_LONG'
  | 'E_INPUT_TOO_MANY'
  | 'E_INPUT_TOO_SHORT'
  | 'E_INPUT_RANGE'
  | 'E_INPUT_FORMAT'
  | 'E_INPUT_CHARACTER'
  | 'E_INPUT_COST'
  | 'E_INPUT_CHOICE'
  | 'E_INPUT_FUTURE'
  | 'E_INPUT_REFERENCE'
  | 'E_INPUT_FILE'
  | 'E_INPUT_DUPLICATE'
  | 'E_INPUT_RULE'
  | 'E_INPUT_OVERLAP'
  | 'E_INPUT_CYCLE'
  | 'E_INPUT_DEPTH';

/** Builds a JSON pointer from path segments, escaping `~` and `/`. */
export function pointer(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

const maxTold = 200;

/** A fault that tells what came, as far as anybody reads it. */
export function brief(fault: Fault): Fault {
  const { got } = fault;
  return got === undefined || got.length <= maxTold ? fault : { ...fault, got: `${got.slice(0, maxTold)}…` };
}

const maxShown = 60;

/** A value as a fault tells it: as text, and no longer than one reads. */
export function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
