import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight } from '../../fixtures/index.ts';
import { designStory, drawn } from '../frame/design-story.testing.tsx';
import { typeBehind } from '../source/code-typing.testing.ts';

const meta: Meta = { title: 'engine/设计器/试算', tags: ['!autodocs'] };
export default meta;

const books = designStory('books');
export const ForRecord: StoryObj = {
  name: '表达式试算：选一条记录，看它的值；改了马上再算，换一列还是那条记录',
  render: books.render,
  play: async ({ canvasElement, step }) => {
    const page = within(canvasElement);
    const properties = within(await page.findByRole('region', { name: '设置' }));
    const tone = async (at: string, title: string) => {
      await userEvent.click(drawn(canvasElement, at) ?? canvasElement);
      await inSight(await properties.findByRole('heading', { name: title }));
      return properties.findByRole('textbox', { name: '颜色' });
    };
    await waitFor(() => expect(drawn(canvasElement, 'columns/author')).not.toBeNull());
    await step('there is nothing to pick a record for before it reads one', async () => {
      const editor = await tone('columns/author', '作者');
      await expect(properties.queryByRole('combobox', { name: '选一条记录，看它的值' })).toBeNull();
      typeBehind(editor, '', "record.author == '魏源' ? 'red' : 'blue'");
    });
    await step('its value for the record one picks', async () => {
      await userEvent.click(await properties.findByRole('combobox', { name: '选一条记录，看它的值' }));
      await userEvent.click(await screen.findByText('海国图志', { selector: '.ant-select-item-option-content' }));
      await inSight(await properties.findByText('所选记录：red'));
    });
    await step('worked out again as it is written', async () => {
      const editor = properties.getByRole('textbox', { name: '颜色' });
      typeBehind(editor, "'re", 'x');
      await waitFor(() => expect(properties.queryByText('所选记录：red')).toBeNull());
    });
    await step('another column keeps to the record', async () => {
      typeBehind(await tone('columns/pages', '页数'), '', "record.title == '海国图志' ? 'gold' : 'gray'");
      await inSight(await properties.findByText('所选记录：gold'));
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('listbox', { name: '可选的内容' })).toBeNull());
    });
  },
};
