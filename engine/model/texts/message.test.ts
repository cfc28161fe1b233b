import { afterEach, expect, it } from 'vitest';
import { addTexts, setLanguageSource } from './current-language.ts';
import { expectation, formatMessage, formatMessageIn, messagesOf } from './message.ts';

const text = messagesOf(
  { 'test.rows': '共 {count} 行', 'test.of': '{entity}的{what}', 'test.field': '字段', 'test.same': 'CSV' },
  {
    'zh-TW': { 'test.rows': '共 {count} 列', 'test.of': '{entity}的{what}', 'test.field': '欄位', 'test.same': 'CSV' },
    'en-US': {
      'test.rows': '{count} {count, row|rows}',
      'test.of': '{what} of {entity}',
      'test.field': 'field',
      'test.same': 'CSV',
    },
    'pt-BR': {
      'test.rows': '{count} {count, linha|linhas}',
      'test.of': '{what} de {entity}',
      'test.field': 'campo',
      'test.same': 'CSV',
    },
  },
);
const customer = { title: '客户', name: 'customer', titles: { 'pt-BR': 'cliente' } };

afterEach(() => setLanguageSource(() => 'zh-CN'));

it('says a text in the language that is spoken when it is said, Chinese unless told', () => {
  const rows = text('test.rows', { count: 1 });
  expect(formatMessage(rows)).toBe('共 1 行');
  setLanguageSource(() => 'en-US');
  expect(formatMessage(rows)).toBe('1 row');
});

it('calls things, and puts texts into texts, in that language', () => {
  const field = text('test.of', { entity: customer, what: text('test.field') });
  const said = (['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const).map((language) => formatMessageIn(language, field));
  expect(said).toEqual(['客户的字段', '客户的欄位', 'field of customer', 'campo de cliente']);
});

it('says in Chinese what another language has no text for', () => {
  const own = messagesOf({ 'test.chineseOnly': '只有中文 {count}' });
  setLanguageSource(() => 'pt-BR');
  expect(formatMessage(own('test.chineseOnly', { count: 2 }))).toBe('只有中文 2');
  addTexts('pt-BR', { 'test.chineseOnly': 'Agora também {count}' });
  expect(formatMessage(own('test.chineseOnly', { count: 2 }))).toBe('Agora também 2');
});

it('tells what a fault expected in English beside the Chinese words, and beside no others', () => {
  const field = text('test.field');
  expect(expectation(field)).toEqual({ expected: '字段', expectedEn: 'field' });
  expect(expectation(text('test.same'))).toEqual({ expected: 'CSV' });
  setLanguageSource(() => 'pt-BR');
  expect(expectation(field)).toEqual({ expected: 'campo' });
});
