import { expect, it } from 'vitest';
import { timedLines } from './timed-text.ts';

it('reads when lines were said and where their words stand', () => {
  const text = '[00:05] 坐席：您好\r\n客户：嗯\n\n[1:02:03.5] 再见\n[99] 不是时间';
  const lines = timedLines(text);
  expect(lines).toEqual([
    { start: 8, text: '坐席：您好', atMs: 5000 },
    { start: 15, text: '客户：嗯', atMs: null },
    { start: 33, text: '再见', atMs: 3_723_500 },
    { start: 36, text: '[99] 不是时间', atMs: null },
  ]);
  for (const line of lines) expect(text.slice(line.start, line.start + line.text.length)).toBe(line.text);
});
