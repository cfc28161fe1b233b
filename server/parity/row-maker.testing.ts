import type { EntityField } from '../../engine/model/documents/index.ts';
import { type EntityModel, entityModel } from '../../engine/model/entity/index.ts';
import { newId } from '../kernel/crypto/new-id.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import type { TestRows } from '../testing/test-app.ts';

/** Whose rows are made: the person, his department and the project they are of. */
export type Holder = { readonly staffId: string; readonly departmentId: string; readonly projectId: string };

/** What a row must hold beyond what its fields ask for, so that the entity's own constraints are kept. */
const kept: Readonly<Record<string, Values>> = {
  agreement: { status: 'revoked' },
  call_record: { status: 'no_answer', talkSeconds: 0 },
  customer: { ownState: 'owned' },
  forbidden_word: { matchMode: 'contain' },
  invoice: { amount: 0, redOfId: null, kind: 'e_normal', titleType: 'personal', email: 'row@example.com' },
  lesson_record: { totalSeconds: 60, watchedSeconds: 30 },
  handover_batch: { status: 'cancelled' },
  order_item: { totalUnits: 0 },
  payment: { amount: 100 },
  refund: { applyAmount: 100, closeRights: true },
  refund_payout: { amount: 100 },
  review_deputy: { validFrom: '2026-01-01', validTo: '2026-12-31' },
  sms_batch: { filter: { and: [{ field: 'level', op: 'eq', value: 'a' }] } },
  // Whatever waits in a project is on the desk of its teachers.
  student_question: { status: 'answered' },
  study_service: { ownState: 'assigned', status: 'serving' },
  qa_review: { inspectorId: null },
  sales_order: { listTotal: 0, discountTotal: 0, payableTotal: 0, paidTotal: 0, refundedTotal: 0 },
};

/** What makes a row the holder's by way of another one. */
const held: Readonly<Record<string, (holder: Holder) => Values>> = {
  teacher: ({ staffId }) => ({ staffId }),
  student: ({ staffId, departmentId }) => ({ supervisorId: staffId, supervisorDeptId: departmentId }),
};

/** What each holder has one of from the start; others of it would be seen by everybody. */
const ofHolder: ReadonlySet<string> = new Set(['staff', 'department', 'project', 'teacher']);

/**
 * Makes rows of any entity that belong to somebody, straight in the database: owner, department and project as the
 * entity's `access` says, required fields with whatever fits them.
 */
export class RowMaker {
  #count = 0;
  #days = 0;

  constructor(
    readonly company: TestRows,
    /** Rows that stand beside many others, made once. */
    readonly made: Map<string, string> = new Map(),
  ) {}

  /** The same in a copy of the database. */
  on(company: TestRows): RowMaker {
    const maker = new RowMaker(company, new Map(this.made));
    maker.#count = this.#count + 1_000_000;
    maker.#days = this.#days + 10_000;
    return maker;
  }

  /** The holder's own row; made once where there can be but one. */
  async rowOf(entityName: string, holder: Holder): Promise<string> {
    return hasOneEach(this.#entity(entityName)) ? this.#parent(entityName, holder) : this.make(entityName, holder);
  }

  /** Inserts a row and answers its id. */
  async make(entityName: string, holder: Holder, values: Values = {}): Promise<string> {
    const entity = this.#entity(entityName);
    const row: Record<string, unknown> = {};
    for (const field of entity.document.fields) {
      const value = field.required === true ? await this.#needed(entity, field, holder) : undefined;
      if (value !== undefined) row[field.key] = value;
    }
    const id = await this.company.records.insert(entityName, {
      ...row,
      ...(await this.#access(entity, holder)),
      ...held[entityName]?.(holder),
      ...kept[entityName],
      ...this.#span(entity),
      ...values,
    });
    if (this.#isByAuthor(entity))
      await this.company.database.rows(`update "${entityName}" set created_by = $1 where id = $2`, [
        holder.staffId,
        id,
      ]);
    return id;
  }

  /** The holder's own row of an entity that others refer to; made once. */
  async #parent(entityName: string, holder: Holder): Promise<string> {
    if (entityName === 'staff') return holder.staffId;
    if (entityName === 'department') return holder.departmentId;
    if (entityName === 'project') return holder.projectId;
    const key = `${entityName} ${holder.staffId} ${holder.projectId}`;
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const id = (await this.#onlyOne(entityName, holder)) ?? (await this.make(entityName, holder));
    this.made.set(key, id);
    return id;
  }

  /** The row somebody has already where there can be but one, as the product makes some when they are first needed. */
  async #onlyOne(entityName: string, holder: Holder): Promise<string | undefined> {
    const owner = ownerOfOne(this.#entity(entityName));
    if (owner === undefined) return undefined;
    return (await this.company.records.findOne(entityName, { [owner]: holder.staffId }))?.id;
  }

  /** A row that others refer to: of what people own a new one, as there may be but one of a kind beside it. */
  async #beside(entityName: string, holder: Holder): Promise<string> {
    return this.#isNewBeside(entityName) ? this.make(entityName, holder) : this.#parent(entityName, holder);
  }

  #isNewBeside(entityName: string): boolean {
    const entity = this.#entity(entityName);
    return entity.document.access !== undefined && !hasOneEach(entity);
  }

  async #access(entity: EntityModel, holder: Holder): Promise<Values> {
    const { access } = entity.document;
    const paths = [...(access?.owner ?? []), ...(access?.department ?? []), ...[access?.project ?? []].flat()];
    const row: Record<string, unknown> = {};
    for (const [first = ''] of paths.map((path) => path.split('.'))) {
      const field = entity.fields.get(first) ?? entity.relations.get(first)?.field;
      if (field?.ref === undefined || field.key === 'createdBy') continue;
      // What belongs to whoever another row belongs to gets a row of its own to belong to: some have room for one.
      const id = await (paths.some((path) => path.startsWith(`${first}.`))
        ? this.#beside(field.ref, holder)
        : this.#parent(field.ref, holder));
      row[field.key] = field.type === 'refs' ? [id] : id;
    }
    return row;
  }

  /** What may not overlap takes an hour of its own. */
  #span({ document: { constraints = [] } }: EntityModel): Values {
    const [exclude] = constraints.flatMap((rule) => rule.exclude ?? []);
    if (exclude === undefined || !constraints.some(({ check }) => check !== undefined)) return {};
    this.#count += 1;
    const from = Date.UTC(2027, 0, 1) + this.#count * 3_600_000;
    return { [exclude.from]: new Date(from).toISOString(), [exclude.to]: new Date(from + 1_800_000).toISOString() };
  }

  #isByAuthor(entity: EntityModel): boolean {
    return entity.document.access?.owner?.includes('createdBy') === true;
  }

  /** What joins two rows joins two once: one of them is a new one, unless one of the others is new anyway. */
  #needed(entity: EntityModel, field: EntityField, holder: Holder): Promise<unknown> {
    const { ref, key } = field;
    const others = pairsEndedBy(entity, key);
    const isApart = others.every((pair) => pair.some((other) => other !== undefined && this.#isNewBeside(other)));
    return ref === undefined || isApart || ofHolder.has(ref) ? this.#required(field, holder) : this.make(ref, holder);
  }

  async #required(field: EntityField, holder: Holder): Promise<unknown> {
    this.#count += 1;
    switch (field.type) {
      case 'ref':
      case 'refs': {
        // A reference to rows of several entities says beside it which one; no row needs to be there.
        const id = field.ref === undefined ? newId() : await this.#beside(field.ref, holder);
        return field.type === 'refs' ? [id] : id;
      }
      case 'enum':
        return [...(this.company.documents.dictionaries.get(field.dictionary ?? '')?.values ?? [])][0]?.key;
      case 'mobile':
        return `137${String(10_000_000 + this.#count)}`;
      case 'int':
      case 'decimal':
      case 'money':
        return field.unique === true ? this.#count : (field.min ?? 0);
      case 'bool':
        return false;
      case 'date':
      case 'month':
        return field.unique === true ? this.#freshDay(field.type) : '2026-03-01';
      case 'datetime':
        return '2026-03-01T02:00:00.000Z';
      case 'json':
        return field.shape === undefined ? [] : this.#shaped(field.shape, holder);
      case 'file':
      case 'image':
        return this.company.records.insert('file_object', {
          ...{ name: `r${this.#count}.txt`, kind: 'doc', mime: 'text/plain', size: 1, private: true },
          ...{ sha256: '0'.repeat(64), storageKey: `row-${String(this.#count).padStart(8, '0')}` },
        });
      default:
        return `r${this.#count}`;
    }
  }

  /** What a structured value must hold, and no more. */
  async #shaped({ fields, list }: NonNullable<EntityField['shape']>, holder: Holder): Promise<unknown> {
    const required = fields.filter((field) => field.required === true);
    const pairs = await Promise.all(required.map(async (field) => [field.key, await this.#required(field, holder)]));
    const value: unknown = Object.fromEntries(pairs);
    return list === true ? [value] : value;
  }

  /** A day no other row has, or the first one of a month. */
  #freshDay(type: 'date' | 'month'): string {
    this.#days += 1;
    const day = type === 'month' ? Date.UTC(2001, this.#days) : Date.UTC(2001, 0, this.#days);
    return new Date(day).toISOString().slice(0, 10);
  }

  #entity(name: string): EntityModel {
    const document = this.company.documents.entities.get(name);
    if (document === undefined) throw new TypeError(`no entity ${name}`);
    return entityModel(document);
  }
}

/** What the other fields refer to of each unique index of references alone that ends with the field. */
function pairsEndedBy(
  { document, fields: own }: EntityModel,
  key: string,
): readonly (readonly (string | undefined)[])[] {
  return (document.indexes ?? [])
    .filter(
      ({ unique, fields }) =>
        unique === true && fields.at(-1) === key && fields.every((field) => own.get(field)?.type === 'ref'),
    )
    .map(({ fields }) => fields.slice(0, -1).map((field) => own.get(field)?.ref));
}

/** Whether everybody owns at most one row of the entity. */
export function hasOneEach(entity: EntityModel): boolean {
  return ownerOfOne(entity) !== undefined;
}

/** The field that names whose only row it is. */
function ownerOfOne(entity: EntityModel): string | undefined {
  // Everybody reads of all of them; what hangs on one is whose person he is.
  if (entity.document.name === 'teacher') return 'staffId';
  return entity.document.access?.owner?.find((path) => entity.fields.get(path)?.unique === true);
}
