import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type ApiClient, createApiClient } from '../../engine/client/index.ts';

const root = path.resolve(import.meta.dirname, '../..');
const contract = path.join(root, 'contract');
const modules = readdirSync(contract)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(contract, file), 'utf8') }))
  .filter(({ file, text }) => file !== 'operation.ts' && text.includes('defineOperation('));

/** What the compiler refuses, which is the test: `@ts-expect-error` fails to compile where it does not. */
function refused(client: ApiClient) {
  return [
    // @ts-expect-error An input the contract does not have.
    client.call('/v1/sys/page/view', { nam: 'books' }),
    // @ts-expect-error Nothing where something is asked.
    client.call('/v1/sys/page/view'),
    // @ts-expect-error An address the contract does not have.
    client.call('/v1/nowhere', {}),
    // @ts-expect-error What the answer does not have.
    client.call('/v1/sys/user/my/view').then(({ nickname }) => nickname),
    client.call('/v1/sys/user/my/view').then(({ name }) => name),
  ];
}

it('takes and answers what the contract says of an address, which the compiler checks', async () => {
  const client = createApiClient({
    baseUrl: '',
    token: () => null,
    onRefusal: () => undefined,
    transport: async ({ url }) => ({
      body: { code: '0', message: '', data: { name: url } },
      header: () => null,
    }),
  });
  expect(await Promise.all(refused(client))).toContain('/v1/sys/user/my/view');
});

it('knows every module of the contract that declares operations', () => {
  const known = readFileSync(path.join(contract, 'calls.ts'), 'utf8');
  expect(modules.length).toBeGreaterThan(10);
  expect(modules.map(({ file }) => file).filter((file) => !known.includes(`from './${file}'`))).toEqual([]);
});

it('leaves no address of the contract to a call whose shape nobody checks', () => {
  const addresses = new Set(
    modules.flatMap(({ text }) => [...text.matchAll(/'(\/v1\/[^']+)'/g)].map(([, address]) => address)),
  );
  const files = execFileSync('git', ['grep', '-l', 'callAt', '--', 'engine', 'src', 'widgets'], { cwd: root });
  const unchecked = files
    .toString()
    .trim()
    .split('\n')
    .filter((file) => !/[.](test|stories|testing)[.]/.test(file))
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/callAt[^(]*\(\s*'([^']+)'/g)]
        .filter(([, address]) => addresses.has(address))
        .map(([, address]) => `${file}: ${address}`),
    );
  expect(addresses.size).toBeGreaterThan(40);
  expect(unchecked).toEqual([]);
});
