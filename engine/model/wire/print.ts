import type { EntityField, PrintPaper } from '../generated/documents.ts';

/** How printed values of one kind are written. */
export type PrintedKind = {
  readonly key: string;
  readonly title: string;
  readonly type: EntityField['type'];
  readonly unit?: NonNullable<EntityField['unit']>;
  readonly grouping?: boolean;
};

/** A printed value; `text` where it stands for a name. A value the reader sees masked is masked. */
export type PrintedValue = { readonly value: unknown; readonly text?: string };

/** A value with its heading. */
export type PrintedFact = PrintedKind & PrintedValue & { readonly isWide?: boolean };

/** A part of a sheet: one of facts, rows, a text, words, a code or pictures. */
export type PrintedSection = {
  readonly key: string;
  readonly title?: string;
  readonly facts?: readonly PrintedFact[];
  /** In how many columns the facts stand. */
  readonly columns?: number;
  readonly table?: {
    readonly columns: readonly PrintedKind[];
    readonly rows: readonly (readonly PrintedValue[])[];
    /** Totals by column; null where a column has none. Absent where nothing is added up. */
    readonly sums?: readonly (number | null)[];
  };
  readonly text?: {
    readonly isFormatted: boolean;
    readonly content: string;
    /** Where its pictures are found, by file. */
    readonly pictures: Readonly<Record<string, string>>;
    /** What stands in the place of `{key}`. */
    readonly variables: readonly PrintedFact[];
  };
  readonly words?: string;
  /** A QR code, as an address that an `img` shows. */
  readonly code?: string;
  /** Addresses of pictures, for a minute. */
  readonly pictures?: readonly string[];
};

/** What is printed of one record. */
export type PrintedSheet = {
  readonly id: string;
  readonly title: string;
  /** The serial number; null where the print has none, and in a preview where none is given yet. */
  readonly number: string | null;
  /** Which printing of this record it is, from 1; beyond that it is one more of the same. */
  readonly times: number;
  readonly sections: readonly PrintedSection[];
};

/** What a print answers. */
export type PrintAnswer = {
  readonly paper: PrintPaper;
  /** When, and by whom. */
  readonly at: string;
  readonly by: string;
  readonly sheets: readonly PrintedSheet[];
};
