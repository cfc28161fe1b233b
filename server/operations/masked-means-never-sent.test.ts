import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRequest, type Request } from '../testing/every-request.ts';
import { startJobWorker } from '../testing/job-worker.ts';
import {
  databaseText,
  filesText,
  type MarkedCompany,
  markCompany,
  markIn,
  staffMark,
} from '../testing/marked-company.ts';

let worlds: readonly [MarkedCompany, MarkedCompany];

beforeAll(async () => {
  worlds = [await markCompany('a'), await markCompany('b')];
}, 60_000);

afterAll(async () => {
  for (const { company } of worlds) await company.close();
});

/** Looks like the values of both worlds, and is none of either. */
const guess = '13850501099';

async function requestsFor({ company }: MarkedCompany): Promise<readonly Request[]> {
  const ids = new Map<string, readonly string[]>();
  for (const name of company.documents.entities.keys())
    ids.set(name, (await company.records.find(name, {}, 2)).map(({ id }) => id).sort());
  return everyRequest(company.documents, (entity) => ids.get(entity) ?? [], guess);
}

type Answered = { readonly request: Request; readonly text: string };
type Chosen = (request: Request, place: number, all: readonly Request[]) => boolean;

/**
 * Each operation, and every second of the ways in which it is asked: what is not shown is read no differently for who sees it
 * hidden, or sees one field masked, than for who sees all masked, of whom everything is asked. A deep run asks all of all.
 */
const everySecond: Chosen = ({ path }, place, all) =>
  process.env.TEST_DEPTH === 'deep' || place % 2 === 0 || all[place - 1]?.path !== path;

/** Every answer as text, to all requests or to those chosen; cursors are opened, since they hold what rows are sorted by. */
async function askAll(
  account: string,
  world: MarkedCompany,
  chosen: Chosen = () => true,
): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  for (const request of (await requestsFor(world)).filter(chosen)) {
    const answer = await world.company.call(account, request.path, request.body);
    const { next, previous } = { next: '', previous: '', ...answer.data };
    const opened = [next, previous].map((cursor) => Buffer.from(String(cursor ?? ''), 'base64url').toString('latin1'));
    answers.push({ request, text: `${JSON.stringify(answer)}${opened.join(' ')}` });
  }
  return answers;
}

const leaksIn = (answers: readonly Answered[]) =>
  answers.flatMap(({ request, text }) => {
    const mark = markIn(text);
    return mark === undefined ? [] : [`${request.path} ${JSON.stringify(request.body).slice(0, 120)}: ${mark}`];
  });

/** Answers of different databases made alike: ids by their first appearance, moments all the same, of what is sealed the length. */
const alike = (answers: readonly Answered[]) => {
  const seen = new Map<string, string>();
  const nameOf = (id: string) => {
    const name = seen.get(id) ?? `#${seen.size}`;
    seen.set(id, name);
    return name;
  };
  // Refusals of a minute are written down together: which rows the log has is a matter of the clock.
  const timeless = answers.filter(({ request }) => !request.path.startsWith('/v1/web/operation/log/'));
  return timeless.map(({ request, text }) =>
    `${request.path} ${text.slice(0, text.lastIndexOf('}') + 1)}`
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, nameOf)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'T')
      .replace(/"(next|previous)":"[^"]*"/g, '"$1":"…"')
      .replace(/"undo":"([^"]*)"/g, (_, seal: string) => `"undo":${seal.length}`),
  );
};

describe.each([
  ['mask', () => true],
  ['hidden', everySecond],
] as const)('for who sees %s', (mode, chosen) => {
  const answersOf = new Map<MarkedCompany, readonly Answered[]>();

  it('no operation answers more of a value than its mask leaves', async () => {
    for (const world of worlds) answersOf.set(world, await askAll(`sees_${mode}`, world, chosen));
    const [answers = []] = answersOf.values();
    expect(answers.length).toBeGreaterThan(300);
    expect(answers.filter(({ text }) => text.startsWith('{"code":"0"')).length).toBeGreaterThan(150);
    for (const found of answersOf.values()) expect(leaksIn(found)).toEqual([]);
  }, 600_000);

  it('two companies that differ only behind the masks answer alike: no order, count or refusal tells them apart', () => {
    const [a = [], b = []] = [...answersOf.values()].map(alike);
    const different = a.flatMap((text, index) => (text === b[index] ? [] : [[text, b[index]]]));
    expect(different.slice(0, 3)).toEqual([]);
  });
});

it('leaves no mark in the database, in answers kept, in logs or in files', async () => {
  const [world] = worlds;
  const { company, values, customers } = world;
  const [id = '', other = ''] = customers;
  const key = { 'idempotency-key': 'masks-key-1' };
  const taken = { mobile: values.mobile(2) };
  const before = await company.call('sees_mask', '/v1/customer/view', { id });
  const version = before.data.version;
  expect(await company.call('sees_mask', '/v1/customer/modify', { id, version, ...taken }, key)).toMatchObject({
    code: '1',
  });
  await company.call('sees_mask', '/v1/customer/modify', { id, version, mobile: values.mobile(15) }, key);
  await company.call('sees_mask', '/v1/customer/modify', { ids: [id, other], wechat: values.wechat(16) });
  await company.call('sees_mask', '/v1/customer/modify', {
    matching: { count: 1, where: { search: '客户3' } },
    qq: values.text(17),
  });
  const conflict = await company.call('sees_mask', '/v1/customer/modify', { id, version, mobile: values.mobile(18) });
  expect(conflict).toMatchObject({
    data: { error: { code: 'E_VERSION', fields: [{ key: 'mobile', stored: '138****1015' }] } },
  });
  expect(await company.call('sees_mask', '/v1/customer/reveal', { id, field: 'mobile', reason: '回访' })).toMatchObject(
    {
      data: { value: values.mobile(15) },
    },
  );
  const worker = startJobWorker(company.documents, company.database);
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    const rows = await company.database.rows(`select 1 from background_job where status in ('pending', 'running')`);
    if (rows.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await worker.close();
  expect(worker.faults).toEqual([]);
  const qq = await company.call('sees_plain', '/v1/customer/query', { where: { search: '客户3' }, fields: ['qq'] });
  expect(qq).toMatchObject({ data: { list: [{ qq: values.text(17) }] } });
  for (const texts of [await databaseText(company), await filesText(company)])
    for (const [name, text] of texts) expect([name, markIn(text)]).toEqual([name, undefined]);
});

/** Channels that show masked values to who may see them. */
const showing: readonly string[] = [
  ...['/v1/customer/query', '/v1/customer/view', '/v1/customer/phone/query', '/v1/call/record/query'],
  ...['/v1/lead/view', '/v1/sys/user/query', '/v1/sys/user/view'],
];
let answersInClear: readonly Answered[] = [];

it('would find them: who sees everything in clear is answered marks by every channel that shows values', async () => {
  const [, world] = worlds;
  answersInClear = await askAll('sees_plain', world, ({ path }) => showing.includes(path));
  const leaks = leaksIn(answersInClear);
  const paths = new Set(leaks.map((leak) => leak.split(' ', 1)[0]));
  expect([...paths].sort()).toEqual([...showing].sort());
  const sorted = await world.company.call('sees_plain', '/v1/customer/query', { sort: ['mobile'] });
  expect(sorted).toMatchObject({ data: { error: { code: 'E_INPUT_INVALID' } } });
}, 600_000);

it('a field with a policy of its own goes by that, by every channel, where its kind is shown in clear', async () => {
  const [, world] = worlds;
  const pathsWith = (answers: readonly Answered[]) =>
    new Set(answers.flatMap(({ request, text }) => (staffMark.test(text) ? [request.path] : [])));
  const answers = await askAll('sees_own', world, everySecond);
  expect([...pathsWith(answers)]).toEqual([]);
  expect(leaksIn(answers).some((leak) => leak.startsWith('/v1/customer/query'))).toBe(true);
  const shown = pathsWith(answersInClear);
  for (const path of ['/v1/sys/user/query', '/v1/sys/user/view']) expect(shown).toContain(path);
}, 600_000);
