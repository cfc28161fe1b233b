/** A change of tables that the documents alone cannot tell, such as dropping a field that holds data. */
export type Migration = {
  /** Number and name, for example `0001-drop-customer-fax`; runs once, in this order. */
  readonly key: string;
  readonly statements: readonly string[];
};
