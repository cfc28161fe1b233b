import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeFaults, dockerfileFaults } from './container-faults.ts';

const root = path.resolve(import.meta.dirname, '../..');
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
const compose = readFileSync(path.join(root, 'compose.yaml'), 'utf8');

describe('the Dockerfile', () => {
  it('is sound', () => {
    expect(dockerfileFaults(dockerfile)).toEqual([]);
  });

  it.each([
    ['an unknown instruction', dockerfile.replace('WORKDIR', 'WORKINGDIR'), /WORKINGDIR/],
    ['a health check with an unknown flag', dockerfile.replace('--interval', '--every'), /every/],
    ['root', dockerfile.replace('USER node', 'USER root'), /USER/],
    ['no user at all', dockerfile.replace('USER node\n', ''), /USER/],
    ['a command that no signal reaches', dockerfile.replace(/^CMD \[.*$/m, 'CMD node main.js'), /CMD/],
    ['an image without version', dockerfile.replace('node:20.20-bookworm-slim\nENV', 'node:latest\nENV'), /FROM/],
  ])('is refused with %s', (_, text, said) => {
    expect(text).not.toBe(dockerfile);
    expect(dockerfileFaults(text).join('\n')).toMatch(said);
  });
});

describe('the compose file', () => {
  it('is sound', () => {
    expect(composeFaults(compose)).toEqual([]);
  });

  it.each([
    ['an unknown word', compose.replace('restart:', 'restarts:'), /services\/database/],
    ['a wrong type', compose.replace('init: true', 'init: maybe'), /init/],
    ['a setting that is none', compose.replace('SECRET_KEY:', 'SECRET:'), /SECRET/],
  ])('is refused with %s', (_, text, said) => {
    expect(text).not.toBe(compose);
    expect(composeFaults(text).join('\n')).toMatch(said);
  });
});
