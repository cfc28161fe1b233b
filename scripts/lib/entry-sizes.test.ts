import { describe, expect, it } from 'vitest';
import { entryFaults, entrySizes, type Manifest } from './entry-sizes.ts';

const manifest: Manifest = {
  'index.html': { file: 'main.js', isEntry: true, imports: ['_vendor.js'] },
  '_vendor.js': { file: 'vendor.js', imports: ['_react.js'] },
  '_react.js': { file: 'react.js', imports: ['_vendor.js'] },
  'list.tsx': { file: 'list.js', isDynamicEntry: true, imports: ['_table.js', '_react.js'] },
  '_table.js': { file: 'table.js', imports: ['index.html'] },
  'chart.tsx': { file: 'chart.js', isDynamicEntry: true, imports: ['_vendor.js'] },
};
const bytes: Readonly<Record<string, number>> = {
  ...{ 'main.js': 1000, 'vendor.js': 20_000, 'react.js': 300_000 },
  ...{ 'list.js': 4000, 'table.js': 50_000, 'chart.js': 90_000 },
};
const sizes = entrySizes(manifest, (file) => ({ bytes: bytes[file] ?? 0, sent: (bytes[file] ?? 0) / 2 }));

it('counts for the first page all that comes with it, and for a part what it brings beyond that', () => {
  expect(sizes).toEqual([
    { name: 'index.html', requests: 3, bytes: 321_000, sent: 160_500 },
    { name: 'chart.tsx', requests: 1, bytes: 90_000, sent: 45_000 },
    { name: 'list.tsx', requests: 2, bytes: 54_000, sent: 27_000 },
  ]);
});

describe('a limit', () => {
  it('is kept by what is no larger', () => {
    expect(entryFaults(sizes, { 'index.html': 161, 'chart.tsx': 45, '*': 27 })).toEqual([]);
  });

  it('is broken by what is larger, its own limit before that of all', () => {
    expect(entryFaults(sizes, { 'index.html': 160, 'chart.tsx': 50, '*': 26.9 })).toEqual([
      'index.html  160.5 kB，至多 160 kB',
      'list.tsx  27.0 kB，至多 26.9 kB',
    ]);
  });

  it('of files is broken by more of them', () => {
    const of = (files: number) => entryFaults(sizes.slice(0, 1), { 'index.html': { kB: 161, files } });
    expect(of(3)).toEqual([]);
    expect(of(2)).toEqual(['index.html  3 个文件，至多 2 个']);
  });

  it('of an entry that there is not is told, and without any nothing may be sent', () => {
    expect(entryFaults(sizes.slice(0, 1), { 'lists.tsx': 1 })).toEqual([
      'lists.tsx  没有这个入口 no such entry',
      'index.html  160.5 kB，至多 0 kB',
    ]);
  });
});
