/** Cookies of a request and of its answer. */
export type Cookies = {
  get(name: string): string | undefined;
  /** Sets one that only the server reads, sent with calls to the path. */
  set(cookie: { readonly name: string; readonly value: string; readonly path: string; readonly seconds: number }): void;
};
