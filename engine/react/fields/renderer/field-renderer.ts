import type { ComponentType, ReactNode } from 'react';
import type { EntityField } from '../../../model/documents/index.ts';
import type { InputField } from '../../../model/record/index.ts';
import type { ViewContext } from '../../../model/view/index.ts';
import type { ConditionOperator, Where, WireRecord } from '../../../model/wire/index.ts';

/** Where a value stands: its field, the path to it and the record it is in. */
export type ValueProps = {
  readonly field: EntityField;
  readonly path: string;
  readonly record: WireRecord;
  /** Whether there is little room: what can be said shortly is, and whole to whoever points at it. */
  readonly isBrief?: boolean;
};

/** A condition on one field, without the field. */
export type FilterValue = { readonly op: ConditionOperator; readonly value?: unknown };

export type FilterProps = {
  readonly id: string;
  readonly title: string;
  readonly field: EntityField;
  readonly value: FilterValue | undefined;
  readonly onChange: (value: FilterValue | undefined) => void;
};

export type FilterTextProps = { readonly field: EntityField; readonly value: FilterValue };

/** Makes a record to choose by a form of its own; `made` is told its id. */
export type RecordMaker = { readonly title: string; readonly open: (made: (id: string) => void) => void };

export type InputProps = {
  /** Id of the element that takes the keyboard; the form ties label, help and fault to it. */
  readonly id: string;
  readonly field: InputField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  readonly disabled: boolean;
  readonly isRequired: boolean;
  /** Whether something was found wrong with the value; what has parts then says which of them. */
  readonly isInvalid?: boolean;
  readonly placeholder?: string;
  /** The stored record, for labels of references already chosen. */
  readonly record?: WireRecord;
  /** Conditions on the records offered; `null` while what they depend on is not filled in. */
  readonly where?: readonly Where[] | null;
  /**
   * Told of a value that is on its way: the promise says whether it arrived, and nobody submits before it did.
   * Undefined when none is any more.
   */
  readonly onWork?: (work: Promise<boolean> | undefined) => void;
  /** Makes a record that is not among those offered. */
  readonly maker?: RecordMaker | undefined;
};

/** How lists draw a field type: in a cell, in a filter, and as plain text. What fills it in comes with forms. */
export type FieldRenderer = {
  /** A value that stands by itself, such as a sum or what a field was before; undefined where it is told as it is. */
  readonly told?: (value: unknown) => string | undefined;
  readonly text: (props: ValueProps, context: ViewContext) => string;
  /** Absent: the plain text. */
  readonly Cell?: ComponentType<ValueProps>;
  /**
   * The same without a component, of the value in these words, where nothing of it reacts or fails: tables have thousands
   * of cells. Undefined for a value that needs its `Cell`.
   */
  readonly plain?: (words: string, props: ValueProps, context: ViewContext) => ReactNode;
  /** Where a value has all the room it needs, such as on a page of its own. Absent: as in a cell. */
  readonly Block?: ComponentType<ValueProps>;
  /** Absent: the type cannot be filtered. */
  readonly Filter?: ComponentType<FilterProps>;
  readonly FilterText?: ComponentType<FilterTextProps>;
  readonly align?: 'right';
  /** Width of a column that states none. */
  readonly width: number;
};

/** What stands where there is no value. */
export const emptyText = '—';
