import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { unreachableTexts } from './lib/unreachable-texts.ts';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

const tree: Readonly<Record<string, string>> = {
  'src/locales/zh-CN.json': JSON.stringify({
    'app.title': '图书馆',
    'app.welcome': '欢迎使用$t(app.title)',
    'state.0': '空闲',
    'agent.login.ok': '登录成功',
    'loan.over': '超出上限',
    'loan.tested': '只有测试说它',
  }),
  ...Object.fromEntries(
    ['check', 'design', 'documents', 'expression', 'model', 'typing'].map((part) => [
      `engine/model/texts/words/${part}.zh-CN.json`,
      '{}',
    ]),
  ),
  'engine/react/texts/texts.zh-CN.json': JSON.stringify({ 'engine.ok': '确定', 'engine.gone': '已经没有的按钮' }),
  'engine/designer/texts/made.zh-CN.json': JSON.stringify({
    'designer.made.ok': '发布',
    'designer.made.gone': '没有了',
  }),
  'engine/designer/made.tsx': `t('designer.made.ok');`,
  'server/texts/loan/zh-CN.json': JSON.stringify({ 'loan.log': '借出', 'loan.unsaid': '没有代码说它' }),
  'src/app.tsx': `t('app.welcome'); t(\`state.\${n}\`); const named = { login: 'agent.login' }; t('engine.ok');`,
  'src/app.test.ts': `t('loan.tested');`,
  'server/loans/errors.ts': `export const errors = { E_LOAN_LATE: { zh: '逾期' }, E_LOAN_LOST: { zh: '遗失' } } as const;`,
  'server/loans/loan.ts': `throw refuse('E_LOAN_LATE'); loanText('loan.log');`,
};

function found(more: Readonly<Record<string, string>> = {}): readonly string[] {
  root = mkdtempSync(path.join(tmpdir(), 'texts-'));
  mkdirSync(path.join(root, 'widgets'));
  for (const [file, text] of Object.entries({ ...tree, ...more })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return unreachableTexts(root).map(({ key }) => key);
}

it('finds texts and errors that no code can show, and no others', () => {
  expect(found()).toEqual([
    'loan.over',
    'loan.tested',
    'engine.gone',
    'designer.made.gone',
    'loan.unsaid',
    'E_LOAN_LOST',
  ]);
});

it('takes a text for shown as soon as some code names it', () => {
  const widgets = {
    'widgets/loan.tsx':
      "t('loan.over'); t('loan.tested'); t('engine.gone'); refuse('E_LOAN_LOST'); t('designer.made.gone'); t('loan.unsaid');",
  };
  expect(found(widgets)).toEqual([]);
});
