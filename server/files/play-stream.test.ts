import { afterAll, beforeAll, expect, it } from 'vitest';
import { send } from '../testing/multipart.ts';
import { startProduct, type TestApp } from '../testing/test-app.ts';

let library: TestApp;
let book: { readonly id: string; version: number };
beforeAll(async () => {
  library = await startProduct('e2e/fixtures/library');
  const made = await library.call<{ list: (typeof book)[] }>('head', '/v1/book/query', {
    ...{ size: 1, fields: ['id', 'version'] },
  });
  const [first] = made.data.list;
  if (first === undefined) throw new TypeError('no book');
  book = first;
});
afterAll(() => library.close());

const segment = Buffer.alloc(564, Buffer.concat([Buffer.from('G'), Buffer.alloc(187, 1)]));
const film = Buffer.concat([Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0', 'latin1'), Buffer.alloc(300, 1)]);
const captions = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\n你好\n');

async function sent(name: string, content: Buffer | string): Promise<string> {
  const path = '/v1/file/upload?kinds=audio,video,captions,stream';
  return (await send(library, 'head', path, name, Buffer.from(content))).json().data.id;
}

async function put(values: object): Promise<void> {
  const answer = await library.call('head', '/v1/book/modify', { ...book, ...values });
  expect(answer).toMatchObject({ code: '0' });
  book.version += 1;
}

/** What playing answers, with a way to read what lies at an address of it in the browser that asked. */
async function play(id: string) {
  const asked = await library.app.inject({
    ...{ method: 'POST', url: '/v1/file/play', payload: { id } },
    headers: { 'x-app-token': await library.token('head') },
  });
  const cookie = String(asked.headers['set-cookie']).split(';', 1)[0];
  const read = (url: string, headers = {}) =>
    library.app.inject({ method: 'GET', url, headers: { cookie, ...headers } });
  return { ...asked.json(), read };
}

it('a playlist is answered with the addresses of its parts, and those of the playlists in it', async () => {
  const master = '#EXTM3U\r\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="v0/low.m3u8"\r\nv0/low.m3u8?x=1\r\n';
  const low =
    '#EXTM3U\n#EXT-X-MAP:URI="init%201.mp4"\n#EXTINF:2,\nhttps://elsewhere.invalid/a/0.ts\n\n#EXT-X-ENDLIST\n';
  const readings = [];
  for (const [name, content] of [
    ['all.m3u8', master],
    ['low.m3u8', low],
    ['0.ts', segment],
    ['init 1.mp4', film],
  ] as const)
    readings.push(await sent(name, content));
  const [top, inner, ...parts] = readings;
  await put({ readings: [top, inner, parts[0]] });
  expect(await play(String(top))).toMatchObject({
    data: { error: { code: 'E_FILE_STREAM' } },
    message: '“low.m3u8”里写着“init 1.mp4”，这条记录里没有这个文件',
  });
  await put({ readings });
  const { data, read } = await play(String(top));
  expect(data).toMatchObject({ mime: 'application/vnd.apple.mpegurl', watermark: null, captions: [] });
  const whole = await read(data.address, { range: 'bytes=0-5' });
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'application/vnd.apple.mpegurl']);
  expect(whole.headers['content-length']).toBe(String(whole.rawPayload.length));
  const [, media, line] = whole.body.split('\n');
  expect(media).toMatch(/NAME="a",URI="\/v1\/file\/content\?/);
  const within = (await read(String(line))).body.split('\n');
  expect(within[1]).toMatch(/^#EXT-X-MAP:URI="\/v1\/file\/content\?/);
  expect(within[2]).toBe('#EXTINF:2,');
  expect((await read(String(within[3]), { range: 'bytes=188-375' })).rawPayload).toEqual(segment.subarray(188, 376));
  // Nobody else opens it, nor with another name in the address.
  expect((await library.app.inject({ method: 'GET', url: data.address })).statusCode).toBe(404);
  await put({ readings: [top, inner] });
  expect((await read(String(line))).json().data.error).toMatchObject({ code: 'E_FILE_STREAM' });
});

it('a playlist that is too long is not read', async () => {
  const long = await sent('long.m3u8', `#EXTM3U\n${'#\n'.repeat(2_100_000)}`);
  await put({ readings: [long] });
  expect((await play(long)).data.error).toMatchObject({ code: 'E_FILE_UNPLAYABLE' });
});

it('captions come with the film, by the name of their language', async () => {
  const [media, zh, other] = [
    await sent('第一讲.mp4', film),
    await sent('第一讲.zh.vtt', captions),
    await sent('en.vtt', captions),
  ];
  await put({ media, captions: [zh, other] });
  const { data, read } = await play(media);
  expect(data.captions.map(({ title }: { readonly title: string }) => title)).toEqual(['zh', 'en']);
  const answered = await read(data.captions[0].address);
  expect([answered.headers['content-type'], answered.rawPayload]).toEqual(['text/vtt; charset=utf-8', captions]);
  await put({ captions: [] });
  expect((await play(media)).data.captions).toEqual([]);
});
