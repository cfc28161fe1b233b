import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

const paper = (field: object) => ({
  file: 'entities/paper.json',
  text: JSON.stringify({
    schemaVersion: 2,
    name: 'paper',
    title: '资料',
    label: 'name',
    operations: ['query', 'create'],
    fields: [
      { key: 'name', title: '名称', type: 'string' },
      { key: 'words', title: '字幕', type: 'files', kinds: ['captions'] },
      { key: 'mixed', title: '杂', type: 'files', kinds: ['captions', 'document'] },
      { key: 'scans', title: '扫描件', type: 'files', ...field },
    ],
  }),
});

const faultsOf = (field: object) =>
  loadDocuments([paper(field)])
    .faults.filter(({ file }) => file === 'entities/paper.json')
    .map(({ pointer, expected }) => `${pointer} ${expected}`);

it.each([
  [{}],
  [{ max: 1 }],
  [{ max: 50 }],
  [{ type: 'images', max: 9 }],
  [{ kinds: ['video', 'package'], maxMegabytes: 4096 }],
  [{ play: {} }],
  [{ kinds: ['image', 'video'], play: { watermark: true } }],
  [{ kinds: ['stream', 'audio'], play: { watermark: true, captions: 'words' } }],
])('a field holds several files: %j', (field) => {
  expect(faultsOf(field)).toEqual([]);
});

it.each([
  [{ max: 0 }, '/fields/3/max 1 到 50 个文件'],
  [{ max: 51 }, '/fields/3/max 1 到 50 个文件'],
  [{ max: 2.5 }, '/fields/3/max 1 到 50 个文件'],
  [{ min: 1 }, '/fields/3/min min 用于数字字段'],
  [{ type: 'file', max: 2 }, '/fields/3/max max 用于数字字段'],
  [{ type: 'images', kinds: ['image'] }, '/fields/3/kinds kinds 用于 file、files 字段'],
  [{ type: 'string', maxMegabytes: 5 }, '/fields/3/maxMegabytes maxMegabytes 用于文件、图片字段'],
  [{ type: 'images', maxMegabytes: 51 }, '/fields/3/maxMegabytes 图片至多 50 MB'],
  [{ kinds: ['image'], maxMegabytes: 51 }, '/fields/3/maxMegabytes 图片至多 50 MB'],
  [{ kinds: ['film'] }, '/fields/3/kinds/0'],
  [{ kinds: [] }, '/fields/3/kinds'],
  [{ maxMegabytes: 4097 }, '/fields/3/maxMegabytes'],
  [{ kinds: ['document'], play: {} }, '/fields/3/play 可以是音频、视频的 file、files 字段'],
  [{ type: 'images', play: {} }, '/fields/3/play 可以是音频、视频的 file、files 字段'],
  [{ type: 'string', play: {} }, '/fields/3/play 可以是音频、视频的 file、files 字段'],
  [{ kinds: ['audio'], play: { watermark: true } }, '/fields/3/play/watermark 可以是视频的字段'],
  [{ type: 'file', guarded: true, play: {} }, '/fields/3/play guarded 的文件只经业务操作播放'],
  [{ play: { captions: 'x' } }, '/fields/3/play/captions 本实体里 kinds 只有 captions'],
  [{ play: { captions: 'mixed' } }, '/fields/3/play/captions 本实体里 kinds 只有 captions'],
  [{ play: { captions: 'name' } }, '/fields/3/play/captions 本实体里 kinds 只有 captions'],
  [{ play: { subtitles: 'words' } }, '/fields/3/play'],
  [{ kinds: ['stream'] }, '/fields/3/kinds 写了 play 的 files 字段'],
  [{ type: 'file', kinds: ['stream'], play: {} }, '/fields/3/kinds 写了 play 的 files 字段'],
  [{ defaultValue: "'x'" }, '/fields/3/defaultValue'],
])('but not: %j', (field, fault) => {
  const [first = ''] = faultsOf(field);
  expect(first.startsWith(fault), first).toBe(true);
});
