import { whileAtTable } from '../../kernel/errors/document-fault.ts';
import { codeOf, messageOf } from '../../kernel/errors/start-error.ts';
import { readCatalogue, type StoredTable } from '../schema-change/catalogue.ts';
import { addConstraint, isInPlace } from '../schema-change/table-changes.ts';
import { markOf, quote, quoteText } from '../spec/names.ts';
import type { NamedSpec, TableSpec } from '../spec/table-spec.ts';
import { buildIndex } from './build-index.ts';
import type { MigratorSession } from './migrator-session.ts';

/** What rows turned out not to allow, each as a sentence with the migration to write. */
export type Findings = string[];

/** Holds the rows against what `changeTable` announced, and builds unique indexes, all of it beside whoever writes. */
export async function finishRules(
  session: MigratorSession,
  specs: readonly TableSpec[],
  catalogue: ReadonlyMap<string, StoredTable>,
): Promise<Findings> {
  const findings: Findings = [];
  for (const spec of specs) {
    const stored = catalogue.get(spec.name);
    if (stored === undefined) continue;
    await whileAtTable(spec.name, async () => {
      await validateConstraints(session, spec, stored, findings);
      for (const index of spec.uniqueIndexes)
        if (!isInPlace(stored.objects, index)) await buildIndex(session, spec, index, 'unique index', findings);
    });
  }
  return findings;
}

/** Adds the foreign keys, and the indexes and statistics that only serve reading. */
export async function finishTables(
  session: MigratorSession,
  specs: readonly TableSpec[],
  isAlone: boolean,
): Promise<Findings> {
  const findings: Findings = [];
  const catalogue = await readCatalogue(session.client);
  for (const spec of specs)
    await whileAtTable(spec.name, () => finishTable(session, spec, catalogue.get(spec.name), findings, isAlone));
  return findings;
}

async function finishTable(
  session: MigratorSession,
  spec: TableSpec,
  stored: StoredTable | undefined,
  findings: Findings,
  isAlone: boolean,
): Promise<void> {
  const missing = (wanted: readonly NamedSpec[]) =>
    stored === undefined ? [] : wanted.filter((one) => !isInPlace(stored.objects, one));
  for (const key of missing(spec.foreignKeys)) await addForeignKey(session, spec, key, findings);
  for (const index of missing(spec.indexes)) await buildIndex(session, spec, index, 'index', findings, isAlone);
  await addStatistics(session, spec, missing(spec.statistics));
  // Foreign keys of an earlier start that was cut short.
  if (stored !== undefined) await validateConstraints(session, spec, stored, findings);
}

/** Has columns counted together, and the table at once: what it knew of them before may be far from so. */
async function addStatistics(session: MigratorSession, spec: TableSpec, wanted: readonly NamedSpec[]): Promise<void> {
  if (wanted.length === 0) return;
  await session.apply(
    wanted.flatMap((one) => [
      `create statistics ${quote(one.name)} ${one.definition}`,
      `comment on statistics ${quote(one.name)} is ${quoteText(markOf(one))}`,
    ]),
  );
  await session.run(`analyze ${quote(spec.name)}`);
}

async function addForeignKey(
  session: MigratorSession,
  spec: TableSpec,
  key: NamedSpec,
  findings: Findings,
): Promise<void> {
  // Of a partitioned table older servers know no key that is held against the rows later.
  const isLater = spec.partition === undefined;
  const statements: string[] = [];
  addConstraint({ run: (text) => void statements.push(text) }, spec, key, isLater ? ' not valid' : '');
  try {
    await session.apply(statements);
  } catch (error) {
    if (codeOf(error) !== '23503') throw error;
    findings.push(brokenRule(spec, key.name, messageOf(error)));
    return;
  }
  if (isLater) await validate(session, spec, key.name, findings);
}

async function validateConstraints(
  session: MigratorSession,
  spec: TableSpec,
  stored: StoredTable,
  findings: Findings,
): Promise<void> {
  const wanted = new Set([...spec.checks, ...spec.foreignKeys].map(markOf));
  for (const [name, { kind, mark, valid }] of stored.objects) {
    const isConstraint = kind === 'check' || kind === 'foreign key';
    if (isConstraint && !valid && mark !== undefined && wanted.has(mark)) await validate(session, spec, name, findings);
  }
}

/** Rows are read while others write; a constraint they break is taken away again. */
async function validate(session: MigratorSession, spec: TableSpec, name: string, findings: Findings): Promise<void> {
  try {
    await session.run(`alter table ${quote(spec.name)} validate constraint ${quote(name)}`);
  } catch (error) {
    if (!['23503', '23514'].includes(codeOf(error) ?? '')) throw error;
    await session.apply([`alter table ${quote(spec.name)} drop constraint ${quote(name)}`]);
    findings.push(brokenRule(spec, name, messageOf(error)));
  }
}

function brokenRule(spec: TableSpec, name: string, complaint: string): string {
  const definition = [...spec.checks, ...spec.foreignKeys].find((one) => one.name === name)?.definition ?? '';
  const [, column = '…', target = '…'] = /^foreign key \("(.+?)"\) references "(.+?)"/.exec(definition) ?? [];
  return [
    `${spec.label}：已有数据不满足 ${name}（${complaint}）。需编写迁移：`,
    `    update ${quote(spec.name)} set ${quote(column)} = … where ${quote(column)} is not null and not exists (select 1 from ${quote(target)} t where t.id = ${quote(column)});`,
  ].join('\n');
}
