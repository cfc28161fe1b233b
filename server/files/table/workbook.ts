import { AppError, refuse } from '../../kernel/errors/app-error.ts';
import type { FileStore } from '../../kernel/services/file-store.ts';
import type { TableFile } from '../../kernel/services/table-inspector.ts';
import { tableText } from '../../texts/files/table-text.ts';
import { type Archive, ArchiveFault, openArchive } from '../store/zip-archive.ts';
import { isDateFormat } from './date-format.ts';
import type { ReadBudget } from './read-budget.ts';
import { SharedStrings } from './shared-strings.ts';
import { readXml } from './xml-events.ts';

/** A workbook with all that is needed to read the rows of its first visible sheet. */
export type Workbook = {
  readonly archive: Archive;
  /** The entry that holds the sheet. */
  readonly sheet: string;
  readonly texts: SharedStrings;
  /** Styles that show a number as a date. */
  readonly dateStyles: ReadonlySet<number>;
  readonly since1904: boolean;
};

const maxEntries = 2000;
const mebibyte = 1_048_576;
const maxPartBytes = 800 * mebibyte;
const harmless = 32 * mebibyte;
// XML of tables packs to a tenth or a fiftieth; what packs better than this is made to be unpacked.
const maxRatio = 250;

/** Opens a workbook. What would not fit is told from its directory, before anything is unpacked. */
export async function openWorkbook(file: TableFile, files: FileStore, budget: ReadBudget): Promise<Workbook> {
  const archive = await openArchive(files, file.key, file.size, { entries: maxEntries }).catch(unreadable);
  try {
    refuseBomb(archive);
    const book = await readBook(archive, budget);
    const texts = new SharedStrings();
    await readTexts(archive, texts, budget);
    return { archive, texts, ...book, dateStyles: await readDateStyles(archive, budget) };
  } catch (error) {
    archive.close();
    return unreadable(error);
  }
}

/** What an archive or its XML could not give, as a refusal. */
export function unreadable(error: unknown): never {
  if (error instanceof AppError) throw error;
  if (error instanceof ArchiveFault) {
    if (error.message === 'too many entries')
      throw refuse('E_IMPORT_LIMIT', {
        got: tableText('table.entries.over'),
        expected: tableText('table.entries', { maxEntries }),
      });
    throw refuse('E_IMPORT_FILE', { got: tableText('table.broken') });
  }
  // Unpacking fails with plain errors of zlib and of the reader of archives.
  if (
    error instanceof Error &&
    /zlib|invalid|incorrect|too many bytes|not enough bytes|unexpected end/i.test(error.message)
  )
    throw refuse('E_IMPORT_FILE', { got: tableText('table.broken') });
  throw error;
}

function refuseBomb({ entries }: Archive): void {
  for (const { name, size, packed } of entries.values()) {
    const isRead = /^xl\/(?:worksheets\/|sharedStrings|styles|workbook|_rels)/.test(name);
    if (!isRead || size <= harmless) continue;
    if (size > maxPartBytes || size / Math.max(1, packed) > maxRatio)
      throw refuse('E_IMPORT_LIMIT', {
        got: tableText('table.size', { size: Math.round(size / mebibyte) }),
        expected: tableText('table.ratio', { size: maxPartBytes / mebibyte, maxRatio }),
      });
  }
}

async function readBook(
  archive: Archive,
  budget: ReadBudget,
): Promise<{ readonly sheet: string; readonly since1904: boolean }> {
  let since1904 = false;
  let relation: string | undefined;
  await readXml(await archive.open('xl/workbook.xml'), budget, {
    open(name, attributes) {
      if (name === 'workbookPr') since1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
      relation ??= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    },
  });
  const targets = new Map<string, string>();
  if (archive.entries.has('xl/_rels/workbook.xml.rels'))
    await readXml(await archive.open('xl/_rels/workbook.xml.rels'), budget, {
      open(name, { Id, Target }) {
        if (name === 'Relationship' && Id !== undefined && Target !== undefined) targets.set(Id, Target);
      },
    });
  const target = targets.get(relation ?? '') ?? 'worksheets/sheet1.xml';
  const sheet = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  if (!archive.entries.has(sheet)) throw refuse('E_IMPORT_FILE', { got: tableText('table.noSheet') });
  return { sheet, since1904 };
}

async function readTexts(archive: Archive, texts: SharedStrings, budget: ReadBudget): Promise<void> {
  const name = 'xl/sharedStrings.xml';
  if (!archive.entries.has(name)) return;
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await readXml(await archive.open(name), budget, {
    open(tag) {
      if (tag === 'si') text = '';
      if (tag === 'rPh') isPhonetic = true;
      isText = tag === 't';
    },
    text(piece) {
      if (isText && !isPhonetic) text += piece;
    },
    close(tag) {
      isText = false;
      if (tag === 'rPh') isPhonetic = false;
      if (tag === 'si') texts.add(text);
    },
  });
}

async function readDateStyles(archive: Archive, budget: ReadBudget): Promise<ReadonlySet<number>> {
  const name = 'xl/styles.xml';
  const dates = new Set<number>();
  if (!archive.entries.has(name)) return dates;
  const codes = new Map<number, string>();
  let isCell = false;
  let index = 0;
  await readXml(await archive.open(name), budget, {
    open(tag, attributes) {
      if (tag === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (tag === 'cellXfs') isCell = true;
      if (tag !== 'xf' || !isCell) return;
      const id = Number(attributes.numFmtId ?? 0);
      if (isDateFormat(id, codes.get(id))) dates.add(index);
      index += 1;
    },
    close(tag) {
      if (tag === 'cellXfs') isCell = false;
    },
  });
  return dates;
}
