import { expect, it } from 'vitest';
import { isUnavailable } from './unavailable.ts';

const coded = (code: string) => Object.assign(new Error('x'), { code });

it.each([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '08000',
  '08003',
  '08006',
  '08001',
  '08P01',
  '53300',
  '53200',
  '53100',
  '58030',
  '25P03',
  '25006',
  '40003',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])('knows %s as the database being away', (code) => {
  expect(isUnavailable(coded(code))).toBe(true);
});

it.each([
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Query read timeout',
])('knows “%s” though it has no code', (text) => {
  expect(isUnavailable(new Error(text))).toBe(true);
});

it.each(['57014', '23505', '40001', '22P02', '42P01', 'ERR_ASSERTION'])('leaves %s to others', (code) => {
  expect(isUnavailable(coded(code))).toBe(false);
  expect(isUnavailable(new Error('something else'))).toBe(false);
  expect(isUnavailable('Connection terminated')).toBe(false);
});
