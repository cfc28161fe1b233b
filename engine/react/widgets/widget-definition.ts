import type { ComponentType } from 'react';
import type { WireRecord } from '../../model/index.ts';

/** Places a widget may stand. */
export type WidgetSlot = 'row' | 'header' | 'toolbar' | 'tab' | 'card';

/** What every widget gets: its props as the page states them, and where it stands. */
export type WidgetProps = {
  readonly props: Readonly<Record<string, unknown>>;
  readonly slot: WidgetSlot;
  /** Page it stands on, for the calls it makes. */
  readonly page: string;
  readonly title?: string;
  readonly record?: WireRecord;
};

/** A bespoke component that pages may name. */
export type WidgetDefinition = {
  readonly name: string;
  readonly title: string;
  readonly slots: readonly WidgetSlot[];
  /** JSON Schema of `props`. */
  readonly propsSchema: Readonly<Record<string, unknown>>;
  /** Loads the component when it is first needed. */
  readonly load: () => Promise<ComponentType<WidgetProps>>;
};
