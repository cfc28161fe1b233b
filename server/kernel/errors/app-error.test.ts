import { afterAll, beforeAll, expect, it } from 'vitest';
import { setLanguageSource } from '../../../engine/model/texts/index.ts';
import { organisationText } from '../../texts/domain/organisation-text.ts';
import { inLanguage, setCallLanguageSource } from '../language/language.ts';
import { refusalsOf } from './app-error.ts';

beforeAll(setCallLanguageSource);
afterAll(() => setLanguageSource(() => 'zh-CN'));

const refuse = refusalsOf({
  E_TEST: { envelope: '1', http: 200, zh: '“{name}”不能{action}', en: '{name}: {action} is not possible', next: '无' },
});
const action = organisationText('staff.act.delete');

it('says what varies in the language of the call, whole sentences in Chinese or English, and is logged in Chinese', () => {
  const told = () => {
    const { message, told: sentence, facts } = refuse('E_TEST', { name: '林一', action });
    return [sentence, facts.action, message];
  };
  expect(told()).toEqual(['“林一”不能删除', '删除', '“林一”不能删除']);
  expect(inLanguage('zh-TW', told)).toEqual(['“林一”不能删除', '刪除', '“林一”不能删除']);
  expect(inLanguage('en-US', told)).toEqual(['林一: deleting is not possible', 'deleting', '“林一”不能删除']);
  expect(inLanguage('pt-BR', told)).toEqual(['林一: deleting is not possible', 'excluir', '“林一”不能删除']);
});

it('names a place in the language of the call, and says why in Chinese and in English', () => {
  const place = { pointer: '/roleIds', title: organisationText('staff.role') };
  const fault = inLanguage('en-US', () => refuse('E_TEST', { name: '林一', action }, place)).detail.faults?.[0];
  expect(fault).toEqual({
    code: 'E_INPUT_RULE',
    pointer: '/roleIds',
    title: 'Role',
    expected: '“林一”不能删除',
    expectedEn: '林一: deleting is not possible',
  });
});
