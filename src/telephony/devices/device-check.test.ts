import { expect, it, vi } from 'vitest';
import { type Device, deviceFault, deviceFaultUnasked, isChrome } from './device-check.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const close = vi.fn();
const device: Device = {
  userAgent: chrome,
  isSecure: true,
  permission: async () => 'granted',
  openMicrophone: async () => ({ close }),
};

it('takes only Chrome for supported', () => {
  expect(isChrome(chrome)).toBe(true);
  expect(isChrome(`${chrome} Edg/141.0.0.0`)).toBe(false);
  expect(isChrome('Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(false);
});

it('finds nothing wrong, and lets the microphone go', async () => {
  expect(await deviceFault(device)).toBeUndefined();
  expect(close).toHaveBeenCalledOnce();
});

it('names what is wrong: the browser, the connection, the microphone', async () => {
  expect(await deviceFault({ ...device, userAgent: 'Safari' })).toBe('mic.unsupported');
  expect(await deviceFault({ ...device, isSecure: false })).toBe('mic.insecure');
  expect(await deviceFault({ ...device, openMicrophone: () => Promise.reject(new Error('NotAllowedError')) })).toBe(
    'mic.failed',
  );
});

it('says unasked only what can be known without a question', async () => {
  const openMicrophone = vi.fn(() => Promise.reject(new Error('NotFoundError')));
  const loose: Device = { ...device, openMicrophone };
  expect(await deviceFaultUnasked({ ...device, userAgent: 'Safari' })).toBe('mic.unsupported');
  expect(await deviceFaultUnasked({ ...device, isSecure: false })).toBe('mic.insecure');
  expect(await deviceFaultUnasked({ ...loose, permission: async () => 'denied' })).toBe('mic.failed');
  expect(await deviceFaultUnasked({ ...loose, permission: async () => 'prompt' })).toBeUndefined();
  expect(await deviceFaultUnasked({ ...loose, permission: async () => undefined })).toBeUndefined();
  expect(openMicrophone).not.toHaveBeenCalled();
  expect(await deviceFaultUnasked(loose)).toBe('mic.failed');
});
