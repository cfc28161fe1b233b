import type pg from 'pg';
import { type CustomContent, withCustom } from '../../../engine/model/custom/index.ts';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { contentOf, customQuery } from '../design/custom-store.ts';
import { hashColumn } from '../spec/columns.ts';

type Documents = Pick<DocumentSet, 'entities' | 'dictionaries'>;

/** What was made in the app, read by whoever changes tables; nothing before its own tables are there. */
export async function storedContent(client: pg.ClientBase): Promise<CustomContent> {
  if (!(await isKept(client))) return { fields: [], dictionaries: [] };
  const { rows } = await client.query(customQuery);
  return contentOf(rows[0]);
}

/** Documents with what was made in the app over them. */
export async function withStoredContent<Set extends Documents>(client: pg.ClientBase, documents: Set): Promise<Set> {
  return withCustom(documents, await storedContent(client));
}

/** Columns of fields made in the app, as `table.column`. */
export type CustomColumns = {
  /** They stay whatever the documents say: those of retired fields and of those asleep too. */
  readonly kept: ReadonlySet<string>;
  /** Of fields that were removed: they go with what they hold. */
  readonly dropped: ReadonlySet<string>;
};

/** Reads which there are. */
export async function customColumns(client: pg.ClientBase): Promise<CustomColumns> {
  if (!(await isKept(client))) return { kept: new Set(), dropped: new Set() };
  const { rows } = await client.query<{ entity: string; key: string; gone: boolean }>(
    'select entity, key, bool_and(deleted_at is not null) as gone from custom_field group by entity, key',
  );
  const columnsOf = (isGone: boolean) =>
    new Set(
      rows
        .filter(({ gone }) => gone === isGone)
        .flatMap(({ entity, key }) => [toColumn(key), hashColumn(key)].map((column) => `${entity}.${column}`)),
    );
  return { kept: columnsOf(false), dropped: columnsOf(true) };
}

async function isKept(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 where to_regclass('public.custom_field') is not null and to_regclass('public.custom_dictionary') is not null
       and to_regclass('public.design_epoch') is not null`,
  );
  return rows.length > 0;
}
