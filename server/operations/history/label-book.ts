import { sql } from 'kysely';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import { fileTypeOf } from '../../../engine/model/fields/index.ts';
import { listed } from '../../kernel/language/listed.ts';
import { type CallContext, documentOf, modelOf } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { every } from '../../records/plan/conditions.ts';
import { ownRowPolicy } from '../../records/plan/row-policy-conditions.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { RowReader } from '../../records/read/row-reader.ts';

/** What referenced rows are called, read together, and only those in the reader's own reach. */
export class LabelBook {
  readonly #wanted = new Map<string, Set<string>>();
  readonly #labels = new Map<string, string>();

  constructor(readonly context: CallContext) {}

  /** Notes the references in logged values of an entity, child rows included. */
  note(entityName: string, ...parts: readonly Values[]): void {
    const { documents } = this.context;
    if (!documents.entities.has(entityName)) return;
    const entity = modelOf(documents, entityName);
    for (const values of parts) {
      for (const [key, value] of Object.entries(values)) {
        const rows = entity.children.get(key);
        if (rows !== undefined && Array.isArray(value)) this.note(rows.entity, ...value);
        this.noteField(entity.fields.get(key), values);
      }
    }
  }

  /** Notes the reference in a value that belongs to no stored record, such as an input. */
  noteField(field: EntityField | undefined, values: Values): void {
    const target = field === undefined ? undefined : targetOf(field, values);
    if (field === undefined || target === undefined) return;
    const ids = this.#wanted.get(target) ?? new Set();
    this.#wanted.set(target, ids);
    for (const id of idsIn(values[field.key])) ids.add(id);
  }

  /** Reads them, with one statement per entity; deleted rows keep their name. */
  async read(): Promise<void> {
    for (const [target, ids] of this.#wanted) {
      const { label } = documentOf(this.context.documents, target);
      const plan = new SelectPlan(this.context, modelOf(this.context.documents, target));
      const reader = new RowReader(plan, this.context, [label]);
      // A file a record was saved with is that record's own: who reads of the one may read the name of the other.
      const within =
        target === files ? [] : ownRowPolicy(plan.entity.document, this.context.caller, (path) => plan.fact(path));
      const columns = reader.columns();
      const found = await sql<Record<string, unknown>>`select ${columns} ${plan.from()}
        where ${every([sql`${plan.own('id')} = any(${[...ids]}::uuid[])`, ...within])}`.execute(this.context.db);
      for (const row of found.rows) {
        const record = reader.record(row);
        this.#labels.set(`${target}/${record.id}`, String(record[label] ?? ''));
      }
    }
  }

  /** The labels of a reference's rows; those out of reach or gone are left out. */
  textOf(field: EntityField, values: Values): string {
    const target = targetOf(field, values);
    const labels = idsIn(values[field.key]).map((id) => this.#labels.get(`${target}/${id}`) ?? '');
    return listed(labels.filter((label) => label !== ''));
  }
}

const files = 'file_object';

function targetOf(field: EntityField, values: Values): string | undefined {
  if (fileTypeOf(field.type) !== undefined) return files;
  if (field.refBy === undefined) return field.type === 'ref' || field.type === 'refs' ? field.ref : undefined;
  const kind = values[field.refBy.field];
  return typeof kind === 'string' ? field.refBy.entities[kind] : undefined;
}

function idsIn(value: unknown): readonly string[] {
  return [value].flat().filter((id) => typeof id === 'string');
}
