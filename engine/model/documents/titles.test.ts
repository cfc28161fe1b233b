import { expect, it } from 'vitest';
import { extendDocument } from '../extend/index.ts';
import { withOwnTitles } from '../layers/index.ts';
import { inLanguage } from './titles.ts';

const titles = { 'en-US': 'Readers' };
const page = {
  name: 'readers',
  title: '读者',
  titles,
  columns: [
    { key: 'name', title: '姓名', titles: { 'en-US': 'Name', 'zh-TW': '姓名' } },
    { key: 'phone', title: '电话' },
  ],
};

it('calls every part of a page as it is called in a language, and the rest as it is', () => {
  expect(inLanguage(page, 'en-US')).toMatchObject({
    name: 'readers',
    title: 'Readers',
    columns: [{ title: 'Name' }, { title: '电话' }],
  });
  expect(inLanguage(page, 'pt-BR')).toBe(page);
  expect(inLanguage(page, 'zh-CN')).toBe(page);
  // What was given is another page's, too.
  expect(page.title).toBe('读者');
});

it('takes no name of a page from the one it starts from where its title is its own', () => {
  expect(extendDocument(page, { name: 'mine', title: '我的读者' }).document).not.toHaveProperty('titles');
  expect(extendDocument(page, { name: 'mine' }).document).toMatchObject({ titles });
  expect(extendDocument(page, { name: 'mine', title: '我的', titles: { 'zh-TW': '我的' } }).document.titles).toEqual({
    'zh-TW': '我的',
  });
});

it('keeps no name of a title that was changed in the app', () => {
  const [name, phone] = page.columns;
  const made = { ...page, columns: [{ ...name, title: '读者姓名' }, phone] };

  expect(withOwnTitles(made, page)).toEqual({ ...page, columns: [{ key: 'name', title: '读者姓名' }, phone] });
  expect(withOwnTitles({ ...page, title: '全部读者' }, page)).not.toHaveProperty('titles');
  expect(withOwnTitles(page, page)).toEqual(page);
});
