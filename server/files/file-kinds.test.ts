import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { send } from '../testing/multipart.ts';
import { startProduct, type TestApp } from '../testing/test-app.ts';

let library: TestApp;
beforeAll(async () => {
  library = await startProduct('e2e/fixtures/library');
});
afterAll(() => library.close());

const latin = (text: string) => Buffer.from(text, 'latin1');
const padded = (head: Buffer) => Buffer.concat([head, Buffer.alloc(300, 1)]);
const film = (brand: string) => padded(latin(`\0\0\0\x20ftyp${brand}\0\0\x02\0`));
const matroska = (kind: string) =>
  padded(latin(`\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82${String.fromCharCode(0x80 + kind.length)}${kind}`));

async function archive(...names: readonly string[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const name of names) zip.addBuffer(Buffer.from('x'), name);
  zip.end();
  return buffer(zip.outputStream);
}

const everyKind = '?kinds=image,document,audio,video,captions,stream,package';
const pdf = padded(latin('%PDF-1.7\n'));

async function sent(name: string, content: Buffer, query = everyKind) {
  const answer = (await send(library, 'head', `/v1/file/upload${query}`, name, content)).json();
  return answer.code === '0' ? answer.data : answer.data.error;
}

describe('films and packages', () => {
  it.each([
    ['课.mp4', film('isom'), 'video', 'video/mp4', '课.mp4'],
    ['课.txt', film('mp42'), 'video', 'video/mp4', '课.txt.mp4'],
    ['课.mov', film('qt  '), 'video', 'video/quicktime', '课.mov'],
    ['课.webm', matroska('webm'), 'video', 'video/webm', '课.webm'],
    ['声.m4a', film('M4A '), 'audio', 'audio/mp4', '声.m4a'],
    ['课.vtt', latin('WEBVTT\n\n00:01.000 --> 00:02.000\nA\n'), 'captions', 'text/vtt; charset=utf-8', '课.vtt'],
    ['课.m3u8', latin('#EXTM3U\n#EXTINF:2,\n0.ts\n'), 'stream', 'application/vnd.apple.mpegurl', '课.m3u8'],
    ['0.ts', Buffer.alloc(564, Buffer.concat([latin('G'), Buffer.alloc(187)])), 'stream', 'video/mp2t', '0.ts'],
    ['0.m4s', padded(latin('\0\0\0\x18stypmsdh')), 'stream', 'video/iso.segment', '0.m4s'],
  ])('takes %s for what it holds', async (name, content, kind, mime, kept) => {
    expect(await sent(name, content)).toMatchObject({ kind, mime, name: kept });
  });

  it('looks into archives: applications and documents are told apart by what is in them', async () => {
    const kindOf = async (...names: readonly string[]) => (await sent('包.zip', await archive(...names))).name;
    expect(await kindOf('AndroidManifest.xml', 'classes.dex', 'res/a.png')).toBe('包.zip.apk');
    expect(await kindOf('Payload/Demo.app/Info.plist', 'Payload/Demo.app/Demo')).toBe('包.zip.ipa');
    expect(await kindOf('[Content_Types].xml', 'ppt/presentation.xml')).toBe('包.zip.pptx');
    expect(await kindOf('[Content_Types].xml', 'word/document.xml')).toBe('包.zip.docx');
  });

  it.each([
    ['a picture in the container of films', 'a.mp4', film('heic')],
    ['Matroska that no browser plays', 'a.webm', matroska('matroska')],
    ['a name without the content', 'a.mp4', padded(latin('MZ\x90\0'))],
    ['captions by their name alone', 'a.vtt', latin('1\n00:00:01,000 --> 00:00:02,000\nA\n')],
    ['a page that calls itself captions', 'a.vtt', latin('<html>WEBVTT</html>')],
  ])('refuses %s', async (_, name, content) => {
    expect(await sent(name, content)).toMatchObject({ code: 'E_FILE_TYPE' });
  });

  it('refuses archives of anything else, and documents with macros', async () => {
    for (const names of [
      ['a.txt'],
      ['AndroidManifest.xml'],
      ['Payload/Info.plist'],
      ['word/document.xml', 'word/vbaProject.bin'],
    ])
      expect(await sent('包.apk', await archive(...names))).toMatchObject({ code: 'E_FILE_TYPE' });
  });

  it('takes them only where they are wanted, and no larger', async () => {
    expect(await sent('课.mp4', film('isom'), '')).toMatchObject({ code: 'E_FILE_TYPE' });
    expect(await sent('a.pdf', pdf, '?kinds=video')).toMatchObject({ code: 'E_FILE_TYPE' });
    const large = Buffer.concat([pdf, Buffer.alloc(1_048_576)]);
    expect(await sent('a.pdf', large, '?maxMegabytes=1')).toMatchObject({ code: 'E_FILE_TOO_LARGE' });
    expect(await sent('a.pdf', pdf, '?kinds=film')).toMatchObject({ code: 'E_INPUT_INVALID' });
  });
});

describe('a field says what it takes', () => {
  let book: { readonly id: string; version: number };
  beforeAll(async () => {
    const made = await library.call<{ list: (typeof book)[] }>('head', '/v1/book/query', {
      size: 1,
      fields: ['id', 'version'],
    });
    const [first] = made.data.list;
    if (first === undefined) throw new TypeError('no book');
    book = first;
  });
  async function put(values: object) {
    const answer = await library.call<{ error?: { faults?: readonly object[] }; version?: number }>(
      'head',
      '/v1/book/modify',
      { id: book.id, version: book.version, ...values },
    );
    if (answer.code === '0') book.version += 1;
    return answer.code === '0' ? 'kept' : answer.data.error?.faults?.[0];
  }
  const refused = (key: string, got: string) => ({ code: 'E_INPUT_FILE', pointer: `/${key}`, got });

  it('whatever the file was sent for, and whichever field holds it already', async () => {
    const [mp4, paper] = [await sent('课.mp4', film('isom')), await sent('讲义.pdf', pdf)];
    expect(await put({ media: paper.id })).toMatchObject({
      ...refused('media', '讲义.pdf'),
      expected: '音频、视频 2 GB',
    });
    expect(await put({ excerpt: mp4.id })).toMatchObject(refused('excerpt', '课.mp4'));
    expect(await put({ media: mp4.id, excerpt: paper.id })).toBe('kept');
    expect(await put({ excerpt: mp4.id })).toMatchObject(refused('excerpt', '课.mp4'));
    expect(await put({ media: paper.id, excerpt: mp4.id })).toMatchObject(refused('media', '讲义.pdf'));
  });

  it('in a row of its rows too, and says which', async () => {
    const paper = await sent('讲义.pdf', pdf);
    const parts = [{ name: '甲' }, { name: '乙', picture: paper.id }];
    expect(await put({ parts })).toMatchObject({
      code: 'E_INPUT_FILE',
      pointer: '/parts/1/picture',
      expected: '图片 5 MB',
    });
  });

  it('holds to the size, and lets stay what was there before', async () => {
    const mp4 = await sent('长.mp4', film('isom'));
    const resize = (size: number) =>
      library.database.rows(`update file_object set size = ${size} where id = '${mp4.id}'`);
    await resize(2 ** 31 + 1);
    expect(await put({ media: mp4.id })).toMatchObject(refused('media', '长.mp4'));
    await resize(2 ** 31);
    expect(await put({ media: mp4.id })).toBe('kept');
    await resize(2 ** 31 + 1);
    expect(await put({ media: mp4.id, author: '某人' })).toBe('kept');
  });
});
