import type pg from 'pg';
import type {
  DocumentSet,
  EntityDocument,
  EntityField,
  MigrationDocument,
  MigrationStep,
} from '../../../engine/model/documents/index.ts';
import { type EntityModel, entityModel } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { messageOf, StartError } from '../../kernel/errors/start-error.ts';
import { kindOfField } from '../expression/sql-operand.ts';
import { readCatalogue, type StoredTable } from '../schema-change/catalogue.ts';
import { columnSql } from '../schema-change/column-changes.ts';
import { hashColumn, pinyinColumn, tailColumn } from '../spec/columns.ts';
import { describeEntity } from '../spec/describe-entity.ts';
import { inlineValue } from '../spec/inline-condition.ts';
import { quote } from '../spec/names.ts';

type Documents = Pick<DocumentSet, 'entities' | 'dictionaries'> & Partial<Pick<DocumentSet, 'migrations'>>;

/** How a migration of the documents is named among those that ran. */
export function migrationKey({ name }: MigrationDocument): string {
  return `documents/${name}`;
}

/** Columns that may go with what they hold, as `table.column`: those of fields that a migration drops. */
export function droppedColumns({ migrations }: Documents): ReadonlySet<string> {
  const steps = [...(migrations?.values() ?? [])].flatMap((migration) => migration.steps);
  return new Set(
    steps.flatMap(({ entity, drop = [] }) =>
      drop.flatMap((key) =>
        [toColumn(key), hashColumn(key), tailColumn(key), pinyinColumn(key)].map((column) => `${entity}.${column}`),
      ),
    ),
  );
}

/**
 * Fills columns as a migration says, inside the caller's transaction, in the order of its steps; new columns are added
 * first, optional. Answers the statements that ran. What the rows do not allow is refused with the step and the reason.
 */
export async function fillRows(
  client: pg.ClientBase,
  migration: MigrationDocument,
  documents: Documents,
): Promise<readonly string[]> {
  const done: string[] = [];
  for (const step of migration.steps) {
    const entity = documents.entities.get(step.entity);
    if (entity === undefined || step.fill === undefined) continue;
    const stored = (await readCatalogue(client)).get(entity.name);
    if (stored === undefined) continue;
    for (const statement of statementsOf(step, entity, stored, documents)) {
      done.push(statement);
      await client.query(statement).catch((error: unknown) => {
        const got = `migrations/${migration.name}.json#/steps/${step.key}：${messageOf(error)}`;
        throw new StartError('E_TABLES', { got, refusals: [got] }, { cause: error });
      });
    }
  }
  return done;
}

function statementsOf(
  step: MigrationStep,
  entity: EntityDocument,
  stored: StoredTable,
  documents: Documents,
): readonly string[] {
  const fill = Object.entries(step.fill ?? {});
  const before: EntityDocument = { ...entity, fields: [...entity.fields, ...(step.former ?? [])] };
  const model = entityModel(before);
  // A database that never had what is read holds nothing to fill from.
  if ((step.former ?? []).some(({ key }) => !stored.columns.has(toColumn(key)))) return [];
  const table = quote(entity.name);
  const column = (key: string) => storedColumn(model, key, stored);
  const specs = describeEntity(entity, documents).columns;
  const missing = specs.filter(({ name }) =>
    fill.some(([key]) => toColumn(key) === name && !stored.columns.has(column(key))),
  );
  const values = fill.map(([key, source]) => `${quote(column(key))} = ${filledValue(model, key, source, column)}`);
  const where = step.where === undefined ? '' : ` where ${inlineValue(model, step.where, 'bool', column)}`;
  return [
    ...missing.map((spec) => `alter table ${table} add column ${columnSql({ ...spec, notNull: false })}`),
    `update ${table} set ${values.join(', ')}${where}`,
  ];
}

function filledValue(model: EntityModel, key: string, source: string, column: (key: string) => string): string {
  const field = model.fields.get(key);
  const kind = field === undefined ? undefined : kindOfField(field);
  if (kind === undefined || kind === 'ids' || kind === 'json' || kind === 'opaque')
    throw new TypeError(`${model.document.name}.${key} cannot be filled`);
  return inlineValue(model, source, kind, column);
}

/** The column of a field as the table has it now: it may still bear a former name. */
function storedColumn(model: EntityModel, key: string, stored: StoredTable): string {
  const field: EntityField | undefined = model.fields.get(key);
  const names = [key, ...(field?.formerKeys ?? [])].map(toColumn);
  return names.find((name) => stored.columns.has(name)) ?? toColumn(key);
}
