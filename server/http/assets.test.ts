import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AppFacts, registerAssets } from './assets.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'assets-'));
  const names = [
    'PRODUCT',
    'TITLES',
    'SLOGAN',
    'SLOGANS',
    'SLOGAN_DETAIL',
    'SLOGAN_DETAILS',
    'LOGO',
    'FEATURES',
    'COLOUR',
    'FRAME_COLOUR',
    'CSP_NONCE',
  ];
  const metas = names.map((name) => `<meta name="${name}" content="__${name}__" />`).join('\n');
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), `${metas}\n<link rel="icon" type="image/svg+xml" href="/a.svg" />`);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function pageOf(facts: Partial<AppFacts>): Promise<string> {
  const app = Fastify();
  await registerAssets(
    app,
    { appDir: folder },
    { brand: { title: '图书馆' }, features: [], hasPhone: false, ...facts },
  );
  const { body } = await app.inject('/any/page');
  await app.close();
  return body;
}

const contentOf = (page: string, name: string) => new RegExp(`name="${name}" content="([^"]*)"`).exec(page)?.[1];

it('shows the product’s own words, logo and parts', async () => {
  const logo = '<svg xmlns="http://www.w3.org/2000/svg"><title>"</title></svg>';
  const page = await pageOf({
    brand: {
      title: '图书馆',
      titles: { 'en-US': 'Library', 'pt-BR': 'Biblioteca "A"' },
      slogan: '借还与馆藏',
      detail: '一处办理',
      logo,
      colour: '#389e0d',
    },
    features: ['phone', 'alerts'],
  });
  expect(contentOf(page, 'PRODUCT')).toBe('图书馆');
  expect(contentOf(page, 'TITLES')).toBe('en-US Library\npt-BR Biblioteca &#34;A&#34;');
  expect(contentOf(page, 'SLOGAN')).toBe('借还与馆藏');
  expect(contentOf(page, 'SLOGAN_DETAIL')).toBe('一处办理');
  expect(contentOf(page, 'FEATURES')).toBe('phone alerts');
  expect([contentOf(page, 'COLOUR'), contentOf(page, 'FRAME_COLOUR')]).toEqual(['#389e0d', '#389e0d']);
  const address = `data:image/svg+xml,${encodeURIComponent(logo)}`;
  expect(contentOf(page, 'LOGO')).toBe(address);
  expect(page).toContain(`<link rel="icon" type="image/svg+xml" href="${address}" />`);
});

it('leaves out what a product does not say, and keeps the engine’s icon', async () => {
  const page = await pageOf({});
  for (const name of ['TITLES', 'SLOGAN', 'SLOGANS', 'SLOGAN_DETAIL', 'LOGO', 'FEATURES', 'COLOUR'])
    expect(contentOf(page, name), name).toBe('');
  expect(contentOf(page, 'FRAME_COLOUR')).toBe('#001529');
  expect(page).toContain('href="/a.svg"');
  expect(page).not.toContain('__');
});

it('takes no words for markup', async () => {
  const page = await pageOf({ brand: { title: '"><script>', slogan: '__PRODUCT__ $& <b>' } });
  expect(page).not.toContain('<script>');
  expect(contentOf(page, 'SLOGAN')).toBe('__PRODUCT__ $&#38; &#60;b&#62;');
});

it('serves what a page of an earlier build still asks for, of the last two', async () => {
  const keptDir = path.join(folder, 'kept');
  const found: number[][] = [];
  for (const build of [1, 2, 3, 4]) {
    const appDir = path.join(folder, String(build));
    await mkdir(path.join(appDir, 'assets'), { recursive: true });
    await writeFile(path.join(appDir, 'index.html'), `build ${build}`);
    await writeFile(path.join(appDir, 'assets', `form-${build}.js`), `form ${build}`);
    const app = Fastify();
    await registerAssets(app, { appDir, keptDir }, { brand: { title: '图书馆' }, features: [], hasPhone: false });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const answers = await Promise.all([1, 2, 3, 4].map((n) => app.inject(`/assets/form-${n}.js`)));
    found.push(
      answers.flatMap(({ statusCode, body }, n) => (statusCode === 200 && body === `form ${n + 1}` ? [n + 1] : [])),
    );
    await vi.waitFor(async () => {
      const names = await readdir(keptDir);
      expect(names.filter((name) => !name.startsWith('half'))).toHaveLength(Math.min(build, 3));
      expect(names.filter((name) => name.startsWith('half'))).toEqual([]);
    });
    await app.close();
  }
  expect(found).toEqual([[1], [1, 2], [1, 2, 3], [2, 3, 4]]);
});

it('starts though a build that was kept goes away meanwhile', async () => {
  const keptDir = path.join(folder, 'leaving');
  const appDir = path.join(folder, 'left');
  await mkdir(keptDir, { recursive: true });
  await mkdir(path.join(appDir, 'assets'), { recursive: true });
  await writeFile(path.join(appDir, 'index.html'), 'build');
  // Listed, and not there when it is looked at.
  await symlink(path.join(folder, 'gone'), path.join(keptDir, 'abc123'));
  const app = Fastify();
  await registerAssets(app, { appDir, keptDir }, { brand: { title: '图书馆' }, features: [], hasPhone: false });
  expect((await app.inject('/assets/none.js')).statusCode).toBe(404);
  await app.close();
});
