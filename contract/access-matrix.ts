/** Somebody, or a role, of whom the matrix tells. */
export type MatrixColumn = { readonly kind: string; readonly id: string; readonly name: string };

/** One thing to see or do, and how it stands for each column: a code, `none` where it is not given. */
export type MatrixRow = {
  readonly key: string;
  readonly title: string;
  readonly area: string;
  readonly cells: readonly string[];
};

/** A page with what is on it, or how far the rows of each entity reach. */
export type MatrixGroup = { readonly key: string; readonly title: string; readonly rows: readonly MatrixRow[] };

/** Who may see and do what. */
export type MatrixAnswer = {
  readonly columns: readonly MatrixColumn[];
  readonly groups: readonly MatrixGroup[];
  /** What the codes of the cells are called. */
  readonly words: Readonly<Record<string, string>>;
};
