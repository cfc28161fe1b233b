import { describe, expect, it } from 'vitest';
import { firstMissingPackage } from './install.mjs';
import { isNodeNewEnough } from './node-version.mjs';

const wanted = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/esbuild-for-another-machine': { version: '1.0.0', optional: true },
  },
};

describe('installed packages', () => {
  it('match the lockfile without the optional ones', () => {
    const installed = { packages: { 'node_modules/fastify': { version: '5.0.0' } } };

    expect(firstMissingPackage(wanted, installed)).toBeUndefined();
  });

  it('do not match when one is missing or of another version', () => {
    expect(firstMissingPackage(wanted, { packages: {} })).toBe('node_modules/fastify');
    expect(firstMissingPackage(wanted, { packages: { 'node_modules/fastify': { version: '4.0.0' } } })).toBe(
      'node_modules/fastify',
    );
  });
});

describe('the Node version', () => {
  it.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.1.0'])('%s is new enough', (version) => {
    expect(isNodeNewEnough(version)).toBe(true);
  });

  it.each(['v20.18.3', 'v18.20.0', 'v8.17.0'])('%s is too old', (version) => {
    expect(isNodeNewEnough(version)).toBe(false);
  });
});
