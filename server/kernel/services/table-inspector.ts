/** A table file in the store. */
export type TableFile = { readonly key: string; readonly size: number; readonly mime: string };

/** The headings of a table and some rows below them, each cell cut to what is shown of it. */
export type TableHead = { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Looks into tables people sent in, without anybody else having to wait for it. */
export interface TableInspector {
  /** Headings and a sample of rows. Refuses a table that is not readable or needs too much (E_IMPORT_…), and whoever finds too many before him (E_IMPORT_INSPECTING). */
  headOf(table: TableFile, sample: number): Promise<TableHead>;
}
