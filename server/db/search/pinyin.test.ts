import { expect, it } from 'vitest';
import { loadSpeller } from './pinyin.ts';

const spelled = async (text: string) => (await loadSpeller())(text).split(' ');

it.each([
  ['张三丰', ['zhangsanfeng', 'zsf']],
  ['单雄信', ['shanxiongxin', 'danxiongxin', 'sxx', 'dxx']],
  ['曾乐', ['zengle', 'zengyue', 'zl', 'zy']],
  ['尉迟恭', ['yuchigong', 'ycg']],
  ['重庆', ['chongqing', 'cq']],
  ['吕布', ['lvbu', 'lb']],
  ['区小明', ['ouxiaoming', 'quxiaoming']],
  ['Mary王', ['wang']],
  ['张三（李四）', ['zhangsan', 'zs', 'lisi', 'ls']],
])('spells %s as said', async (text, readings) => {
  expect(await spelled(text)).toEqual(expect.arrayContaining(readings));
});

it('has nothing to say of what is not Chinese', async () => {
  expect((await loadSpeller())('Mary 007')).toBe('');
});

it('keeps a long text of many readings short', async () => {
  expect((await loadSpeller())('乐重'.repeat(40)).length).toBeLessThan(1000);
  expect((await spelled('乐重乐重')).length).toBeLessThan(40);
});
