import type { TableSpec } from './table-spec.ts';

/** Two indexes that would have one name: PostgreSQL keeps the names of all indexes and tables in one list. */
export type SharedName = { readonly name: string; readonly table: string; readonly holder: string };

/** The first name that a table would take from another, or twice itself; undefined where each stands once. */
export function sharedName(specs: readonly TableSpec[]): SharedName | undefined {
  const holders = new Map(specs.map(({ name }) => [name, name]));
  for (const { name: table, indexes, uniqueIndexes } of specs)
    for (const { name } of [...uniqueIndexes, ...indexes]) {
      const holder = holders.get(name);
      if (holder !== undefined) return { name, table, holder };
      holders.set(name, table);
    }
  return undefined;
}
