import { expect, it, onTestFinished, vi } from 'vitest';

/** The texts as a browser has them that has loaded none of another language. */
async function fresh() {
  vi.resetModules();
  const [{ loadTexts }, { formatMessage }, { setLanguageSource }, { checkText }, { modelText }] = await Promise.all([
    import('./load-texts.ts'),
    import('./message.ts'),
    import('./current-language.ts'),
    import('./check-text.ts'),
    import('./model-text.ts'),
  ]);
  setLanguageSource(() => 'pt-BR');
  const said = () => [formatMessage(modelText('model.value.text')), formatMessage(checkText('check.term.page'))];
  onTestFinished(() => setLanguageSource(() => 'zh-CN'));
  return { loadTexts, said };
}

it('says in Chinese what has not been fetched, what a page says once that has come, and the checks where one designs', async () => {
  const { loadTexts, said } = await fresh();
  expect(said()).toEqual(['文本', '页面']);
  await loadTexts('pt-BR', 'page');
  expect(said()).toEqual(['texto', '页面']);
  await loadTexts('pt-BR', 'designer');
  expect(said()).toEqual(['texto', 'página']);
});
