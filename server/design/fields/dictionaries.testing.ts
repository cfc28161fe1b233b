import { describe, expect, it } from 'vitest';
import { codeOf, customer, faultsOf, type Json, made, seen, world } from './custom-company.testing.ts';

/** Registers the tests of dictionaries changed in the app, at the company whose fields are made. */
export function testDictionaries(): void {
  describe('a dictionary', () => {
    type Row = { name: string; version: number; isFixed: boolean; values: Json[] };
    const all = async () => (await world.call<{ list: Row[] }>('admin', '/v1/design/dictionary/query')).data.list;
    const row = async (name: string) =>
      (await all()).find((one) => one.name === name) ?? { version: 0, isFixed: false, values: [] };
    const save = (body: Json) => world.call('admin', '/v1/design/dictionary/save', body);

    it('gets further choices, which every door takes; one that is retired stays where it was chosen and is chosen no more', async () => {
      const { version, values } = await row('customer_level');
      const named = { name: 'customer_level', title: '客户等级' };
      const more = [{ key: 'x_gold', title: '金牌', tone: 'gold' }, ...values];
      expect(faultsOf(await save({ ...named, version, values: values.slice(1) }))).toMatchObject([
        { pointer: '/values' },
      ]);
      expect(
        faultsOf(await save({ ...named, version, values: [{ key: 'gold', title: '金牌' }, ...values] })),
      ).toMatchObject([{ pointer: '/values/0/key' }]);
      expect(await save({ ...named, version, values: more })).toMatchObject({ code: '0' });
      // Who saw it before is told that, not that he leaves a choice out.
      expect(codeOf(await save({ ...named, version, values }))).toBe('E_DICTIONARY_VERSION');
      const gold = await customer({ level: 'x_gold' });
      expect(gold.answer).toMatchObject({ code: '0' });
      const [first] = (await row('customer_level')).values;
      expect(first).toEqual({ key: 'x_gold', title: '金牌', tone: 'gold' });
      const retired = more.map((value) => (value.key === 'x_gold' ? { ...value, disabled: true } : value));
      expect(await save({ ...named, version: version + 1, values: retired })).toMatchObject({ code: '0' });
      expect(await seen(gold.id)).toMatchObject({ level: 'x_gold' });
      expect(faultsOf((await customer({ level: 'x_gold' })).answer)).toMatchObject([{ pointer: '/level' }]);
    });

    it('is made for fields of one\u2019s own, and keeps what transitions set', async () => {
      const grade = { name: 'x_grade', title: '评级', version: 0, values: [{ key: 'x_a', title: '甲' }] };
      expect(await save(grade)).toMatchObject({ code: '0' });
      await made({ key: 'xGrade', title: '评级', type: 'enum', dictionary: 'x_grade' });
      expect((await customer({ xGrade: 'x_a' })).answer).toMatchObject({ code: '0' });
      const wider = [...grade.values, { key: 'x_b', title: '乙' }];
      expect(await save({ ...grade, version: 1, values: wider })).toMatchObject({ code: '0' });
      expect((await customer({ xGrade: 'x_b' })).answer).toMatchObject({ code: '0' });
      const stage = await row('customer_stage');
      expect(stage.isFixed).toBe(true);
      const named = { name: 'customer_stage', title: '阶段', version: 0 };
      const added = [...stage.values, { key: 'x_late', title: '以后' }];
      expect(faultsOf(await save({ ...named, values: added }))).toMatchObject([
        { pointer: `/values/${stage.values.length}` },
      ]);
      const retired = stage.values.map((value, at) => (at === 0 ? { ...value, disabled: true } : value));
      expect(faultsOf(await save({ ...named, values: retired }))).toMatchObject([{ pointer: '/values/0' }]);
      const renamed = stage.values.map((value, at) => (at === 0 ? { ...value, title: '新的叫法' } : value));
      expect(await save({ ...named, values: renamed })).toMatchObject({ code: '0' });
    });
  });
}
