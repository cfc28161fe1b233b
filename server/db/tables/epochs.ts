import { quote, quoteText } from '../spec/names.ts';
import type { TableSpec } from '../spec/table-spec.ts';
import type { MigratorSession } from './migrator-session.ts';

/** A table of one row whose value tells whether anything that was read before is still so, and what it watches. */
type Epoch = {
  /** Its table, and the trigger of every watched one. */
  readonly name: string;
  /** The function of the triggers. */
  readonly noting: string;
  /** The columns that are read, by their table: whoever changes one of them, by whatever way, changes the value. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
};

/** Who may do what: the columns of people, departments, roles, masks and holidays that `readStanding` reads. */
const accessEpoch: Epoch = {
  name: 'access_epoch',
  noting: 'note_access_change',
  columns: {
    staff: [
      ...['name', 'status', 'first_login', 'department_id', 'role_ids', 'project_ids', 'data_scope'],
      ...['custom_department_ids', 'deleted_at'],
    ],
    department: ['path', 'parent_id', 'deleted_at'],
    role: [
      ...['code', 'name', 'data_scope', 'custom_department_ids', 'menus', 'permissions', 'entity_scopes'],
      ...['project_ids', 'enabled', 'deleted_at'],
    ],
    masking_policy: [
      ...['target_type', 'staff_id', 'department_id', 'role_id', 'field', 'mode', 'reveal_daily_limit', 'call_only'],
      ...['lookup_minute_limit', 'lookup_daily_limit', 'enabled', 'effective_from', 'effective_to', 'deleted_at'],
    ],
    holiday: ['day', 'kind', 'deleted_at'],
  },
};

/** What was changed in the app: every release of a page, what the pages made there start from, fields and dictionaries. */
const designEpoch: Epoch = {
  name: 'design_epoch',
  noting: 'note_design_change',
  columns: {
    page_release: ['page', 'layer', 'number', 'kind', 'edits'],
    page_made: ['name', 'document', 'parent', 'deleted_at'],
    custom_field: ['entity', 'key', 'definition', 'ordinal', 'status', 'deleted_at'],
    custom_dictionary: ['name', 'document', 'edits', 'deleted_at'],
  },
};

/**
 * The row is written when the transaction commits, once, so that changes of people wait for each other no longer than
 * that. The value is drawn, so that it never comes again, not even in a database that was put back.
 */
function notingOf({ name, noting }: Epoch): string {
  return `create or replace function ${noting}() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if current_setting('learning.${name}', true) is distinct from pg_current_xact_id()::text then
      insert into ${name} (id, epoch) values (true, gen_random_uuid())
        on conflict (id) do update set epoch = excluded.epoch;
      perform set_config('learning.${name}', pg_current_xact_id()::text, true);
    end if;
    return null;
  end $$`;
}

/** Makes the triggers that are missing or watch other columns. */
export async function watchChanges(session: MigratorSession, specs: readonly TableSpec[]): Promise<void> {
  for (const epoch of [accessEpoch, designEpoch]) await watch(epoch, session, specs);
}

async function watch(epoch: Epoch, session: MigratorSession, specs: readonly TableSpec[]): Promise<void> {
  const { rows } = await session.client.query<{ table: string; definition: string }>(
    `select c.relname as "table", obj_description(t.oid, 'pg_trigger') as definition
       from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = $1`,
    [epoch.name],
  );
  const stored = new Map(rows.map(({ table, definition }) => [table, definition]));
  const statements = specs.flatMap((spec) => {
    const definition = definitionOf(spec, epoch);
    return definition === undefined || stored.get(spec.name) === definition
      ? []
      : remade(spec.name, definition, epoch.name);
  });
  if (statements.length > 0) await session.apply([notingOf(epoch), ...statements, begun(epoch)]);
}

/** Before the first change there is a value too: what was read under it is kept. */
function begun({ name }: Epoch): string {
  return `insert into ${name} (id, epoch) values (true, gen_random_uuid()) on conflict (id) do nothing`;
}

/** The trigger of a table, where it has something that is read. */
function definitionOf({ name, columns }: TableSpec, epoch: Epoch): string | undefined {
  const read = epoch.columns[name];
  if (read === undefined) return undefined;
  const there = columns.filter((column) => read.includes(column.name)).map((column) => quote(column.name));
  return `create constraint trigger ${epoch.name} after insert or delete or update of ${there.join(', ')} on ${quote(name)}
    deferrable initially deferred for each row execute function ${epoch.noting}()`;
}

/** The definition is kept as its comment: PostgreSQL prints it in other words. */
function remade(table: string, definition: string, trigger: string): readonly string[] {
  return [
    `drop trigger if exists ${trigger} on ${quote(table)}`,
    definition,
    `comment on trigger ${trigger} on ${quote(table)} is ${quoteText(definition)}`,
  ];
}
