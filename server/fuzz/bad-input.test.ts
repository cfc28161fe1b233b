import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../demo/crm/values/random.ts';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';
import { comparedTables, digestOf } from './database-digest.testing.ts';
import { type FuzzRequest, RequestGenerator } from './generate-request.testing.ts';
import { type FuzzAnswer, judge } from './judge-answer.testing.ts';
import { lookingOn, materialOf, operationsOf } from './material.testing.ts';
import { send } from './send-request.testing.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
const requests = isDeep ? 20_000 : 300;
const seed = Number(process.env.FUZZ_SEED ?? 20_260_301);

let company: TestApp;
const tokens = new Map<string | undefined, string>();

beforeAll(async () => {
  company = await startTestApp();
  for (const account of ['admin', 'manager', 'sales', 'promoter']) {
    const answer = await company.call<{ token: string }>(undefined, '/v1/sys/user/login', {
      account,
      password: testPassword,
    });
    tokens.set(account, answer.data.token);
  }
  tokens.set('broken', 'no-such-token');
});

afterAll(() => company.close());

const isSuccess = (answer: FuzzAnswer) => answer.body.startsWith('{"code":"0"') || answer.status === 206;
const shown = (request: FuzzRequest, answer?: FuzzAnswer) =>
  `${request.account} ${request.method} ${request.url.slice(0, 200)} ${JSON.stringify(request.headers).slice(0, 200)} ${request.payload?.slice(0, 1500)} → ${answer?.status} ${answer?.body.slice(0, 300)}`;

describe(`${requests} generated requests`, { timeout: 3_600_000 }, () => {
  it('each get a clear answer, and what is refused changes nothing', async () => {
    const { rows, close } = lookingOn(company.database);
    const { operations, reads, parts } = await operationsOf(company);
    const material = await materialOf(company, parts);
    const pages = [...company.documents.pages.keys()];
    const generator = new RequestGenerator(operations, material, pages, new Random(seed));
    const tables = await comparedTables(company.database);
    const counts = { success: 0, refused: 0 };
    const wrong: string[] = [];
    let before = await digestOf(rows, tables);
    for (let place = 0; place < requests; place++) {
      const request = generator.next();
      const answer = await answerTo(request);
      const after = await digestOf(rows, tables);
      const isChanged = after !== before && !mayChange(request, answer, reads);
      const faults = [judge(request, answer), isChanged ? 'changed the database' : undefined];
      wrong.push(...faults.flatMap((fault) => (fault === undefined ? [] : [`${fault}: ${shown(request, answer)}`])));
      counts[isSuccess(answer) ? 'success' : 'refused'] += 1;
      before = (await isSignedInAnew(request, answer)) ? await digestOf(rows, tables) : after;
    }
    await close();
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(wrong).toHaveLength(0);
    // Both kinds must occur, or the generator is of no use.
    expect(counts.success).toBeGreaterThan(requests / 25);
    expect(counts.refused).toBeGreaterThan(requests / 3);
  });

  it('leave no trace in what all objects are made of', () => {
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(prototypeNames);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

const prototypeNames = Object.getOwnPropertyNames(Object.prototype).sort();

async function answerTo(request: FuzzRequest): Promise<FuzzAnswer> {
  try {
    return await send(company.app, request, tokens.get(request.account));
  } catch (error) {
    throw new TypeError(`no answer to ${shown(request)}`, { cause: error });
  }
}

function mayChange(request: FuzzRequest, answer: FuzzAnswer, reads: ReadonlySet<string>): boolean {
  return isSuccess(answer) && !reads.has(request.url.split('?', 1)[0] ?? '');
}

/** A call may have signed the account out, or its token was bent; answers whether it signed in anew. */
async function isSignedInAnew({ account }: FuzzRequest, answer: FuzzAnswer): Promise<boolean> {
  if (!answer.body.includes('"1002"') || account === undefined || account === 'broken') return false;
  const body = { account, password: testPassword };
  const { data } = await company.call<{ token: string }>(undefined, '/v1/sys/user/login', body);
  tokens.set(account, data.token);
  return true;
}
