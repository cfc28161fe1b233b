import pg from 'pg';
import type { DocumentSet, EntityDocument } from '../../../engine/model/documents/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import type { Protection } from '../../kernel/crypto/protection.ts';
import { tailHash } from '../../kernel/crypto/tail.ts';
import { tailColumn } from '../spec/columns.ts';
import { hasTail } from '../spec/describe-entity.ts';
import { quote } from '../spec/names.ts';

export type FillTailsOptions = {
  /** The role that owns the tables. */
  readonly migratorUrl: string;
  readonly documents: Pick<DocumentSet, 'entities'>;
  readonly protection: Pick<Protection, 'hash' | 'decrypt'>;
};

const batch = 2000;

/**
 * Fills in by which last digits numbers are found that were stored before; null means not yet known. Batches stand for
 * themselves, so that a start that was cut short goes on where it ended. Answers how many rows were filled.
 */
export async function fillTails({ migratorUrl, documents, protection }: FillTailsOptions): Promise<number> {
  const places = [...documents.entities.values()].flatMap((entity) =>
    entity.fields.filter(hasTail).map(({ key }) => ({ entity, key })),
  );
  if (places.length === 0) return 0;
  const client = new pg.Client({ connectionString: migratorUrl, application_name: 'tails' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let filled = 0;
    for (const { entity, key } of places) filled += await fillField(client, entity, key, protection);
    return filled;
  } finally {
    await client.end();
  }
}

type Row = { readonly id: string; readonly stored: string };

async function fillField(
  client: pg.Client,
  entity: EntityDocument,
  key: string,
  protection: FillTailsOptions['protection'],
): Promise<number> {
  let filled = 0;
  for (let after: string | undefined; ; ) {
    const rows = await unfilled(client, entity, key, after);
    if (rows.length === 0) return filled;
    const tails = rows.flatMap(({ id, stored }) => {
      const hash = tailHash(protection, protection.decrypt(stored));
      return hash === undefined ? [] : [{ id, stored, hash }];
    });
    // A row changed meanwhile has its tail from whoever changed it.
    await client.query(
      `update ${quote(entity.name)} as t set ${quote(tailColumn(key))} = s.hash
        from unnest($1::uuid[], $2::text[], $3::text[]) as s (id, stored, hash)
        where t.id = s.id and t.${quote(toColumn(key))} = s.stored`,
      [tails.map(({ id }) => id), tails.map(({ stored }) => stored), tails.map(({ hash }) => hash)],
    );
    filled += tails.length;
    after = rows.at(-1)?.id;
  }
}

async function unfilled(
  client: pg.Client,
  entity: EntityDocument,
  key: string,
  after: string | undefined,
): Promise<readonly Row[]> {
  const column = quote(toColumn(key));
  const { rows } = await client.query<Row>(
    `select id, ${column} as stored from ${quote(entity.name)}
      where ${column} is not null and ${quote(tailColumn(key))} is null ${after === undefined ? '' : 'and id > $1'}
      order by id limit ${batch}`,
    after === undefined ? [] : [after],
  );
  return rows;
}
