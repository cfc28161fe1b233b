import { codeOf, messageOf } from '../../kernel/errors/start-error.ts';
import { Changes } from '../schema-change/changes.ts';
import { readPartitions } from '../schema-change/partitions.ts';
import { addIndex } from '../schema-change/table-changes.ts';
import { markOf, objectName, quote, quoteText } from '../spec/names.ts';
import type { NamedSpec, TableSpec } from '../spec/table-spec.ts';
import type { MigratorSession } from './migrator-session.ts';

type Kind = 'index' | 'unique index';

/**
 * Builds an index that is not there, or whose building was cut short: on a table with rows `concurrently`, so that
 * nodes which serve from it go on writing. `isAlone`: nobody serves yet, and the faster way is taken.
 */
export async function buildIndex(
  session: MigratorSession,
  spec: TableSpec,
  wanted: NamedSpec,
  kind: Kind,
  findings: string[],
  isAlone = false,
): Promise<void> {
  const isFilled = await new Changes(session.client, async () => false).hasRows(spec.name);
  if (spec.partition !== undefined) return buildInParts(session, spec, wanted, kind, isFilled && !isAlone);
  await dropLeftOver(session, wanted.name);
  if (!isFilled || isAlone) {
    const statements: string[] = [];
    addIndex({ run: (text) => void statements.push(text) }, wanted, kind);
    return session.apply(statements);
  }
  if (await isBuilt(session, spec, wanted, kind, findings)) await mark(session, wanted);
}

/** Answers whether the rows allowed it. */
async function isBuilt(
  session: MigratorSession,
  spec: TableSpec,
  wanted: NamedSpec,
  kind: Kind,
  findings: string[],
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      await session.run(`create ${kind} concurrently ${quote(wanted.name)} ${wanted.definition}`);
      return true;
    } catch (error) {
      const code = codeOf(error);
      await session.run(`drop index concurrently if exists ${quote(wanted.name)}`);
      if (code === '40P01' && tries < 5) continue;
      if (code !== '23505') throw error;
      findings.push(
        `${spec.label}：已有数据重复（${messageOf(error)}）。需编写迁移：\n    update ${quote(spec.name)} set …;  -- ${wanted.name} ${wanted.definition}`,
      );
      return false;
    }
  }
}

async function dropLeftOver(session: MigratorSession, name: string): Promise<void> {
  const { rows } = await session.client.query('select 1 from pg_class where oid = to_regclass($1)', [quote(name)]);
  if (rows.length > 0) await session.run(`drop index concurrently ${quote(name)}`);
}

function mark(session: MigratorSession, wanted: NamedSpec): Promise<void> {
  return session.apply([`comment on index ${quote(wanted.name)} is ${quoteText(markOf(wanted))}`]);
}

/** The parts of an index over partitions are built one by one; it holds once all of them are there. */
async function buildInParts(
  session: MigratorSession,
  spec: TableSpec,
  wanted: NamedSpec,
  kind: Kind,
  isBeside: boolean,
): Promise<void> {
  const { rows } = await session.client.query('select 1 from pg_class where oid = to_regclass($1)', [
    quote(wanted.name),
  ]);
  // Takes the parts with it that were attached already.
  if (rows.length > 0) await session.apply([`drop index ${quote(wanted.name)}`]);
  const target = `on ${quote(spec.name)}`;
  if (isBeside) {
    await session.apply([
      `create ${kind} ${quote(wanted.name)} ${wanted.definition.replace(target, `on only ${quote(spec.name)}`)}`,
    ]);
    for (const partition of await readPartitions(session.client, spec.name)) {
      const part = objectName(partition.name, wanted.name.slice(spec.name.length + 1));
      await dropLeftOver(session, part);
      await session.run(
        `create ${kind} concurrently ${quote(part)} ${wanted.definition.replace(target, `on ${quote(partition.name)}`)}`,
      );
      await session.apply([`alter index ${quote(wanted.name)} attach partition ${quote(part)}`]);
    }
  } else {
    await session.apply([`create ${kind} ${quote(wanted.name)} ${wanted.definition}`]);
  }
  await mark(session, wanted);
}
