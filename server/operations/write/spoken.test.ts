import { afterAll, beforeAll, expect, it } from 'vitest';
import { setLanguageSource } from '../../../engine/model/texts/index.ts';
import { inLanguage, setCallLanguageSource } from '../../kernel/language/language.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { toolDictionaries, toolEntities } from '../../testing/fixtures/tool-room.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

let room: TestOperations;

beforeAll(async () => {
  room = await startOperations(toolEntities, { dictionaries: toolDictionaries });
  setCallLanguageSource();
}, 60_000);

afterAll(async () => {
  setLanguageSource(() => 'zh-CN');
  await room.close();
});

type Id = { readonly id: string };

it('keeps in the log what was done in Chinese, whatever the caller speaks', async () => {
  const id = await inLanguage('en-US', async () => {
    const made = await room.run<Id>('/v1/tool/create', { name: '电钻' });
    await room.run('/v1/tool/modify', { id: made.id, version: 1, name: '手电钻' });
    await room.run('/v1/tool/delete', { id: made.id });
    return made.id;
  });
  const logged = await room.records.find('operation_log', { entityId: id });
  expect(logged.map(({ value }) => value).toSorted()).toEqual(['工具：删除', '工具：新增', '工具：编辑']);
});

it('tells what was done in the language of the reader', async () => {
  const { id } = await room.run<Id>('/v1/tool/create', { name: '锤子' });
  await room.run('/v1/tool/modify', { id, version: 1, name: '铁锤', enabled: false });
  type Told = { readonly list: readonly { readonly title: string; readonly changes: readonly Values[] }[] };
  const told = await inLanguage('en-US', () => room.run<Told>('/v1/tool/history', { id }));
  expect(told.list.map(({ title }) => title)).toEqual(['Edited', 'Created']);
  expect(told.list[0]?.changes).toContainEqual(expect.objectContaining({ beforeText: 'Yes', afterText: 'No' }));
  const own = await room.run<Told>('/v1/tool/history', { id });
  expect(own.list.map(({ title }) => title)).toEqual(['编辑', '新增']);
});

it('says what a write lacks in the language of the caller', async () => {
  const titleIn = (language: 'en-US' | 'pt-BR' | 'zh-CN') =>
    inLanguage(language, async () => {
      const refusal = await room.refusal('/v1/tool/modify', { id: '01890a5d-ac96-774b-bcce-b302099a8057' });
      return refusal.detail.faults?.[0]?.title;
    });
  expect([await titleIn('en-US'), await titleIn('pt-BR'), await titleIn('zh-CN')]).toEqual([
    'version',
    'versão',
    '版本',
  ]);
});

it('counts rows in the language of the caller', async () => {
  const parts = Array.from({ length: 600 }, (_, at) => ({ name: `零件 ${at}` }));
  const faultIn = (language: 'en-US' | 'zh-TW') =>
    inLanguage(language, async () => (await room.refusal('/v1/tool/create', { name: '箱', parts })).detail.faults?.[0]);
  expect(await faultIn('en-US')).toMatchObject({
    got: '600 rows',
    expected: expect.stringMatching(/^\d+ to \d+ rows$/),
  });
  expect(await faultIn('zh-TW')).toMatchObject({ got: '600 列' });
});
