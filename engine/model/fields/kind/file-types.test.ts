import { expect, it } from 'vitest';
import { fileRuleOf } from '../checks/file-rule.ts';
import { endingsOf, type FileRule, fileFault, fileLimits, sentKinds, sizeLimits, sizeText } from './file-types.ts';

const image: FileRule = { kinds: sentKinds.image };
const file: FileRule = { kinds: sentKinds.file };

it('finds what the server would refuse by name and size alone', () => {
  expect(fileFault({ name: '封面.PNG', size: 9 }, image)).toBeUndefined();
  expect(fileFault({ name: '合同.pdf', size: 9 }, file)).toBeUndefined();
  expect(fileFault({ name: '合同.pdf', size: 9 }, image)).toBe('不支持这种文件（合同.pdf），可用：png、jpg、gif、webp');
  expect(fileFault({ name: 'page.html', size: 9 }, file)).toContain('不支持这种文件（page.html）');
  expect(fileFault({ name: 'png', size: 0 }, image)).toBe('文件是空的');
  expect(fileFault({ name: 'a.png', size: sizeLimits.image }, image)).toBeUndefined();
  expect(fileFault({ name: 'a.png', size: sizeLimits.image + 1 }, image)).toBe('文件过大，最多 10 MB');
});

it('says what may be sent', () => {
  expect(fileLimits(image)).toBe('图片 10 MB');
  expect(fileLimits(file)).toBe('文档、表格 50 MB，图片 10 MB，音频 100 MB');
  expect(endingsOf(sentKinds.image)).toEqual(['.png', '.jpg', '.jpeg', '.gif', '.webp']);
});

it('writes sizes as people read them', () => {
  expect([1, 2048, 300_000, 1_572_864, 1.5 * 2 ** 30].map(sizeText)).toEqual([
    '1 KB',
    '2 KB',
    '0.3 MB',
    '1.5 MB',
    '1.5 GB',
  ]);
});

it('asks the field what it takes, and how large', () => {
  const film = fileRuleOf({ type: 'file', kinds: ['video', 'image'], maxMegabytes: 2048 });
  if (film === undefined) throw new TypeError('a field of files has a rule');
  expect(fileLimits(film)).toBe('视频 2 GB，图片 50 MB');
  expect(fileFault({ name: '课.mp4', size: 2 ** 31 }, film)).toBeUndefined();
  expect(fileFault({ name: '课.mp4', size: 2 ** 31 + 1 }, film)).toBe('文件过大，最多 2 GB');
  expect(fileFault({ name: '讲义.pdf', size: 9 }, film)).toBe(
    '不支持这种文件（讲义.pdf），可用：png、jpg、gif、webp、mp4、mov、webm',
  );
  const papers = fileRuleOf({ type: 'files', kinds: ['document'] });
  expect(papers).toEqual({ kinds: ['doc', 'sheet'], maxMegabytes: undefined });
  expect(fileRuleOf({ type: 'images', maxMegabytes: 5 })).toEqual({ kinds: ['image'], maxMegabytes: 5 });
  expect(fileRuleOf({ type: 'string' })).toBeUndefined();
});
