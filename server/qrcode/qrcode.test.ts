import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
}, 60_000);
afterAll(() => company.close());

type Code = { readonly mime: string; readonly size: number; readonly image: string };
const create = (version: 'v1' | 'v2', body: Record<string, unknown>, account = 'sales') =>
  company.call<Code>(account, `/${version}/qrcode/create`, body);
const bytesOf = ({ image }: Code) => Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');

/** What a reader makes of a PNG. */
function readPng(code: Code): { readonly text: string | undefined; readonly width: number } {
  const { data, width, height } = PNG.sync.read(bytesOf(code));
  return { text: jsQR(new Uint8ClampedArray(data), width, height)?.data, width };
}

/** What a reader makes of an SVG: its dark rows drawn as squares. */
function readSvg(code: Code): string | undefined {
  const svg = bytesOf(code).toString();
  const side = Number(/viewBox="0 0 (\d+) \d+"/.exec(svg)?.[1]);
  const scale = 4;
  const pixels = new Uint8ClampedArray(side * side * scale * scale * 4).fill(255);
  const path = /stroke="[^"]+" d="([^"]+)"/.exec(svg)?.[1] ?? '';
  let [x, y] = [0, 0];
  for (const [, command, numbers = ''] of path.matchAll(/([Mmh])([^Mmh]*)/g)) {
    const [first = 0, second = 0] = numbers
      .split(/[ ,]+|(?=-)/)
      .filter(Boolean)
      .map(Number);
    if (command === 'M') [x, y] = [first, second];
    if (command === 'm') [x, y] = [x + first, y + second];
    if (command !== 'h') continue;
    for (let column = x * scale; column < (x + first) * scale; column++)
      for (let row = Math.floor(y) * scale; row < (Math.floor(y) + 1) * scale; row++)
        pixels.set([0, 0, 0, 255], (row * side * scale + column) * 4);
    x += first;
  }
  return jsQR(pixels, side * scale, side * scale)?.data;
}

it('draws a PNG that a reader understands, of the size asked for', async () => {
  const content = 'https://example.com/s?id=1&名=张三';
  const usual = await create('v1', { content });
  expect(usual).toMatchObject({ code: '0', data: { mime: 'image/png', size: 240 } });
  expect(readPng(usual.data)).toEqual({ text: content, width: 240 });
  expect(readPng((await create('v1', { content, size: 600 })).data)).toEqual({ text: content, width: 600 });
});

it('draws an SVG that a reader understands and that holds nothing but its squares', async () => {
  const content = '<script>alert(1)</script>';
  const { data } = await create('v2', { content, format: 'svg', level: 'H', margin: 4 });
  expect(data.mime).toBe('image/svg+xml');
  expect(readSvg(data)).toBe(content);
  expect(bytesOf(data).toString()).not.toContain('script');
  expect(readPng((await create('v2', { content, level: 'Q', margin: 0, size: 300 })).data).text).toBe(content);
});

it.each([
  ['nothing', {}],
  ['an empty content', { content: '' }],
  ['no text', { content: { $ne: 1 } }],
  ['too much', { content: '长'.repeat(1001) }],
  ['a size beyond the largest', { content: 'x', size: 100_000 }],
  ['half a pixel', { content: 'x', size: 100.5 }],
  ['an unknown format', { content: 'x', format: 'gif' }],
  ['an unknown field', { content: 'x', width: 1 }],
])('refuses %s', async (_, body) => {
  expect(await create('v2', body)).toMatchObject({ code: '1', data: { error: { code: 'E_INPUT_INVALID' } } });
});

it('refuses what no code can hold at the level asked for', async () => {
  expect(await create('v2', { content: '长'.repeat(1000), level: 'H' })).toMatchObject({
    data: { error: { code: 'E_QRCODE_TOO_LONG' } },
  });
});

it('draws thirty a minute for one person, whatever the version, and tells the next how long to wait', async () => {
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, place) =>
      create(place % 2 === 0 ? 'v1' : 'v2', { content: String(place), size: 80 }, 'manager'),
    ),
  );
  const refused = answers.filter(({ code }) => code !== '0');
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({
    message: expect.stringMatching(/^操作过于频繁，请\d+秒后再试$/),
    data: { error: { code: 'E_RATE_LIMIT' } },
  });
  expect((await create('v1', { content: 'x' }, 'admin')).code).toBe('0');
});

it('is for people who signed in', async () => {
  expect((await company.call(undefined, '/v1/qrcode/create', { content: 'x' })).code).toBe('1002');
});
