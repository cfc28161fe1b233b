import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { keptSecret, randomKey, readSecret } from './kept-secrets.ts';

const fileInNewFolder = () => path.join(mkdtempSync(path.join(tmpdir(), 'secrets-')), 'deep/secret.key');

it('makes a secret once, for its owner alone, and leaves no draft', () => {
  const file = fileInNewFolder();
  expect(readSecret(file)).toBeUndefined();
  const made = keptSecret(file, randomKey);
  expect(keptSecret(file, randomKey)).toBe(made);
  expect(readSecret(file)).toBe(made);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['secret.key']);
});

it('never replaces what is there, be it empty', () => {
  const file = fileInNewFolder();
  keptSecret(file, randomKey);
  writeFileSync(file, '');
  expect(keptSecret(file, randomKey)).toBe('');
  expect(readFileSync(file, 'utf8')).toBe('');
});

it('is the same for processes that make it at once', { timeout: 60_000 }, async () => {
  const file = fileInNewFolder();
  const run = () => {
    const child = spawn(process.execPath, [path.join(inject('built'), 'make-secret.js'), file, '200']);
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    return new Promise<string>((resolve) => child.once('exit', () => resolve(text)));
  };
  const outputs = await Promise.all([run(), run(), run()]);
  expect(outputs[0]?.split('\n').filter((line) => line.length >= 32)).toHaveLength(200);
  expect(outputs).toEqual([outputs[0], outputs[0], outputs[0]]);
});
