import { expect, it } from 'vitest';
import { codeOf, faultsOf, type Json, nodes, permit, world } from './custom-company.testing.ts';

type Row = { name: string; version: number; isFixed: boolean; values: Json[]; usedBy: string[] };

const row = async (name: string, account = 'admin') => {
  const { data } = await world.call<{ list: Row[] }>(account, '/v1/design/dictionary/query');
  const found = data.list.find((one) => one.name === name);
  if (found === undefined) throw new TypeError(`no dictionary ${name}`);
  return found;
};
const save = (body: Json) => world.call('admin', '/v1/design/dictionary/save', body);

/** What stays of dictionaries whoever changes them, and who is told of what. */
export function isFixedWhereProgramsGoByIt(): void {
  it('keeps what programs go by, whatever it is that goes by it', async () => {
    // By name, by a field nobody writes, and by an entity nobody writes.
    for (const name of ['holiday_kind', 'weekday', 'course_open_rule'])
      expect([name, (await row(name)).isFixed]).toEqual([name, true]);
    expect((await row('channel_kind')).isFixed).toBe(false);
  });

  it('is saved by one of two at once, has a name of its own, and each choice once', async () => {
    const { version, values } = await row('channel_kind');
    const token = await world.token('admin');
    const body = { name: 'channel_kind', title: '渠道类型', version };
    const answers = await Promise.all(
      nodes.map((node, at) =>
        node.post(
          '/v1/design/dictionary/save',
          { ...body, values: [...values, { key: `x_new${at}`, title: `新的${at}` }] },
          { 'x-app-token': token },
        ),
      ),
    );
    expect(answers.map((answer) => codeOf(answer)).sort()).toEqual(['E_DICTIONARY_VERSION', undefined]);
    const one = [{ key: 'x_a', title: '甲' }];
    expect(faultsOf(await save({ name: 'grade', title: '评级', version: 0, values: one }))).toMatchObject([
      { pointer: '/name' },
    ]);
    const twice = [...one, { key: 'x_b', title: '甲' }];
    expect(faultsOf(await save({ name: 'x_twice', title: '两次', version: 0, values: twice }))).toMatchObject([
      { pointer: '/values/1/title', code: 'E_SCHEMA_DUPLICATE' },
    ]);
  });

  it('tells where it is used as far as one reads the entities', async () => {
    await permit('promoter');
    const used = async (account: string) => (await row('masking_mode', account)).usedBy.length;
    expect([await used('admin'), await used('promoter')]).toEqual([1, 0]);
  });
}
