import { pipeline, type Readable } from 'node:stream';
import { type Info, parse } from 'csv-parse';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { FileStore } from '../../kernel/services/file-store.ts';
import type { TableFile } from '../../kernel/services/table-inspector.ts';
import { tableText } from '../../texts/files/table-text.ts';
import type { ReadBudget } from './read-budget.ts';
import { refuseColumns, type TableRow } from './table-row.ts';
import { asTyped } from './write-csv.ts';

const maxRowLength = 1_048_576;

/** Reads the rows of a CSV file one after another; encoding and separator are found from its content. */
export async function* readCsv(file: TableFile, files: FileStore, budget: ReadBudget): AsyncIterable<TableRow> {
  const encoding = await encodingOf(file, files);
  const source = await files.read(file.key);
  const text = decoded(source, encoding);
  const first = await text.next();
  const delimiter = delimiterOf(first.done === true ? '' : first.value);
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRowLength,
  });
  async function* whole() {
    if (first.done !== true) yield first.value;
    yield* text;
  }
  pipeline(whole(), parser, () => undefined);
  try {
    let number = 0;
    for await (const { record } of parser as AsyncIterable<{ readonly info: Info; readonly record: string[] }>) {
      number += 1;
      budget.row();
      refuseColumns(record.length);
      yield { number, cells: record.map(asTyped) };
    }
  } catch (error) {
    throw asRefusal(error);
  } finally {
    source.destroy();
  }
}

function asRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'CSV_MAX_RECORD_SIZE')
    return refuse('E_IMPORT_LIMIT', { got: tableText('table.line.over'), expected: tableText('table.line') });
  return code.startsWith('CSV_') ? refuse('E_IMPORT_FILE', { got: tableText('table.quotes') }) : error;
}

/** UTF-8 where all of it is, UTF-16 by its mark, else GB 18030, which holds all of GBK and GB 2312. */
async function encodingOf(file: TableFile, files: FileStore): Promise<string> {
  for (const encoding of ['utf-8', 'gb18030'] as const) {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const source = await files.read(file.key);
    let isFirst = true;
    try {
      for await (const chunk of source) {
        if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
        isFirst = false;
        decoder.decode(chunk, { stream: true });
      }
      decoder.decode();
      return encoding;
    } catch {
      // Not this one.
    } finally {
      source.destroy();
    }
  }
  throw refuse('E_IMPORT_FILE', { got: tableText('table.encoding') });
}

async function* decoded(source: Readable, encoding: string): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of source) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

const delimiters = [',', '\t', ';', '|'] as const;

/** The separator that stands most often in the first line outside quotes. */
export function delimiterOf(start: string): string {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const character of start) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '\n') break;
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best === undefined || best[1] === 0 ? ',' : best[0];
}
