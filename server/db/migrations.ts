/** A change of tables that the documents alone cannot tell, such as dropping a field that holds data. */
export type Migration = {
  /** Number and name, for example `0001-drop-customer-fax`; runs once, in this order. */
  readonly key: string;
  readonly statements: readonly string[];
};

/** Migrations of the shipped documents, oldest first. A key never changes and is never taken out. */
export const migrations: readonly Migration[] = [];
