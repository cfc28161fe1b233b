import { text } from 'node:stream/consumers';
import yauzl from 'yauzl';
import type { TestApp } from './test-app.ts';

/** An exported file as its starter gets it: by its address, which lasts a minute. */
export async function downloaded(company: TestApp, account: string, fileId: string): Promise<Buffer> {
  const { data } = await company.call(account, '/v1/file/download', { id: fileId });
  const response = await company.app.inject({ method: 'GET', url: String(data.address) });
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body.slice(0, 300)}`);
  return response.rawPayload;
}

/** Cells of a CSV file, for files of our own making. */
export function csvRows(content: Buffer): readonly (readonly string[])[] {
  const text = content.toString('utf8').replace(/^\ufeff/, '');
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 1 || row[0] !== '');
}

/** One entry of a zip archive as text, such as a sheet of a workbook. */
export async function archivedText(content: Buffer, name: string): Promise<string> {
  const zip = await yauzl.fromBufferPromise(content);
  for await (const entry of zip.eachEntry())
    if (entry.fileName === name) return text(await zip.openReadStreamPromise(entry));
  throw new Error(`no ${name} in the archive`);
}
