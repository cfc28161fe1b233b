import { refuse } from '../../kernel/errors/app-error.ts';
import { tableText } from '../../texts/files/table-text.ts';

const maxTexts = 2_000_000;
const maxBytes = 160 * 1_048_576;
const chunkSize = 1_048_576;

/** The texts of a workbook in few large pieces: millions of them cost little more than their letters. */
export class SharedStrings {
  readonly #chunks: Buffer[] = [];
  #ends = new Uint32Array(1024);
  #count = 0;
  #used = 0;
  #current = Buffer.alloc(0);
  #free = 0;

  /** Adds the next text. */
  add(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    if (this.#count >= maxTexts)
      throw refuse('E_IMPORT_LIMIT', {
        got: tableText('table.texts.over'),
        expected: tableText('table.texts', { maxTexts }),
      });
    if (this.#used + bytes.length > maxBytes)
      throw refuse('E_IMPORT_LIMIT', { got: tableText('table.texts.over'), expected: tableText('table.texts.size') });
    this.#append(bytes);
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(this.#ends.length * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.#count] = this.#used;
    this.#count += 1;
  }

  /** A text by its number; one that is not there is empty. */
  at(index: number): string {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return '';
    const start = index === 0 ? 0 : (this.#ends[index - 1] ?? 0);
    return this.#slice(start, this.#ends[index] ?? start);
  }

  #append(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#free === 0) {
        this.#current = Buffer.allocUnsafe(chunkSize);
        this.#chunks.push(this.#current);
        this.#free = chunkSize;
      }
      const part = Math.min(this.#free, rest.length);
      rest.copy(this.#current, chunkSize - this.#free, 0, part);
      this.#free -= part;
      this.#used += part;
      rest = rest.subarray(part);
    }
  }

  #slice(start: number, end: number): string {
    const first = Math.floor(start / chunkSize);
    const last = Math.floor(Math.max(start, end - 1) / chunkSize);
    if (first === last) return this.#part(first, start, end).toString('utf8');
    const parts: Buffer[] = [];
    for (let chunk = first; chunk <= last; chunk += 1) parts.push(this.#part(chunk, start, end));
    return Buffer.concat(parts).toString('utf8');
  }

  #part(chunk: number, start: number, end: number): Buffer {
    const base = chunk * chunkSize;
    const whole = this.#chunks[chunk] ?? Buffer.alloc(0);
    return whole.subarray(Math.max(0, start - base), Math.min(chunkSize, end - base));
  }
}
