import { expect, it } from 'vitest';
import { normaliseLandline, normaliseMobile, normaliseNumber } from './phone-number.ts';

it.each([
  '13812345678',
  '+86 138-1234 5678',
  '008613812345678',
  '86 13812345678',
  '１３８１２３４５６７８',
  '＋８６（１３８）１２３４－５６７８',
  '(+86) 138.1234.5678',
  '138—1234–5678',
  '138\u22121234\u20105678',
  '138\u00a01234\u30005678',
  '\u202d138 1234 5678\u202c',
  '\ufeff13812345678\u200b',
])('reads %j as one mobile number', (text) => {
  expect(normaliseMobile(text)).toBe('13812345678');
});

it.each([
  '12812345678',
  '1381234567',
  '138123456789',
  '0013812345678',
  '86138123456789',
  '+8513812345678',
  '138a2345678',
])('takes %j for no mobile number', (text) => {
  expect(normaliseMobile(text)).toBeUndefined();
});

it.each([
  ['010-62345678', '01062345678'],
  ['（０１０）６２３４ ５６７８', '01062345678'],
  ['+86 10 6234 5678', '01062345678'],
  ['0086-731-8234567', '07318234567'],
  ['0731-82345678', '073182345678'],
  ['62345678', undefined],
  ['13812345678', undefined],
  ['010-6234567', undefined],
  ['0731-823456789', undefined],
])('reads %j as a landline with its area code', (text, digits) => {
  expect(normaliseLandline(text)).toBe(digits);
});

it.each([
  ['+86 138-1234 5678', '13812345678'],
  ['＋８６ １０ ６２３４ ５６７８', '01062345678'],
  ['8001', '8001'],
  ['+852 2123 4567', '85221234567'],
  ['400-800-1234', '4008001234'],
  ['anonymous', undefined],
  ['1', undefined],
])('reads %j as a number to call', (text, digits) => {
  expect(normaliseNumber(text)).toBe(digits);
});
