import { expect, it } from 'vitest';
import { above, type MadeNode, treeLines } from './tree-lines.ts';

/** Names with those above them, as they would be made. */
function paths(text: string): readonly string[] {
  let made: readonly MadeNode[] = [];
  return treeLines(text).map((line) => {
    const open = above(made, line);
    made = [...open, { indent: line.indent, id: line.name }];
    return made.map(({ id }) => id).join('/');
  });
}

it('reads lines as nodes, indentation as their level: tabs, blanks, wide blanks', () => {
  expect(paths('函数\n\t一次函数\n\t\t斜率\n\t二次函数\n几何')).toEqual([
    '函数',
    '函数/一次函数',
    '函数/一次函数/斜率',
    '函数/二次函数',
    '几何',
  ]);
  expect(paths('  甲\n    乙\n  丙')).toEqual(['甲', '甲/乙', '丙']);
  expect(paths('甲\n\u3000\u3000乙\r\n\n- 丙 \n  • 丁')).toEqual(['甲', '甲/乙', '丙', '丙/丁']);
});

it('takes a line that is indented less than any before it for one of the top', () => {
  expect(paths('\t\t甲\n\t乙\n\t\t丙')).toEqual(['甲', '乙', '乙/丙']);
});

it('knows what is left from each line on', () => {
  expect(treeLines('甲\n\n\t乙\n丙').map(({ rest }) => rest)).toEqual(['甲\n\n\t乙\n丙', '\t乙\n丙', '丙']);
});
