import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ZipFile } from 'yazl';
import { fileTypes } from '../../engine/model/fields/index.ts';
import { createFileStore } from '../files/store/file-store.ts';
import { tableInspector } from '../files/table/table-inspector.ts';
import { uploadAs } from '../testing/multipart.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { filesOf } from '../testing/test-database.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const workbook = `<workbook ${main}><sheets><sheet name="a" sheetId="1" r:id="rId1" xmlns:r="r"/></sheets></workbook>`;
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

type Part = readonly [name: string, content: string];

async function book(rows: string, further: readonly Part[] = []): Promise<Buffer> {
  const sheet = `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`;
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>';
  const zip = new ZipFile();
  const parts: readonly Part[] = [
    ['[Content_Types].xml', types],
    ['xl/workbook.xml', workbook],
    ['xl/worksheets/sheet1.xml', sheet],
    ...further,
  ];
  for (const [name, content] of parts) zip.addBuffer(Buffer.from(content), name, { compressionLevel: 1 });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

// Empty rows as programs write them for formatted sheets, each a little different so that they do not pack away.
const emptyRows = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `<row r="${n + 1}" ht="${(n * 7919) % 1000}"><c r="A${n + 1}" s="1"/></row>`,
  ).join('');

const upload = (content: Buffer) => uploadAs(test, 'manager', 'a.xlsx', content);
const inspect = (fileId: string) => test.call('manager', '/v1/customer/import', { mode: 'inspect', fileId });
const codeOf = ({ code, data }: Awaited<ReturnType<typeof inspect>>) =>
  typeof data.error === 'object' && data.error !== null && 'code' in data.error ? data.error.code : code;

it('looks into a table as before', async () => {
  const rows = `<row>${text('姓名')}${text('手机号')}</row><row>${text('张三')}${text('13800000000')}</row>`;
  expect(await inspect(await upload(await book(rows)))).toMatchObject({
    code: '0',
    data: { header: ['姓名', '手机号'], rows: [['张三', '13800000000']] },
  });
});

it('refuses what needs too much, and leaves the serving thread to others meanwhile', { timeout: 120_000 }, async () => {
  const many = Array.from({ length: 150_000 }, (_, n) => `<si><t>${n}文本${'x'.repeat(n % 60)}</t></si>`).join('');
  const sheet = `<row>${text('姓名')}</row>`;
  const heavy = await upload(await book(sheet, [['xl/sharedStrings.xml', `<sst ${main}>${many}</sst>`]]));
  const empty = await upload(await book(emptyRows(150_000)));
  const before = performance.eventLoopUtilization();
  const answers = await Promise.all([heavy, empty, empty, heavy].map(inspect));
  const { utilization } = performance.eventLoopUtilization(before);
  expect(answers.map(codeOf)).toEqual(['0', 'E_IMPORT_LIMIT', 'E_IMPORT_LIMIT', '0']);
  // Read in the serving thread, it would be at work all the time.
  expect(utilization).toBeLessThan(0.5);
});

it('gives up what takes too long', async () => {
  const files = createFileStore(filesOf(test.database));
  const stored = await files.write(Readable.from([await book(`<row>${text('a')}</row>`)]), 1e9);
  const program = path.join(inject('built'), 'table-worker.js');
  const hasty = tableInspector(files, { program, patience: 1 });
  await expect(hasty.headOf({ ...stored, mime: fileTypes.xlsx.mime }, 1)).rejects.toMatchObject({
    code: 'E_IMPORT_LIMIT',
  });
  const patient = tableInspector(files, { program });
  expect(await patient.headOf({ ...stored, mime: fileTypes.xlsx.mime }, 1)).toMatchObject({ header: ['a'] });
});

it('has a short queue and refuses beyond it', { timeout: 60_000 }, async () => {
  const id = await upload(await book(emptyRows(20_000)));
  const codes = (await Promise.all(Array.from({ length: 12 }, () => inspect(id)))).map(codeOf);
  expect(codes.filter((code) => code === 'E_IMPORT_INSPECTING').length).toBeGreaterThanOrEqual(4);
  expect(codes).toContain('E_IMPORT_LIMIT');
  expect(await inspect(id).then(codeOf)).toBe('E_IMPORT_LIMIT');
});
