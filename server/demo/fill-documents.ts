import type { DemoRow, EntityField } from '../../engine/model/documents/index.ts';
import type { EntityModel } from '../../engine/model/entity/index.ts';
import { pointer } from '../../engine/model/faults/index.ts';
import { checkValue, demoTarget, demoValue } from '../../engine/model/record/index.ts';
import { inTransaction } from '../db/connection/connect.ts';
import { hashPassword } from '../kernel/crypto/password.ts';
import { whileAtDocument } from '../kernel/errors/document-fault.ts';
import { modelOf } from '../kernel/operation/context.ts';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { insertAccount, insertFirstRow, insertShippedRoles, insertTopDepartment } from '../seed/first-rows.ts';
import { type Seeding, seedContext } from '../seed/seed-context.ts';

/**
 * Fills an empty database with the demo rows of the documents, in one transaction: roles, people who can sign in, and
 * everything else in the name of the first of them. Where the documents bring no people there is one account per role.
 */
export async function fillFromDocuments(seeding: Seeding, password: string): Promise<void> {
  await inTransaction(seeding.db, async (transaction) => {
    const base = { ...seeding, db: transaction };
    const first = seedContext(base);
    const roles = await insertShippedRoles(first);
    const rows = new DemoRows(first, password);
    rows.known('role', roles);
    await rows.insertAll('staff');
    const author = rows.firstOf('staff') ?? (await accountsOfRoles(rows, roles, password, first));
    const person = await first.records.findOne('staff', { id: author });
    rows.context = seedContext(base, { id: author, departmentId: String(person?.departmentId) });
    for (const entity of seeding.documents.demo.keys()) await rows.insertAll(entity);
    await rows.connect();
  });
}

/** One account per role, named like it, all in the first department. */
async function accountsOfRoles(
  rows: DemoRows,
  roles: ReadonlyMap<string, string>,
  password: string,
  context: RuleContext,
): Promise<string> {
  await rows.insertAll('department');
  const departmentId = rows.firstOf('department') ?? (await insertTopDepartment(context));
  const ids: string[] = [];
  for (const [place, role] of [...context.documents.roles.values()].entries()) {
    const { code: account, title: name } = role;
    const who = { account, name, password, departmentId, roleId: roles.get(account), place, firstLogin: false };
    ids.push(await insertAccount(who, context));
  }
  rows.known('staff', new Map([...context.documents.roles.keys()].map((code, place) => [code, ids[place] ?? ''])));
  return ids[0] ?? '';
}

/** A reference of a row to rows of which some had no id when it was inserted. */
type Waiting = {
  readonly entity: string;
  readonly id: string;
  readonly key: string;
  readonly target: string;
  readonly rows: readonly string[];
  readonly many: boolean;
};

/** Inserts demo rows, each after the rows it refers to; where rows refer to each other in a circle, one waits. */
class DemoRows {
  readonly #ids = new Map<string, Map<string, string>>();
  readonly #begun = new Set<DemoRow>();
  readonly #waiting: Waiting[] = [];

  constructor(
    public context: RuleContext,
    readonly password: string,
  ) {}

  /** Rows that came otherwise, by key. */
  known(entity: string, ids: ReadonlyMap<string, string>): void {
    this.#ids.set(entity, new Map([...(this.#ids.get(entity) ?? []), ...ids]));
  }

  firstOf(entity: string): string | undefined {
    const key = this.context.documents.demo.get(entity)?.rows[0]?.key;
    return key === undefined ? undefined : this.#ids.get(entity)?.get(key);
  }

  async insertAll(entity: string): Promise<void> {
    for (const row of this.#rowsOf(entity)) await this.#insertAt(entity, row);
  }

  /** Fills in the references that had to wait. */
  async connect(): Promise<void> {
    for (const { entity, id, key, target, rows, many } of this.#waiting) {
      const ids = this.#idsOf(target, rows);
      await this.context.records.update(entity, id, { [key]: many ? ids : ids[0] });
    }
  }

  async #insert(entity: string, row: DemoRow): Promise<void> {
    if (this.#begun.has(row)) return;
    this.#begun.add(row);
    const model = modelOf(this.context.documents, entity);
    const values: Record<string, unknown> = { ...(await this.#secrets(model)) };
    const waiting: Omit<Waiting, 'id'>[] = [];
    for (const [key, raw] of Object.entries(row.values)) {
      const field = model.fields.get(key);
      if (field === undefined) continue;
      const target = demoTarget(field, row.values);
      if (target === undefined) values[key] = this.#plain(field, raw);
      else {
        const keys = [raw].flat().filter((item) => typeof item === 'string');
        const ids = await this.#reached(target, keys);
        values[key] = field.type === 'refs' ? ids : (ids[0] ?? null);
        if (ids.length < keys.length) waiting.push({ entity, key, target, rows: keys, many: field.type === 'refs' });
      }
    }
    const id = await insertFirstRow(entity, values, this.context);
    this.known(entity, new Map([[row.key, id]]));
    this.#waiting.push(...waiting.map((one) => ({ ...one, id })));
  }

  /** The ids of rows, inserted first where they are still to come; one inside a circle has none yet. */
  async #reached(entity: string, keys: readonly string[]): Promise<readonly string[]> {
    const rows = this.#rowsOf(entity);
    for (const row of rows.filter((candidate) => keys.includes(candidate.key))) await this.#insertAt(entity, row);
    return this.#idsOf(entity, keys);
  }

  #rowsOf(entity: string): readonly DemoRow[] {
    return this.context.documents.demo.get(entity)?.rows ?? [];
  }

  #insertAt(entity: string, row: DemoRow): Promise<void> {
    const place = { kind: 'demo', name: entity, pointer: pointer('rows', this.#rowsOf(entity).indexOf(row)) } as const;
    return whileAtDocument(place, () => this.#insert(entity, row));
  }

  #idsOf(entity: string, keys: readonly string[]): readonly string[] {
    return keys.flatMap((key) => this.#ids.get(entity)?.get(key) ?? []);
  }

  #plain(field: EntityField, raw: DemoRow['values'][string]): unknown {
    // A history may lie in the past, whatever a form would ask for.
    const { future: _, ...plain } = field;
    const { documents, now } = this.context;
    const outcome = checkValue(plain, demoValue(raw, now), { dictionaries: documents.dictionaries, now });
    return 'value' in outcome ? outcome.value : null;
  }

  /** People sign in with the demo password, and need not change it. */
  async #secrets(model: EntityModel): Promise<Values> {
    if (model.document.people !== true) return {};
    return { passwordHash: await hashPassword(this.password), firstLogin: false };
  }
}
