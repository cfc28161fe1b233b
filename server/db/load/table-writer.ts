import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { type EntityModel, entityModel, isStored } from '../../../engine/model/entity/index.ts';
import { evaluate, parseExpression } from '../../../engine/model/expression/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import type { CopyForm } from '../../fields/kind/server-field-type.ts';
import type { Spell } from '../search/pinyin.ts';
import { pinyinColumn, tailColumn } from '../spec/columns.ts';
import { hasHash, hashColumn, hasTail } from '../spec/describe-entity.ts';
import { quote } from '../spec/names.ts';
import { isSpelled } from '../spec/search-column.ts';
import { isoMoment } from './moment-text.ts';

/** A masked value ready to be stored. */
export type Sealed = { readonly stored: string; readonly hash: string; readonly tail?: string | undefined };

/** A value of a row. A moment is epoch milliseconds; a list of ids is an array; what is left out takes its default. */
export type Cell = string | number | boolean | null | undefined | Sealed | readonly string[];

/** A row by field key, with `id` and the common columns. */
export type LoadedRow = Readonly<Record<string, Cell>> & {
  readonly id: string;
  readonly createdAt: number;
  readonly createdBy: string | null;
  readonly updatedAt?: number;
};

type Encode = (row: LoadedRow) => string;

const none = '\\N';

/** Collects rows of one entity in COPY's text format; columns follow the entity document. */
export class TableWriter {
  readonly #columns: readonly string[];
  readonly #encoders: readonly Encode[];
  readonly #known: ReadonlySet<string>;
  readonly #cells: string[];
  #lines: string[] = [];
  #size = 0;
  #isChecked = false;

  /** `spell` writes the pinyin of fields that are searched by it; `loadSpeller` gives one. */
  constructor(
    readonly entity: EntityDocument,
    spell: Spell,
  ) {
    const model = entityModel(entity);
    const columns = [
      ...commonColumns(entity),
      ...entity.fields.filter(isStored).flatMap((field) => fieldColumns(model, field, spell)),
    ];
    this.#columns = columns.map(([name]) => name);
    this.#encoders = columns.map(([, encode]) => encode);
    this.#cells = columns.map(() => none);
    this.#known = new Set([...model.fields.keys(), 'createdAt', 'createdBy']);
  }

  /** Characters waiting to be sent. */
  get size(): number {
    return this.#size;
  }

  add(row: LoadedRow): void {
    if (!this.#isChecked) this.#check(row);
    // Joined at once: put together piece by piece, every piece would be garbage.
    for (let place = 0; place < this.#encoders.length; place++)
      this.#cells[place] = this.#encoders[place]?.(row) ?? none;
    const line = this.#cells.join('\t');
    this.#lines.push(line);
    this.#size += line.length;
  }

  /** Takes the collected rows out, so that new ones can be collected while these are sent. */
  take(): readonly string[] {
    const lines = this.#lines;
    this.#lines = [];
    this.#size = 0;
    return lines;
  }

  /** Sends rows taken out before; the table must have been emptied in the same transaction. */
  async send(client: pg.ClientBase, lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const columns = this.#columns.map(quote).join(', ');
    // Rows that are spread over partitions cannot be written ready to read.
    const options = this.entity.partition === undefined ? ' with (freeze)' : '';
    const stream = client.query(copyFrom(`copy ${quote(this.entity.name)} (${columns}) from stdin${options}`));
    await pipeline(Readable.from([`${lines.join('\n')}\n`]), stream);
  }

  /** A row written for a field that no document has would be lost without a word. */
  #check(row: LoadedRow): void {
    const unknown = Object.keys(row).filter((key) => !this.#known.has(key));
    if (unknown.length > 0) throw new TypeError(`loaded rows: ${this.entity.name} has no ${unknown.join(', ')}`);
    this.#isChecked = true;
  }
}

function commonColumns(entity: EntityDocument): readonly (readonly [string, Encode])[] {
  const made: readonly (readonly [string, Encode])[] = [
    ['id', (row) => row.id],
    ['created_at', (row) => isoMoment(row.createdAt)],
    ['created_by', (row) => row.createdBy ?? none],
  ];
  if (entity.appendOnly === true) return made;
  return [
    ...made,
    ['updated_at', (row) => isoMoment(row.updatedAt ?? row.createdAt)],
    ['updated_by', (row) => row.createdBy ?? none],
  ];
}

function fieldColumns(model: EntityModel, field: EntityField, spell: Spell): readonly (readonly [string, Encode])[] {
  const { key } = field;
  const column = toColumn(key);
  if (field.mask === undefined) {
    const fallback = constantDefault(field);
    const encode = encoders[serverFieldTypes[field.type].copyForm];
    const absent = encode(fallback);
    const plain: readonly [string, Encode] = [
      column,
      (row) => {
        const cell = row[key];
        return cell === undefined ? absent : encode(cell);
      },
    ];
    if (!isSpelled(field)) return [plain];
    return [plain, [pinyinColumn(key), (row) => spelled(row[key] ?? fallback, spell)]];
  }
  const part = (row: LoadedRow, name: keyof Sealed) => {
    const cell = row[key];
    return isSealed(cell) ? (cell[name] ?? none) : none;
  };
  const stored: readonly [string, Encode] = [column, (row) => part(row, 'stored')];
  return [
    stored,
    ...(hasHash(model, field) ? [[hashColumn(key), (row: LoadedRow) => part(row, 'hash')] as const] : []),
    ...(hasTail(field) ? [[tailColumn(key), (row: LoadedRow) => part(row, 'tail')] as const] : []),
  ];
}

function spelled(cell: Cell, spell: Spell): string {
  return typeof cell === 'string' ? spell(cell) : none;
}

function isSealed(cell: Cell): cell is Sealed {
  return typeof cell === 'object' && cell !== null && 'stored' in cell;
}

function constantDefault(field: EntityField): Cell {
  if (field.type === 'refs') return [];
  if (field.defaultValue === undefined) return null;
  const parsed = parseExpression(field.defaultValue);
  const value = parsed.ok && parsed.expression.kind === 'literal' ? evaluate(parsed.expression, {}) : null;
  return typeof value === 'object' ? null : value;
}

const encoders: Readonly<Record<CopyForm, (cell: Cell) => string>> = {
  plain: plainText,
  safe: safeText,
  moment: (cell) => (typeof cell === 'number' ? isoMoment(cell) : none),
  ids: (cell) => (Array.isArray(cell) ? `{${cell.join(',')}}` : none),
  json: (cell) =>
    cell === null || cell === undefined ? none : escapeText(typeof cell === 'string' ? cell : JSON.stringify(cell)),
};

/** A value in which nothing needs to be escaped. */
function safeText(cell: Cell): string {
  return cell === null || cell === undefined ? none : String(cell);
}

function plainText(cell: Cell): string {
  if (cell === null || cell === undefined) return none;
  return typeof cell === 'string' ? escapeText(cell) : String(cell);
}

const special = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeText(text: string): string {
  return special.test(text) ? text.replace(/[\\\t\n\r]/g, (letter) => escapes[letter] ?? letter) : text;
}
