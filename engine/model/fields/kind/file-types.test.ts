import { expect, it } from 'vitest';
import { endingsOf, fileFault, fileLimits, sentKinds, sizeLimits, sizeText } from './file-types.ts';

it('finds what the server would refuse by name and size alone', () => {
  expect(fileFault({ name: '封面.PNG', size: 9 }, 'image')).toBeUndefined();
  expect(fileFault({ name: '合同.pdf', size: 9 }, 'file')).toBeUndefined();
  expect(fileFault({ name: '合同.pdf', size: 9 }, 'image')).toBe(
    '不支持这种文件（合同.pdf），可用：png、jpg、gif、webp',
  );
  expect(fileFault({ name: 'page.html', size: 9 }, 'file')).toContain('不支持这种文件（page.html）');
  expect(fileFault({ name: 'png', size: 0 }, 'image')).toBe('文件是空的');
  expect(fileFault({ name: 'a.png', size: sizeLimits.image }, 'image')).toBeUndefined();
  expect(fileFault({ name: 'a.png', size: sizeLimits.image + 1 }, 'image')).toBe('文件过大，最多 10 MB');
});

it('says what may be sent', () => {
  expect(fileLimits(sentKinds.image)).toBe('图片 10 MB');
  expect(fileLimits(sentKinds.file)).toBe('文档、表格 50 MB，图片 10 MB，录音 100 MB');
  expect(endingsOf(sentKinds.image)).toEqual(['.png', '.jpg', '.jpeg', '.gif', '.webp']);
});

it('writes sizes as people read them', () => {
  expect([1, 2048, 300_000, 1_572_864].map(sizeText)).toEqual(['1 KB', '2 KB', '0.3 MB', '1.5 MB']);
});
