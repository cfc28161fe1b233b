import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, openedDialog, SampleRefusal } from '../../fixtures/index.ts';
import { designStory, drawn } from './design-story.testing.tsx';

const meta: Meta = { title: 'engine/设计器/问题与放弃', tags: ['!autodocs'] };
export default meta;

const columns = (tone: string) => ({ key: 'author', field: 'author', tone });

const faulty = designStory('books');
export const ToTheFault: StoryObj = {
  name: '点一个问题，选中有错的那一列，光标在那一项设置里；写错的不拿去问，各行照样在',
  render: faulty.render,
  beforeEach: () => {
    const shipped = faulty.design.shipped('books');
    const all: readonly unknown[] = Array.isArray(shipped.columns) ? shipped.columns : [];
    const document = { ...shipped, columns: [columns("record.autor == '魏源' ? 'red' : 'blue'"), ...all.slice(2)] };
    faulty.design.drafts.set('books org ', { version: 1, document });
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).not.toBeNull());
    await userEvent.click(await page.findByRole('button', { name: /1 处问题/ }));
    const problems = within(await openedDialog('问题'));
    await userEvent.click(problems.getByRole('button', { name: /autor/ }));
    const properties = within(page.getByRole('region', { name: '设置' }));
    await inSight(await properties.findByRole('heading', { name: '作者' }));
    await waitFor(() => expect(properties.getByRole('textbox', { name: '颜色' })).toHaveFocus());
    // What is wrong is not asked for: the rows stand meanwhile.
    await expect(JSON.stringify(faulty.server.callsTo('/v1/book/query'))).not.toContain('autor');
  },
};

let tries = 0;
const given = designStory('books', {}, [], {
  '/v1/design/page/draft/discard': () => {
    tries += 1;
    if (tries === 1) throw new SampleRefusal('E_VERSION');
    given.design.drafts.delete('books org ');
    return null;
  },
});
export const GivenUp: StoryObj = {
  name: '放弃草稿被拒绝：说明原因，草稿还在；再放弃就回到已发布的',
  render: given.render,
  beforeEach: () => {
    tries = 0;
    given.design.drafts.set('books org ', {
      version: 1,
      document: { ...given.design.shipped('books'), title: '草稿里的' },
    });
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const giveUp = async () => {
      await userEvent.click(await page.findByRole('button', { name: '放弃草稿' }));
      const dialog = within(await screen.findByRole('dialog', { name: /^放弃这份草稿/ }));
      await userEvent.click(dialog.getByRole('button', { name: '放弃草稿' }));
    };
    await giveUp();
    await inSight(await screen.findByText(/已被他人修改/));
    await inSight(page.getByRole('heading', { name: '设计页面“草稿里的”' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^放弃这份草稿/ })).toBeNull());
    await giveUp();
    await inSight(await page.findByText('没有未发布的改动'));
  },
};

const started = designStory('books', {}, [], {}, { level: 'role', role: 'clerk', at: 'columns/author/title' });
export const Started: StoryObj = {
  name: '从升级核对过来：就在那个层级，选中那一列，光标在那一项设置里；换一个层级从头开始',
  render: started.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const properties = within(await page.findByRole('region', { name: '设置' }));
    await inSight(await properties.findByRole('heading', { name: '作者' }));
    await waitFor(() => expect(properties.getByLabelText('名称')).toHaveFocus());
    await inSight(page.getByTitle('角色“馆员”'));
    await userEvent.click(page.getByRole('combobox', { name: '改给谁' }));
    await userEvent.click(await screen.findByText('整个组织', { selector: '.ant-select-item-option-content' }));
    await waitFor(() => expect(page.queryByRole('heading', { name: '作者' })).toBeNull());
    await inSight(await page.findByTitle('整个组织'));
  },
};
