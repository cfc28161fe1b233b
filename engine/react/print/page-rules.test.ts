import { expect, it } from 'vitest';
import { pageRules } from './page-rules.ts';

it('gives each sheet a page of its own, counted from 1, with what stands at its foot', () => {
  expect(pageRules('A4', [{ foot: 'SJ1', length: 0 }], '第 # 页')).toEqual([
    '@page engine-sheet-1 { size: 210mm 297mm; margin: 16mm 15mm 18mm; counter-increment: engine-sheet-1; @bottom-left { content: "SJ1" } @bottom-right { content: "第 " counter(engine-sheet-1) " 页" } }',
    '.engine-print-job > :nth-child(1) { page: engine-sheet-1 }',
  ]);
});

it('cuts a roll where its sheet ends, and counts no pages there', () => {
  const rules = pageRules(
    'roll80',
    [
      { foot: 'a', length: 378 },
      { foot: 'b', length: 756 },
    ],
    '#',
  );
  expect(rules[0]).toBe('@page engine-sheet-1 { size: 80mm 109mm; margin: 3mm 4mm; }');
  expect(rules[2]).toContain('size: 80mm 209mm');
});

it('takes a foot for text, whatever it is made of', () => {
  const [rule] = pageRules('A4', [{ foot: '"} * { display: none } \\\n', length: 0 }], '#');
  expect(rule).toContain('content: "\\22 } * { display: none } \\5c \\a "');
});
