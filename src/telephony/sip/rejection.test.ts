import { expect, it } from 'vitest';
import { isLineUnregistered } from './rejection.ts';

it.each([
  [403, 'Line Not Registered', undefined],
  [403, 'Forbidden', 'SIP;cause=403;text="line unregistered"'],
  [403, 'Caller not registered', undefined],
])('registers and dials again after %i %s', (code, phrase, reason) => {
  expect(isLineUnregistered({ code, phrase, reason })).toBe(true);
});

it.each([
  [480, 'Callee Not Registered', undefined],
  [480, 'Line Not Registered', undefined],
  [403, 'Forbidden', undefined],
  [403, 'Callee Not Registered', undefined],
])('leaves %i %s as it is', (code, phrase, reason) => {
  expect(isLineUnregistered({ code, phrase, reason })).toBe(false);
});
