import type { EntityField } from '../../model/documents/index.ts';

/** A field made in the app, as the server tells it. */
export type CustomFieldRow = {
  readonly key: string;
  readonly title: string;
  readonly field: EntityField;
  readonly status: 'active' | 'retired' | 'removing';
  readonly isAsleep: boolean;
  readonly version: number;
  readonly retiredAt: string | null;
};

/** An entity with the fields made for it. */
export type CustomEntity = {
  readonly name: string;
  readonly title: string;
  readonly shipped: number;
  readonly most: number;
  readonly fields: readonly CustomFieldRow[];
};

type Titled = { readonly name: string; readonly title: string };

/** A dictionary, and what can be chosen of it. */
export type ChoiceList = Titled & { readonly values: readonly { readonly key: string; readonly title: string }[] };

/** Everything that may have fields of its own, and what fields may choose from and refer to. */
export type CustomFields = {
  readonly entities: readonly CustomEntity[];
  readonly dictionaries: readonly ChoiceList[];
  readonly references: readonly Titled[];
};

/** Where a field is used, and how many records hold something in it. */
export type FieldUses = {
  readonly uses: readonly {
    readonly kind: 'page' | 'draft' | 'view' | 'layout' | 'analysis' | 'import';
    readonly name: string;
    readonly detail?: string;
    /** How many people keep it for themselves, where it is theirs alone. */
    readonly people?: number;
  }[];
  readonly rows: number;
};

/** The key under which the list of fields is kept. */
export const fieldsKey = ['design', 'fields'] as const;
