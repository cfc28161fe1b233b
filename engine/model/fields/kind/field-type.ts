import type { Fault } from '../../faults/fault.ts';
import type { DictionaryDocument, EntityField, FormFieldOverride } from '../../generated/documents.ts';
import type { ConditionOperator } from '../../wire/wire.ts';
import type { FileFieldType } from './file-types.ts';

/** The name of a type, as the grammar of documents has it. */
export type FieldTypeName = EntityField['type'];

/** What values of a type are, whatever the type calls them: what is known of one kind holds for all its types. */
export type ValueKind =
  | 'text'
  | 'whole'
  | 'fraction'
  | 'bool'
  | 'day'
  | 'moment'
  /** One value of a dictionary. */
  | 'choice'
  /** One id. */
  | 'reference'
  /** Several ids, in order. */
  | 'references'
  | 'json';

/** What the check of a value knows beside the field. */
export type CheckOptions = {
  readonly dictionaries: ReadonlyMap<string, DictionaryDocument>;
  /** ISO 8601 moment for fields that must lie in the future. */
  readonly now: string;
};

/** A step into a value that has parts: to a row, counted from 1, or to a key by its title. */
export type PartStep = { readonly row: number } | { readonly field: string };

/** What is wrong with a value, or with a part of one that has parts. */
export type ValueFault = Pick<Fault, 'code' | 'expected' | 'got' | 'act'> & {
  /** Where in the value, as a JSON pointer, and the steps that lead there, for its title. */
  readonly part?: { readonly at: string; readonly steps: readonly PartStep[] };
};

/** A value in its stored form, or what is wrong with it. */
export type CheckOutcome =
  | { readonly value: unknown }
  | { readonly fault: ValueFault; readonly others?: readonly ValueFault[] };

/** Checks a value that is there (not null, not empty) and brings it to its stored form. */
export type ValueCheck = (raw: unknown, field: EntityField, options: CheckOptions) => CheckOutcome;

/** How a text is normalised; undefined where it is not one of the type. */
export type ReadText = (text: string) => string | undefined;

/** How a number is stored and written. */
export type NumberType = {
  /** How many stored units make one that people write: 100 cents a yuan. */
  readonly scale: number;
  /** Decimal places people write; absent where as many as they like. */
  readonly precision?: number;
  /** What stands beside the number wherever it is written. */
  readonly symbol?: string;
  /** What people write around the number and mean nothing by. */
  readonly marks?: RegExp;
  /** What it may count instead: words of the property `unit`. */
  readonly units: readonly NonNullable<EntityField['unit']>[];
  /** The largest number of a field that states no `max`. */
  readonly most?: number;
  /** Whether it may be a price, which is multiplied: rows of a form then sum what comes out, not the price itself. */
  readonly isPrice?: boolean;
};

/** Everything the language knows of a type of fields. */
export type FieldType = {
  readonly kind: ValueKind;
  readonly check: ValueCheck;
  /** What can be asked of an unmasked value, the most usual first. */
  readonly operators: readonly ConditionOperator[];
  /** Whether people filter by a list of values they paste. */
  readonly takesPastedList?: boolean;
  /** Numbers only. */
  readonly number?: NumberType;
  /** Days only: each stands for the month that it begins. */
  readonly isMonth?: boolean;
  /** Texts only: the most letters of a field that states no `maxLength`. */
  readonly usualLength?: number;
  /** Texts only: a text in the form a masked value is looked up in; undefined where it is none. Absent: any text is one. */
  readonly lookup?: ReadText;
  /** Text without end, on several lines. */
  readonly isLong?: boolean;
  /** What each id is the id of, where it is that of a file. */
  readonly files?: FileFieldType;
  /** Whether a value can be worked out by an expression of the entity. */
  readonly isComputable?: boolean;
  /** Whether one value is less than another: what `min` and `max` of a rolled-up field take. */
  readonly isRanked?: boolean;
  /** Whether rows can be put into groups by it as it is. */
  readonly isGroupable?: boolean;
  /** Whether there is room for it beside a label. */
  readonly fitsLabel?: boolean;
  /** Whether it can be changed in a cell of a list. */
  readonly fitsCell?: boolean;
  /** Ways of filling in that a form may ask for. */
  readonly inputs?: readonly NonNullable<FormFieldOverride['input']>[];
};
