import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from '../../engine/model/wire/index.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
}, 60_000);
afterAll(() => company.close());

/** What a call that is refused expected, by the language it asked for. */
async function expected(language: string | undefined): Promise<string | undefined> {
  const headers = language === undefined ? {} : { 'accept-language': language };
  const answer: Envelope<{ readonly error?: { readonly faults?: readonly { readonly expected?: string }[] } }> =
    await company.call('admin', '/v1/channel/check', { field: 'nothing', value: '' }, headers);
  return answer.data.error?.faults?.[0]?.expected;
}

it('is answered in the language it asks for, in Chinese where it names none of ours', async () => {
  expect(await expected('en-US')).toBe('a field of channel that can be looked up');
  expect(await expected('zh-TW')).toMatch(/中可查的欄位$/);
  expect(await expected('fr')).toMatch(/中可查的字段$/);
  expect(await expected(undefined)).toMatch(/中可查的字段$/);
});

it('is answered in its own language, whatever others ask for meanwhile', async () => {
  const asked = Array.from({ length: 24 }, (_, at) => ['en-US', 'pt-BR', 'zh-CN'][at % 3] ?? '');
  const answers = await Promise.all(asked.map(expected));
  const begins: Readonly<Record<string, RegExp>> = { 'en-US': /^a field/, 'pt-BR': /^um campo/, 'zh-CN': /字段$/ };
  for (const [at, language] of asked.entries()) expect(answers[at]).toMatch(begins[language] ?? '');
});

it('is told of a rule of the business in its language, and others in theirs', async () => {
  const refusal = async (language: string) => {
    const headers = { 'accept-language': language };
    const body = { id: company.ids.group1 };
    const answer = await company.call<{
      readonly error?: { readonly facts?: Readonly<Record<string, unknown>> };
    }>('admin', '/v1/department/delete', body, headers);
    return { message: answer.message, facts: answer.data.error?.facts };
  };
  const department = await company.records.findOne('department', { id: company.ids.group1 });
  const name = department?.name;
  expect(await refusal('zh-CN')).toEqual({
    message: `部门“${String(name)}”下还有3 名在职员工，不能删除`,
    facts: { name, what: '3 名在职员工', action: '删除' },
  });
  expect(await refusal('en-US')).toEqual({
    message: `${String(name)} still has 3 people at work`,
    facts: { name, what: '3 people at work', action: 'deleting' },
  });
  expect((await refusal('pt-BR')).facts).toEqual({ name, what: '3 funcionários ativos', action: 'excluir' });
});

it('is answered a success in its language', async () => {
  const { message } = await company.call('admin', '/v1/department/query', {}, { 'accept-language': 'en-US' });
  expect(message).toBe('Done');
  expect((await company.call('admin', '/v1/department/query')).message).toBe('操作成功');
});
