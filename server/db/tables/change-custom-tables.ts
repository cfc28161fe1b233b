import { withCustom } from '../../../engine/model/custom/index.ts';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { StartError } from '../../kernel/errors/start-error.ts';
import type { CustomChange, CustomPlan, CustomTables, DroppedField } from '../../kernel/services/custom-tables.ts';
import { type RoleUrls, userOf } from '../bootstrap/bootstrap.ts';
import { readCatalogue } from '../schema-change/catalogue.ts';
import { Changes } from '../schema-change/changes.ts';
import { readRights } from '../schema-change/grants.ts';
import { changeTable } from '../schema-change/table-changes.ts';
import { hashColumn } from '../spec/columns.ts';
import { describeEntity } from '../spec/describe-entity.ts';
import { quote } from '../spec/names.ts';
import type { TableSpec } from '../spec/table-spec.ts';
import { customColumns, storedContent } from './custom-content.ts';
import { finishRules, finishTables } from './finish-rules.ts';
import { asMigrator, type MigratorSession } from './migrator-session.ts';

/** Milliseconds a person waits for another change of tables, and for the locks of his own. */
const patience = 20_000;

/**
 * Changes tables for what is made in the app, by the same steps as a start, beside nodes that serve: a column without a
 * rewrite, rules announced and then held against the rows, indexes built beside writers; no lock that others wait behind is
 * held or waited for longer than a second. All of it while nobody else changes a table, and written down before that ends:
 * of two who make the same field the second finds it there, and what a node killed between the column and its record leaves
 * is an empty column, which the next start takes away.
 */
export function customTables(urls: RoleUrls, shipped: DocumentSet): CustomTables {
  return {
    change: ({ plan, record }: CustomChange) =>
      asMigrator(
        urls.migratorUrl,
        async (session) => {
          const planned = plan(await storedContent(session.client), shipped);
          const specs = specsOf(planned, shipped);
          for (const drop of planned.drops ?? []) await dropColumns(session, drop);
          await session.transaction((done) => changeAll(session, done, specs, urls), patience);
          const stored = await readCatalogue(session.client);
          const findings = [
            ...(await finishRules(session, specs, stored)),
            ...(await finishTables(session, specs, false)),
          ];
          if (findings.length > 0) throw new StartError('E_TABLES', { got: findings.join('\n'), refusals: findings });
          await record();
        },
        patience,
      ),
  };
}

function specsOf({ content, entities }: CustomPlan, shipped: DocumentSet): readonly TableSpec[] {
  const documents = withCustom<DocumentSet>(shipped, content);
  return entities.flatMap((name) => {
    const entity = documents.entities.get(name);
    return entity === undefined ? [] : [describeEntity(entity, documents)];
  });
}

/** Takes a column away with all it holds, where it is there; a lock is not even asked for where it is not. */
async function dropColumns(session: MigratorSession, { entity, key }: DroppedField): Promise<void> {
  const stored = (await readCatalogue(session.client)).get(entity);
  const there = [toColumn(key), hashColumn(key)].filter((column) => stored?.columns.has(column) === true);
  const drops = there.map((column) => `drop column ${quote(column)}`);
  if (drops.length > 0)
    await session.transaction(async (done) => {
      const statement = `alter table ${quote(entity)} ${drops.join(', ')}`;
      done.push(statement);
      await session.client.query(statement);
    }, patience);
}

/** What nobody waits for is left alone: as if older nodes served, so that nothing a start may do alone is done here. */
async function changeAll(
  { client }: MigratorSession,
  done: string[],
  specs: readonly TableSpec[],
  urls: RoleUrls,
): Promise<void> {
  const changes = new Changes(client, async () => true, await customColumns(client));
  const stored = await readCatalogue(client);
  const appRole = userOf(urls.appUrl);
  const role = { appRole, held: await readRights(client, appRole) };
  for (const spec of specs) await changeTable(changes, spec, stored.get(spec.name), role);
  if (changes.refusals.length > 0)
    throw new StartError('E_TABLES', { got: changes.refusals.join('\n'), refusals: changes.refusals });
  if (changes.blocked.length > 0) throw new StartError('E_TABLES_OLD_NODES', { got: changes.blocked.join('\n') });
  for (const statement of changes.statements) {
    done.push(statement);
    await client.query(statement);
  }
}
