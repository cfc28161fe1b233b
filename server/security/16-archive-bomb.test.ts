import { rmSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { fileTypes } from '../../engine/model/fields/index.ts';
import { createFileStore } from '../files/store/file-store.ts';
import { readTable } from '../files/table/read-table.ts';
import { AppError } from '../kernel/errors/app-error.ts';
import { temporaryFolder } from '../testing/cluster.ts';

// Small files that would become large ones. The whole collection: server/files/table/hostile.
const folder = temporaryFolder();
const files = createFileStore(path.join(folder, 'files'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const workbook = `<workbook ${main}><sheets><sheet name="a" sheetId="1" r:id="rId1" xmlns:r="r"/></sheets></workbook>`;
const million = 1_000_000;

function zipped(parts: Readonly<Record<string, string | Readable>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts))
    if (typeof content === 'string') zip.addBuffer(Buffer.from(content), name, { compressionLevel: 9 });
    else zip.addReadStream(content, name, { compressionLevel: 9 });
  zip.end();
  return buffer(zip.outputStream);
}

/** So many million letters, made as they are packed. */
function letters(count: number, before = '', after = ''): Readable {
  return Readable.from(
    (function* () {
      yield Buffer.from(before);
      for (let n = 0; n < count; n++) yield Buffer.alloc(million, 97);
      yield Buffer.from(after);
    })(),
    { objectMode: false },
  );
}

const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
const bombs: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a cell of three hundred million letters': () =>
    zipped({
      'xl/workbook.xml': workbook,
      'xl/worksheets/sheet1.xml': letters(
        300,
        `<worksheet ${main}><sheetData><row><c t="inlineStr"><is><t>`,
        '</t></is></c></row></sheetData></worksheet>',
      ),
    }),
  'entities within entities': () =>
    zipped({
      'xl/workbook.xml': workbook,
      'xl/worksheets/sheet1.xml': `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]><worksheet ${main}><sheetData><row><c t="inlineStr"><is><t>&l9;</t></is></c></row></sheetData></worksheet>`,
    }),
  'an entity from a file': () =>
    zipped({
      'xl/workbook.xml': workbook,
      'xl/worksheets/sheet1.xml': `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet ${main}><sheetData><row><c t="inlineStr"><is><t>&f;</t></is></c></row></sheetData></worksheet>`,
    }),
};

it.each(Object.keys(bombs))('%s costs neither time nor memory', { timeout: 120_000 }, async (name) => {
  const stored = await files.write(Readable.from([await bombs[name]?.()]), 1e8);
  const memory = process.memoryUsage().rss;
  const begin = performance.now();
  const cells: string[] = [];
  const outcome = await (async () => {
    for await (const row of readTable({ ...stored, mime: fileTypes.xlsx.mime }, files)) cells.push(...row.cells);
    return 'read';
  })().catch((error: unknown) => (error instanceof AppError ? error.code : String(error)));
  expect(outcome).toMatch(/^(read|E_IMPORT_FILE|E_IMPORT_LIMIT)$/);
  expect(cells.join('').length).toBeLessThan(100_000);
  expect(cells.join('')).not.toContain('root:');
  expect(performance.now() - begin).toBeLessThan(20_000);
  expect(process.memoryUsage().rss - memory).toBeLessThan(200_000_000);
});
