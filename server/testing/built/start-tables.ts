// A start that a test kills: brings the tables of a database to what the documents in a file ask for.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { DictionaryDocument, EntityDocument } from '../../../engine/model/documents/index.ts';
import { createIndexes, createTables } from '../../db/tables/tables.ts';

type Order = {
  readonly migratorUrl: string;
  readonly appUrl: string;
  readonly entities: readonly EntityDocument[];
  readonly dictionaries: readonly DictionaryDocument[];
};

const order: Order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const options = {
  urls: order,
  documents: {
    entities: new Map(order.entities.map((entity) => [entity.name, entity])),
    dictionaries: new Map(order.dictionaries.map((dictionary) => [dictionary.name, dictionary])),
  },
  migrations: [],
};
process.stdout.write('ready\n');
await once(process.stdin, 'data');
await createTables(options);
await createIndexes(options);
process.stdout.write('done\n');
process.exit(0);
