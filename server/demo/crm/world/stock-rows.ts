import type { LoadedRow } from '../../../db/load/table-writer.ts';
import { day } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import type { Random } from '../values/random.ts';

type Entry = {
  readonly textbookId: string;
  readonly at: number;
  readonly reason: string;
  readonly onHand: number;
  readonly locked: number;
  readonly shipmentId: string | null;
};
type Textbook = LoadedRow & { readonly id: string; readonly createdAt: number; readonly status: string };
type Parts = {
  readonly opened: number;
  readonly now: number;
  readonly add: (entity: string, row: LoadedRow) => void;
};

/** Copies that are left once everybody has his. */
const spare = 160;

/** What comes in and goes out of textbooks, kept until all of it is known, and written in the order it happened. */
export class Stocks {
  readonly #books = new Map<string, Textbook>();
  readonly #entries: Entry[] = [];

  constructor(
    private readonly staffId: string,
    private readonly parts: Parts,
    private readonly random: Random,
  ) {}

  /** A textbook there is; its stock follows. */
  open(book: Textbook): void {
    this.#books.set(book.id, book);
  }

  /** Something that happens to a stock. */
  enter(entry: Entry): void {
    this.#entries.push(entry);
  }

  /** Writes the textbooks and their ledger: what is needed was bought at first, some are left, one too few of some. */
  settle(): void {
    const sent = new Map<string, Entry[]>();
    for (const entry of this.#entries) {
      const own = sent.get(entry.textbookId);
      if (own === undefined) sent.set(entry.textbookId, [entry]);
      else own.push(entry);
    }
    let place = 0;
    for (const book of this.#books.values()) this.#write(book, sent.get(book.id) ?? [], place++);
  }

  #write(book: Textbook, own: readonly Entry[], place: number): void {
    const { now, add } = this.parts;
    const out = own.reduce((sum, { onHand }) => sum - Math.min(onHand, 0), 0);
    const kept = own.reduce((sum, { locked }) => sum + locked, 0);
    // Of every third there is less than what is safe, and nobody has bought the newest yet.
    const isNew = book.createdAt > now - 30 * day;
    const bought = isNew ? 0 : out + kept + (place % 3 === 2 ? 12 : spare);
    const first = { textbookId: book.id, at: book.createdAt, locked: 0, shipmentId: null };
    const counted = { ...first, at: now - 6 * day, reason: 'adjust', onHand: place % 4 === 1 ? -2 : 0 };
    const entries = [
      ...(bought > 0 ? [{ ...first, reason: 'purchase', onHand: bought }] : []),
      ...own,
      ...(isNew ? [] : [counted]),
    ].sort((one, other) => one.at - other.at);
    let onHand = 0;
    let locked = 0;
    for (const entry of entries) {
      onHand += entry.onHand;
      locked += entry.locked;
      add('stock_ledger', {
        ...{ id: demoId(entry.at, this.random), createdAt: entry.at, textbookId: book.id, reason: entry.reason },
        createdBy: entry.reason === 'lock' || entry.reason === 'unlock' ? null : this.staffId,
        ...{ onHandDelta: entry.onHand, lockedDelta: entry.locked, onHandAfter: onHand, lockedAfter: locked },
        ...{ shipmentId: entry.shipmentId, remark: entry === counted && counted.onHand < 0 ? '破损两册' : null },
      });
    }
    add('textbook', { ...book, stockOnHand: onHand, stockLocked: locked, countedAt: isNew ? null : counted.at });
  }
}
