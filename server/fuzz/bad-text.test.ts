import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '../demo/crm/values/random.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type BentInput, bentInputs } from './bent-text.testing.ts';
import { comparedTables, digestOf } from './database-digest.testing.ts';
import { ValueGenerator } from './generate-value.testing.ts';
import { type FuzzAnswer, judge, judgeBadText } from './judge-answer.testing.ts';
import { type FuzzOperation, lookingOn, materialOf, operationsOf } from './material.testing.ts';
import { send } from './send-request.testing.ts';

// Every operation in turn, called as it wants to be but for one text that cannot be kept. What is bent in several
// places at once is refused for the first of them and never comes as far as the database.
const rounds = process.env.TEST_DEPTH === 'deep' ? 40 : 1;
const maxOfOne = process.env.TEST_DEPTH === 'deep' ? 200 : 4;

let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
});

afterAll(() => company.close());

/** Sends it as the administrator; of a GET the place is its name in the query. */
async function call({ path, method }: FuzzOperation, { input }: BentInput): Promise<FuzzAnswer> {
  const headers = { 'content-type': 'application/json' };
  const token = await company.token('admin');
  return method === 'GET'
    ? send(company.app, { method, url: `${path}?${queryOf(input)}`, headers }, token)
    : send(company.app, { method, url: path, headers, payload: JSON.stringify(input) }, token);
}

/** What is no UTF-8 cannot be written in an address: of the bad texts only NUL arrives. */
function queryOf(input: unknown): string {
  const entries = Object.entries(typeof input === 'object' && input !== null ? input : {});
  const written = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\0'));
  return entries.map(([key, value]) => `${written(key)}=${written(String(value ?? ''))}`).join('&');
}

it('is refused with its place by every operation, and changes nothing', { timeout: 3_600_000 }, async () => {
  const { rows, close } = lookingOn(company.database);
  const { operations, parts } = await operationsOf(company);
  const material = await materialOf(company, parts);
  const random = new Random(Number(process.env.FUZZ_SEED ?? 20_260_302));
  const tables = await comparedTables(company.database);
  await company.token('admin');
  const before = await digestOf(rows, tables);
  const wrong: string[] = [];
  let calls = 0;
  for (const operation of operations
    .filter(({ takes }) => takes === 'json')
    .flatMap((one) => Array(rounds).fill(one))) {
    const values = new ValueGenerator(material, random, 0, operation.scope);
    const bent = [...bentInputs(values.value(operation.input), random)];
    while (bent.length > maxOfOne) bent.splice(random.int(0, bent.length - 1), 1);
    for (const one of bent) {
      const answer = await call(operation, one);
      const fault = judge({ method: operation.method }, answer) ?? judgeBadText(answer, one.place);
      if (fault !== undefined)
        wrong.push(`${fault}: ${operation.path} ${JSON.stringify(one)} → ${answer.body.slice(0, 300)}`);
      calls += 1;
    }
  }
  const after = await digestOf(rows, tables);
  await close();
  expect(wrong.slice(0, 10), `${wrong.length} of ${calls}`).toEqual([]);
  expect(after).toBe(before);
  expect(calls).toBeGreaterThan(operations.length);
});
