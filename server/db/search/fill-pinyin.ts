import pg from 'pg';
import type { DocumentSet, EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { pinyinColumn } from '../spec/columns.ts';
import { quote } from '../spec/names.ts';
import { isSpelled } from '../spec/search-column.ts';
import { loadSpeller, type Spell } from './pinyin.ts';

export type FillPinyinOptions = {
  /** The role that owns the tables. */
  readonly migratorUrl: string;
  readonly documents: Pick<DocumentSet, 'entities'>;
};

const batch = 2000;

/**
 * Spells what was stored before its field was searched by pinyin; null means not yet spelled. Batches stand for
 * themselves, so that a start that was cut short goes on where it ended. Answers how many rows were filled.
 */
export async function fillPinyin({ migratorUrl, documents }: FillPinyinOptions): Promise<number> {
  const spelled = [...documents.entities.values()].flatMap((entity) =>
    entity.fields.filter(isSpelled).map((field) => ({ entity, field })),
  );
  if (spelled.length === 0) return 0;
  const client = new pg.Client({ connectionString: migratorUrl, application_name: 'pinyin' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let filled = 0;
    for (const { entity, field } of spelled) filled += await fillField(client, entity, field);
    return filled;
  } finally {
    await client.end();
  }
}

async function fillField(client: pg.Client, entity: EntityDocument, field: EntityField): Promise<number> {
  let filled = 0;
  for (let after: string | undefined; ; ) {
    const rows = await unspelled(client, entity, field, after);
    if (rows.length === 0) return filled;
    await writeSpelled(client, entity, field, rows, await loadSpeller());
    filled += rows.length;
    after = rows.at(-1)?.id;
  }
}

type Row = { readonly id: string; readonly text: string };

async function unspelled(
  client: pg.Client,
  entity: EntityDocument,
  { key }: EntityField,
  after: string | undefined,
): Promise<readonly Row[]> {
  const column = quote(toColumn(key));
  const { rows } = await client.query<Row>(
    `select id, ${column} as text from ${quote(entity.name)}
      where ${column} is not null and ${quote(pinyinColumn(key))} is null ${after === undefined ? '' : 'and id > $1'}
      order by id limit ${batch}`,
    after === undefined ? [] : [after],
  );
  return rows;
}

async function writeSpelled(
  client: pg.Client,
  entity: EntityDocument,
  { key }: EntityField,
  rows: readonly Row[],
  spell: Spell,
): Promise<void> {
  // A row changed meanwhile has been spelled by whoever changed it.
  await client.query(
    `update ${quote(entity.name)} as t set ${quote(pinyinColumn(key))} = s.spelled
      from unnest($1::uuid[], $2::text[], $3::text[]) as s (id, text, spelled)
      where t.id = s.id and t.${quote(toColumn(key))} = s.text`,
    [rows.map((row) => row.id), rows.map((row) => row.text), rows.map((row) => spell(row.text))],
  );
}
