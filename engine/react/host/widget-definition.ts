import type { ComponentType } from 'react';
import type { InputField } from '../../model/record/index.ts';
import type { WidgetContract, WidgetSlot } from '../../model/widget/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';

/** The value a widget in the slot `input` edits. */
export type WidgetInput = {
  /** Id of the element that takes the keyboard; the form ties label, help and fault to it. */
  readonly id: string;
  readonly field: InputField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  readonly disabled: boolean;
};

/** An operation that a page declares for its widget. */
export type WidgetOperation = { readonly key: string; readonly api: string };

/** What every widget gets: its props as the page states them, and where it stands. */
export type WidgetProps = {
  readonly props: Readonly<Record<string, unknown>>;
  readonly slot: WidgetSlot;
  /** Page it stands on, for the calls it makes. */
  readonly page: string;
  readonly title?: string;
  readonly record?: WireRecord;
  /** In the slot `cell` only: the value of the field. */
  readonly value?: unknown;
  /** In the slot `input` only. */
  readonly input?: WidgetInput;
  /** In the slot `page` only: what the user may call, by key. */
  readonly operations?: readonly WidgetOperation[];
};

/** A bespoke component that pages may name: its contract, and how to load it when it is first needed. */
export type WidgetDefinition = WidgetContract & { readonly load: () => Promise<ComponentType<WidgetProps>> };
