import { expect, it } from 'vitest';
import { newPasswordFault, oldPasswordFault, repeatedPasswordFault } from './password-rules.ts';

it.each([
  ['', 'old.required'],
  ['12345', 'old.min'],
  ['123456', undefined],
])('old password %j: %s', (password, fault) => {
  expect(oldPasswordFault(password)).toBe(fault);
});

it.each([
  ['', 'new.required'],
  ['Aa1!Aa1!Aa1!Aa1!Aa1!A', 'new.max'],
  ['Aa1!Aa1!Aa1!Aa1!Aa1!', undefined],
  ['Aa1!x', 'new.min'],
  ['Aa1!xx', undefined],
  ['!Aa1xx', 'new.start'],
  ['_Aa1xx', 'new.start'],
  ['Abcdef1', 'new.compose'],
  ['Abcdef!', 'new.compose'],
  ['123456!', 'new.compose'],
  ['Aa1! xx', 'new.compose'],
  ['Aa1！密码密码', 'new.compose'],
  ['1a!aaaa', undefined],
  ['Old-pass1', 'new.same'],
])('new password %j: %s', (password, fault) => {
  expect(newPasswordFault(password, 'Old-pass1')).toBe(fault);
});

it('holds the repeated password to the new one', () => {
  expect(repeatedPasswordFault('', 'Aa1!xx')).toBe('confirm.required');
  expect(repeatedPasswordFault('Aa1!xy', 'Aa1!xx')).toBe('confirm.mismatch');
  expect(repeatedPasswordFault('Aa1!xx', 'Aa1!xx')).toBeUndefined();
});
