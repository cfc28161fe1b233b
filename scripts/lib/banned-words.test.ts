import { expect, it } from 'vitest';
import { bannedWords } from './banned-words.ts';

it.each([
  ['a title of a document', 'schemas/a.json', '{\n  "title": "场景设置"\n}', '场景设置', '我的视图'],
  ['a text', 'src/locales/zh-CN.json', '{\n  "setting.copy": "拷贝设置"\n}', '拷贝', '复制'],
  ['a literal of code', 'widgets/a.tsx', "\nconst words = '试运行';", '试运行', '预检'],
  ['words between tags', 'widgets/a.tsx', '\nconst a = <p>精确计数</p>;', '精确计数', '查看总数'],
  ['a code in a title', 'schemas/a.json', '{\n  "title": "坐席号 hlAgentId"\n}', 'hlAgentId', '坐席号'],
])('finds %s', (_, file, text, word, instead) => {
  expect(bannedWords(file, text)).toEqual([{ file, line: 2, word, instead }]);
});

it('leaves keys, expressions and comments', () => {
  expect(bannedWords('schemas/a.json', '{ "key": "hlAgentId", "when": "record.hlAgentId != null" }')).toEqual([]);
  expect(bannedWords('src/a.ts', "// 试运行\nconst key = 'hlAgentId' in row;")).toEqual([]);
});
