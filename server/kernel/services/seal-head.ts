/** The last seal a node has seen, by number and text. */
export type SealedHead = { readonly number: number; readonly seal: string };

/** Keeps it outside the database: who cuts off the end of the log there, seals and all, cannot make this forget it. */
export interface SealHead {
  /** What was kept; undefined where nothing was. */
  read(): Promise<SealedHead | undefined>;
  keep(head: SealedHead): Promise<void>;
}
