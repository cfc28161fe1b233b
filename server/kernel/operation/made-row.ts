/** A row that a store made, whatever it was made for. */
export type MadeRow = { readonly entity: string; readonly id: string };
