import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { partBytes } from '../../../contract/resumable-uploads.ts';
import { layBreakingLine } from '../../testing/breaking-line.ts';
import { type ListeningNode, startListeningNode } from '../../testing/listening-node.ts';
import { startProduct, type TestApp } from '../../testing/test-app.ts';
import { filesOf } from '../../testing/test-database.ts';
import { cleanFiles } from '../clean-files.ts';
import { createFileStore } from '../store/file-store.ts';

const mebibyte = 1_048_576;
const isDeep = process.env.TEST_DEPTH === 'deep';

let library: TestApp;
let nodes: readonly [ListeningNode, ListeningNode];
const tokens: Record<string, string> = {};
beforeAll(async () => {
  library = await startProduct('e2e/fixtures/library');
  const { documents, database } = library;
  nodes = [await startListeningNode(documents, database), await startListeningNode(documents, database)];
  mkdirSync(filesOf(database), { recursive: true });
  for (const account of ['head', 'librarian']) tokens[account] = await library.token(account);
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await library.close();
});
beforeEach(async () => {
  await library.database.rows('delete from upload_use');
  for (const { id } of await unfinished('head')) await call(nodes[0], 'delete', { id });
});

const digest = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const films = { kinds: ['video'], maxMegabytes: 4096 };

type Started = { readonly id: string; readonly have: readonly number[]; readonly received: number };
type Sent = { readonly code: string; readonly data: { readonly error?: { readonly code: string } } };

function call<Data = Sent['data']>(node: { readonly address: string }, op: string, body: object, account = 'head') {
  const at = 'post' in node ? node : { address: node.address };
  return fetch(`${at.address}/v1/file/resumable/${op}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-app-token': tokens[account] ?? '' },
    body: JSON.stringify(body),
  }).then(async (answer) => (await answer.json()) as { code: string; data: Data & Sent['data'] });
}

const unfinished = async (account: string) =>
  (await call<{ list: readonly { id: string; received: number }[] }>(nodes[0], 'query', {}, account)).data.list;

async function part(
  node: { readonly address: string },
  id: string,
  number: number | string,
  content: Buffer,
  { sha256 = digest(content), account = 'head' } = {},
): Promise<Sent> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(content)], 'part'));
  const answer = await fetch(`${node.address}/v1/file/resumable/part?id=${id}&number=${number}&sha256=${sha256}`, {
    method: 'POST',
    headers: { 'x-app-token': tokens[account] ?? '' },
    body: form,
  });
  return (await answer.json()) as Sent;
}

/** A film of a size: it begins like one, and every part is another. */
function film(size: number, seed = randomBytes(8)) {
  const noise = randomBytes(partBytes);
  const partAt = (number: number): Buffer => {
    const content = Buffer.from(noise.subarray(0, Math.min(partBytes, size - number * partBytes)));
    content.writeUInt32BE(number, 16);
    seed.copy(content, 24);
    if (number === 0) content.write('\0\0\0\x20ftypisom', 0, 'latin1');
    return content;
  };
  const count = Math.ceil(size / partBytes);
  const parts = Array.from({ length: count }, (_, number) => number);
  return {
    size,
    parts,
    partAt,
    fingerprint: digest(seed),
    digest: () => digest(parts.map((number) => digest(partAt(number))).join('')),
    whole: () => {
      const hash = createHash('sha256');
      for (const number of parts) hash.update(partAt(number));
      return hash.digest('hex');
    },
  };
}
type Film = ReturnType<typeof film>;

const start = (node: { readonly address: string }, one: Film, more: object = films, account = 'head') =>
  call<Started>(node, 'create', { name: '课.mp4', size: one.size, fingerprint: one.fingerprint, ...more }, account);
const codeOf = (answer: Sent) => answer.data.error?.code ?? answer.code;

async function finished(node: { readonly address: string }, id: string, one: Film, account = 'head') {
  for (;;) {
    const answer = await call<{ file: { id: string; size: number } | null }>(
      node,
      'finish',
      { id, digest: one.digest() },
      account,
    );
    if (answer.code !== '0' || answer.data.file !== null) return answer;
    await pause(100);
  }
}

const again = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      // What `fetch` throws where the line breaks.
      if (!(error instanceof TypeError)) throw error;
      await pause(20);
    }
  }
};

/** Sends a film as a browser does that starts anew whenever the page is loaded again. */
async function sendOver(lines: readonly { readonly address: string }[], one: Film, account: string) {
  const line = (at: number) => lines[at % lines.length] ?? { address: '' };
  const { id } = (await again(() => start(line(0), one, films, account))).data;
  for (const number of [...one.parts].reverse()) {
    await again(() => part(line(number), id, number, one.partAt(number), { account }));
    // As after F5: what is there is asked, not remembered.
    const { have } = (await again(() => start(line(number + 1), one, films, account))).data;
    expect(have).toContain(number);
  }
  return (await again(() => finished(line(1), id, one, account))).data.file;
}

/** Every other connection breaks within a part; those between carry two. */
function everyOther() {
  let laid = 0;
  return () => {
    laid += 1;
    return (laid % 2 === 0 ? 20 : 5) * mebibyte;
  };
}

const contents = () =>
  readdirSync(filesOf(library.database), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;

it(
  'comes whole over a line that breaks, in any order, over two nodes, from two people at once',
  async () => {
    const size = (isDeep ? 1024 : 28) * mebibyte + 77;
    const before = contents();
    const lines = await Promise.all(nodes.map(({ address }) => layBreakingLine(address, everyOther())));
    const [one, other] = [film(size), film(size)];
    const [mine, theirs] = await Promise.all([
      sendOver(lines, one, 'head'),
      sendOver(lines, other, 'librarian'),
    ]).finally(() => Promise.all(lines.map((line) => line.close())));
    expect(lines.reduce((sum, { breaks }) => sum + breaks(), 0)).toBeGreaterThan(2);
    expect([mine?.size, theirs?.size]).toEqual([size, size]);
    expect(contents()).toBe(before + 2);
    const [row] = await library.database.rows('select sha256 from file_object where id = $1', [mine?.id]);
    expect(row?.sha256).toBe(one.whole());
    const { data } = await library.call<{ address: string }>('head', '/v1/file/download', { id: mine?.id });
    const at = partBytes - 3;
    const range = await fetch(`${nodes[1].address}${data.address}`, { headers: { range: `bytes=${at}-${at + 9}` } });
    expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes ${at}-${at + 9}/${size}`]);
    const near = Buffer.concat([one.partAt(0), one.partAt(1)]).subarray(at, at + 10);
    expect(Buffer.from(await range.arrayBuffer())).toEqual(near);
    expect(await library.call('librarian', '/v1/file/download', { id: mine?.id })).toMatchObject({ code: '1' });
  },
  isDeep ? 900_000 : undefined,
);

describe('a part', () => {
  it('that comes twice is kept once, together or one after the other; another in its place is refused', async () => {
    const one = film(2 * partBytes);
    const { id } = (await start(nodes[0], one)).data;
    const before = contents();
    const answers = await Promise.all([0, 1, 0, 1].map((at) => part(nodes[at] ?? nodes[0], id, 1, one.partAt(1))));
    expect(answers.map(({ code }) => code)).toEqual(['0', '0', '0', '0']);
    expect(await part(nodes[0], id, 1, one.partAt(1))).toMatchObject({ code: '0', data: { received: partBytes } });
    expect(contents()).toBe(before + 1);
    const strange = Buffer.from(one.partAt(1)).fill(7, 100, 200);
    expect(codeOf(await part(nodes[1], id, 1, strange))).toBe('E_UPLOAD_OTHER');
    expect((await unfinished('head')).map(({ received }) => received)).toEqual([partBytes]);
  });

  it('is refused whole where it is not what was told', async () => {
    const one = film(partBytes + 100);
    const { id } = (await start(nodes[0], one)).data;
    const before = contents();
    const [first, last] = [one.partAt(0), one.partAt(1)];
    expect(codeOf(await part(nodes[0], id, 0, first, { sha256: digest('x') }))).toBe('E_UPLOAD_PART');
    expect(codeOf(await part(nodes[0], id, 0, first.subarray(1)))).toBe('E_UPLOAD_PART');
    expect(codeOf(await part(nodes[0], id, 1, first))).toBe('E_FILE_TOO_LARGE');
    expect(codeOf(await part(nodes[0], id, 2, last))).toBe('E_UPLOAD_PART');
    for (const number of ['-1', '1.5', '1e9', '00', '99999999999'])
      expect(codeOf(await part(nodes[0], id, number, last)), number).toBe('E_INPUT_INVALID');
    expect(codeOf(await part(nodes[0], id, 1, last, { account: 'librarian' }))).toBe('E_UPLOAD_GONE');
    const text = Buffer.alloc(partBytes, 'x');
    expect(codeOf(await part(nodes[0], id, 0, text))).toBe('E_FILE_TYPE');
    expect(contents()).toBe(before);
    expect(codeOf(await finished(nodes[0], id, one))).toBe('E_UPLOAD_PART');
  });
});

describe('beginning', () => {
  it.each([
    [{ size: 0 }, 'E_INPUT_INVALID'],
    [{ size: -1 }, 'E_INPUT_INVALID'],
    [{ size: 1.5 }, 'E_INPUT_INVALID'],
    [{ size: 1e300 }, 'E_INPUT_INVALID'],
    [{ size: 4096 * mebibyte + 1 }, 'E_INPUT_INVALID'],
    [{ fingerprint: 'x' }, 'E_INPUT_INVALID'],
    [{ name: '课.exe' }, 'E_FILE_TYPE'],
    [{ kinds: ['document'] }, 'E_FILE_TYPE'],
    [{ maxMegabytes: 59 }, 'E_FILE_TOO_LARGE'],
  ])('is refused for %j', async (wrong, code) => {
    const body = { name: '课.mp4', size: 60 * mebibyte, fingerprint: digest('a'), ...films, ...wrong };
    expect(codeOf(await call(nodes[0], 'create', body))).toBe(code);
  });

  it('is refused beyond the day, which what is unfinished counts for, and once many are unfinished', async () => {
    expect((await start(nodes[0], film(4096 * mebibyte))).code).toBe('0');
    expect(codeOf(await start(nodes[1], film(2048 * mebibyte)))).toBe('E_UPLOAD_QUOTA');
    const many = await Promise.all(Array.from({ length: 25 }, (_, at) => start(nodes[at % 2] ?? nodes[0], film(100))));
    expect(many.filter(({ code }) => code === '0')).toHaveLength(19);
    expect(many.map(codeOf).filter((code) => code !== '0')).toEqual(Array(6).fill('E_UPLOAD_MANY'));
  });

  it('is refused where the disk has no room for what is on its way', async () => {
    const { documents, database } = library;
    const free = 256 * mebibyte + 100 * mebibyte;
    const store = { ...createFileStore(filesOf(database)), freeBytes: async () => free };
    const node = await startListeningNode(documents, database, { files: store });
    expect((await start(node, film(40 * mebibyte))).code).toBe('0');
    expect(codeOf(await start(node, film(11 * mebibyte)))).toBe('E_UPLOAD_DISK');
    expect((await start(node, film(10 * mebibyte))).code).toBe('0');
    await node.close();
  });
});

describe('finishing', () => {
  async function sent(one: Film) {
    const { id } = (await start(nodes[0], one)).data;
    for (const number of one.parts) expect((await part(nodes[0], id, number, one.partAt(number))).code).toBe('0');
    return id;
  }

  it('makes one file, asked on two nodes at once, and says again which', async () => {
    const one = film(partBytes + 99);
    const id = await sent(one);
    const answers = await Promise.all([0, 1, 0, 1].map((at) => finished(nodes[at] ?? nodes[0], id, one)));
    expect(new Set(answers.map(({ data }) => data.file?.id)).size).toBe(1);
    const rows = await library.database.rows('select 1 from file_object where sha256 = $1', [one.whole()]);
    expect(rows).toHaveLength(1);
    expect(await unfinished('head')).toEqual([]);
    expect(codeOf(await part(nodes[0], id, 0, one.partAt(0)))).toBe('E_UPLOAD_GONE');
    // The same file once more is another upload.
    expect((await start(nodes[1], one)).data.have).toEqual([]);
  });

  it('refuses parts of another file, and sends again what the store no longer holds as it came', async () => {
    const one = film(partBytes + 99);
    const id = await sent(one);
    expect(codeOf(await call(nodes[0], 'finish', { id, digest: digest('x') }))).toBe('E_UPLOAD_OTHER');
    const [kept] = await library.database.rows(
      'select storage_key from file_upload_part where upload_id = $1 and number = 1',
      [id],
    );
    const key = String(kept?.storage_key);
    writeFileSync(path.join(filesOf(library.database), key.slice(-2), key), 'rotten');
    const before = contents();
    expect(codeOf(await finished(nodes[1], id, one))).toBe('E_UPLOAD_PART');
    expect(contents()).toBe(before - 1);
    expect((await start(nodes[1], one)).data.have).toEqual([0]);
    await part(nodes[1], id, 1, one.partAt(1));
    expect((await finished(nodes[0], id, one)).data.file?.size).toBe(one.size);
  });

  it('looks into what it became: an archive that is nothing known is refused', async () => {
    const one = film(400);
    const { id } = (await start(nodes[0], one, { kinds: ['package'], name: '包.apk' })).data;
    const zip = Buffer.concat([Buffer.from('504b0304', 'hex'), randomBytes(396)]);
    await part(nodes[0], id, 0, zip);
    const answer = await call(nodes[0], 'finish', { id, digest: digest(digest(zip)) });
    expect(codeOf(answer)).toBe('E_FILE_TYPE');
  });
});

it('is given up by its person alone, and cleaned away when nobody goes on; what is on its way stays', async () => {
  const platform = { db: library.connection.db, services: { files: createFileStore(filesOf(library.database)) } };
  const [one, other] = [film(2 * partBytes), film(2 * partBytes)];
  const [left, kept] = [(await start(nodes[0], one)).data.id, (await start(nodes[0], other)).data.id];
  const before = contents();
  for (const [id, of] of [[left, one] as const, [kept, other] as const]) await part(nodes[0], id, 0, of.partAt(0));
  await library.database.rows(`update file_upload set expire_at = now() + interval '30 days' where id = $1`, [kept]);
  expect(codeOf(await call(nodes[0], 'delete', { id: kept }, 'librarian'))).toBe('E_UPLOAD_GONE');
  await cleanFiles(platform, new Date(Date.now() + 4 * 86_400_000));
  expect((await unfinished('head')).map(({ id }) => id)).toEqual([kept]);
  const lying = await library.database.rows('select storage_key from file_upload_part');
  expect(lying).toHaveLength(1);
  await call(nodes[1], 'delete', { id: kept });
  expect(contents()).toBeLessThanOrEqual(before);
  expect(await unfinished('head')).toEqual([]);
});
