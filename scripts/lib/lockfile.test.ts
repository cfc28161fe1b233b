import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Entry = { version?: string; optionalDependencies?: Record<string, string> };
type Lockfile = { packages: Record<string, Entry> };

const text = readFileSync('package-lock.json', 'utf8');
const { packages }: Lockfile = JSON.parse(text);

/** The version of a package that the package at `place` gets, looking outwards as Node does. */
function versionFrom(place: string, name: string): string | undefined {
  const version = packages[`${place === '' ? '' : `${place}/`}node_modules/${name}`]?.version;
  if (version !== undefined || place === '') return version;
  return versionFrom(place.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ''), name);
}

describe('the lockfile', () => {
  it('names no registry, so that every machine may use its own', () => {
    expect(text).not.toMatch(/"resolved":\s*"https?:/);
  });

  it('holds the packages of every platform, without which `npm ci` refuses it', () => {
    const missing = Object.entries(packages).flatMap(([place, entry]) =>
      Object.entries(entry.optionalDependencies ?? {}).filter(([name, wanted]) => {
        const version = versionFrom(place, name);
        return version === undefined || (/^\d/.test(wanted) && version !== wanted);
      }),
    );

    expect(missing).toEqual([]);
  });
});
