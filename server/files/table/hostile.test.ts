import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { fileTypes } from '../../../engine/model/fields/index.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import { firstImpression, recognise } from '../recognise-file.ts';
import { createFileStore } from '../store/file-store.ts';
import { readTable } from './read-table.ts';

const folder = path.join(tmpdir(), `hostile-tables-${process.pid}`);
const files = createFileStore(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const workbook = `<workbook ${main}><sheets><sheet name="a" sheetId="1" r:id="rId1" xmlns:r="r"/></sheets></workbook>`;
const sheet = (rows: string) => `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`;
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

type Part = readonly [name: string, content: string | Buffer];

/** A zip archive of these parts, packed as well as it goes. */
async function zipped(parts: readonly Part[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of parts) zip.addBuffer(Buffer.from(content), name, { compressionLevel: 9 });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

const book = (rows: string, further: readonly Part[] = []) =>
  zipped([['xl/workbook.xml', workbook], ['xl/worksheets/sheet1.xml', sheet(rows)], ...further]);

/** What becomes of a file: its rows, or the code it is refused with. Anything else is a fault of ours. */
async function outcomeOf(content: Buffer, type: 'xlsx' | 'csv' = 'xlsx') {
  const stored = await files.write(Readable.from([content]), 1e9);
  const began = process.memoryUsage().rss;
  let most = began;
  const rows: (readonly string[])[] = [];
  let count = 0;
  try {
    for await (const row of readTable({ ...stored, mime: fileTypes[type].mime }, files)) {
      count += 1;
      if (rows.length < 5) rows.push(row.cells);
      if (count % 1000 === 0) most = Math.max(most, process.memoryUsage().rss);
    }
    return { rows, count, grown: most - began };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, grown: Math.max(most, process.memoryUsage().rss) - began };
  } finally {
    await files.remove(stored.key);
  }
}

const mebibyte = 1_048_576;
const refused = (code: string) => expect.objectContaining({ code });

/** An archive with one entry that says it unpacks to so many bytes, whatever it holds. */
async function lying(size: number): Promise<Buffer> {
  const honest = await book(text('a'));
  const at = honest.indexOf(
    Buffer.from('xl/worksheets/sheet1.xml'),
    honest.indexOf(Buffer.from('PK\x01\x02', 'latin1')),
  );
  const changed = Buffer.from(honest);
  // In the central directory the size stands 22 bytes before the name.
  changed.writeUInt32LE(size, at - 22);
  return changed;
}

describe('xlsx files made to harm', () => {
  it('refuses what would unpack to gigabytes before unpacking it', async () => {
    const bomb = await book('', [['xl/sharedStrings.xml', Buffer.alloc(100 * mebibyte, 32)]]);
    const outcome = await outcomeOf(bomb);
    expect(outcome).toEqual(refused('E_IMPORT_LIMIT'));
    expect(outcome.grown).toBeLessThan(100 * mebibyte);
    expect(await outcomeOf(await lying(4_000_000_000))).toEqual(refused('E_IMPORT_LIMIT'));
  });

  it('refuses an entry that gives more than it said', async () => {
    expect(await outcomeOf(await lying(10))).toEqual(refused('E_IMPORT_FILE'));
  });

  it('refuses an archive of too many entries', async () => {
    const sheets = Array.from({ length: 3000 }, (_, at): Part => [`xl/worksheets/sheet${at + 2}.xml`, '']);
    expect(await outcomeOf(await book(text('a'), sheets))).toEqual(refused('E_IMPORT_LIMIT'));
  });

  it('reads a million shared strings in bounded memory', async () => {
    const strings = `<sst ${main}>${'<si><t>文本</t></si>'.repeat(1_000_000)}</sst>`;
    const outcome = await outcomeOf(
      await book('<row><c t="s"><v>999999</v></c></row>', [['xl/sharedStrings.xml', strings]]),
    );
    expect(outcome).toMatchObject({ rows: [['文本']] });
    expect(outcome.grown).toBeLessThan(250 * mebibyte);
  });

  it('refuses a million columns', async () => {
    expect(await outcomeOf(await book(`<row>${text('x').repeat(1_000_000)}</row>`))).toEqual(refused('E_IMPORT_LIMIT'));
    expect(await outcomeOf(await book('<row r="1"><c r="XFD1"><v>1</v></c></row>'))).toEqual(refused('E_IMPORT_LIMIT'));
    expect(await outcomeOf(Buffer.from('a,'.repeat(1_000_000)), 'csv')).toEqual(refused('E_IMPORT_LIMIT'));
  });

  it('expands no entity and follows no link', async () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    for (const entity of ['&b;', '&f;'])
      expect(
        await outcomeOf(
          await zipped([
            ['xl/workbook.xml', workbook],
            ['xl/worksheets/sheet1.xml', `${laughs}${sheet(`<row>${text(entity)}</row>`)}`],
          ]),
        ),
      ).toEqual(refused('E_IMPORT_FILE'));
    expect(await outcomeOf(await book('<a>'.repeat(100_000)))).toEqual(refused('E_IMPORT_FILE'));
  });

  it('takes headings and cells as text, whatever they spell', async () => {
    const cells = ['__proto__', 'constructor', '=1+1', '../../x'];
    const outcome = await outcomeOf(await book(`<row>${cells.map(text).join('')}</row>`));
    expect(outcome).toMatchObject({ rows: [cells] });
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('reads the result of a formula, never the formula', async () => {
    const row =
      '<row><c t="str"><f>HYPERLINK("http://x")</f><v>x</v></c><c><f>1+1</f><v>2</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>';
    expect(await outcomeOf(await book(row))).toMatchObject({ rows: [['x', '2', '#DIV/0!']] });
  });

  it('refuses what is cut off, garbled, or something else by its name', async () => {
    const whole = await book(`<row>${text('a')}</row>`);
    for (let cut = 1; cut < 12; cut += 1)
      expect(await outcomeOf(whole.subarray(0, Math.floor((whole.length * cut) / 12)))).toEqual(
        refused('E_IMPORT_FILE'),
      );
    expect(await outcomeOf(Buffer.from('PK\x03\x04 no archive'))).toEqual(refused('E_IMPORT_FILE'));
    expect(await outcomeOf(deflateRawSync(whole))).toEqual(refused('E_IMPORT_FILE'));
    expect(await outcomeOf(await zipped([['xl/workbook.xml', workbook]]))).toEqual(refused('E_IMPORT_FILE'));
    expect(await outcomeOf(await zipped([['inner.xlsx', whole]]))).toEqual(refused('E_IMPORT_FILE'));
    expect(
      await outcomeOf(
        await zipped([
          ['xl/workbook.xml', '<workbook'],
          ['xl/worksheets/sheet1.xml', ''],
        ]),
      ),
    ).toEqual(refused('E_IMPORT_FILE'));
  });

  it('ends with an answer or a code for any changed byte', async () => {
    const whole = await book(`<row>${text('姓名')}${text('手机号')}</row>`, [
      ['xl/sharedStrings.xml', `<sst ${main}><si><t>a</t></si></sst>`],
      ['xl/styles.xml', `<styleSheet ${main}><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>`],
    ]);
    const step = process.env.TEST_DEPTH === 'deep' ? 1 : 7;
    for (let at = 0; at < whole.length; at += step) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      const outcome = await outcomeOf(changed);
      if ('code' in outcome) expect(outcome.code).toMatch(/^E_IMPORT_/);
    }
  });

  it('recognises no archive but an Office document without macros', async () => {
    const typeOf = async (content: Buffer) => {
      const stored = await files.write(Readable.from([content]), 1e9);
      return recognise(firstImpression(content), stored, 'a.xlsx', files);
    };
    expect((await typeOf(await book('')))?.mime).toBe(fileTypes.xlsx.mime);
    expect(await typeOf(await zipped([['a.txt', 'a']]))).toBeUndefined();
    expect(await typeOf(await book('', [['xl/vbaProject.bin', 'x']]))).toBeUndefined();
  });
});

describe('csv files made to harm', () => {
  it.each([
    ['a quote that never closes', Buffer.from('a,b\n"1,2\n3,4\n')],
    ['a row of two megabytes', Buffer.from(`a,b\n"${'x'.repeat(2_000_000)}`)],
    ['bytes of no encoding', Buffer.concat([Buffer.from('a,b\n'), Buffer.from('ff80ff80ff', 'hex')])],
  ])('refuses %s', async (_, content) => {
    expect(String((await outcomeOf(content, 'csv')).code)).toMatch(/^E_IMPORT_(FILE|LIMIT)$/);
  });

  it('reads UTF-8 with its mark, UTF-16, GB 18030 and any usual separator', async () => {
    const rows = [
      ['姓名', '备注'],
      ['张三', 'a "b"'],
    ];
    const utf8 = '\ufeff姓名\t备注\r\n张三\t"a ""b"""\r\n';
    expect(await outcomeOf(Buffer.from(utf8), 'csv')).toMatchObject({ rows });
    expect(await outcomeOf(Buffer.from(utf8, 'utf16le'), 'csv')).toMatchObject({ rows });
    const gbk = Buffer.from('d0d5c3fb7cb1b8d7a20ad5c5c8fd7c2261202222622222220a', 'hex');
    expect(await outcomeOf(gbk, 'csv')).toMatchObject({ rows });
  });
});

describe('text that the database cannot keep', () => {
  const unstorable = /\p{Cs}|\0/u;

  it.each([
    ['UTF-8', Buffer.from('姓名,电话\na\u0000b,\u0000\n')],
    ['UTF-16', Buffer.from('\ufeff姓名,电话\na\u0000b\ud800,\u0000\n', 'utf16le')],
  ])('is taken out of the cells of a table in %s', async (_, content) => {
    const { rows } = await outcomeOf(content, 'csv');
    expect(rows).toHaveLength(2);
    expect(rows?.[1]?.[0]).toMatch(/^ab\ufffd?$/);
    expect(rows?.flat().filter((cell) => unstorable.test(cell))).toEqual([]);
  });

  it('is taken out of those of a workbook, or makes it no workbook', async () => {
    const { rows } = await outcomeOf(await book(`<row r="1">${text('a_x0000_b')}${text('c_xD800_d')}</row>`));
    expect(rows).toHaveLength(1);
    expect(rows?.flat().filter((cell) => unstorable.test(cell))).toEqual([]);
    for (const character of ['&#0;', '&#xD800;'])
      expect(await outcomeOf(await book(`<row r="1">${text(character)}</row>`))).toMatchObject({
        code: 'E_IMPORT_FILE',
      });
  });
});
