import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { loadLibrary, SampleServer, StoryFrame } from '../../fixtures/index.ts';
import { expressionScopeAt } from '../../model/check/index.ts';
import { typeBehind } from '../source/code-typing.testing.ts';
import { ExpressionEditor } from './expression-editor.tsx';

const meta: Meta = { title: 'engine/设计器/表达式', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const { documents } = loadLibrary();
const books = documents.pages.get('books');
const scope = books && expressionScopeAt({ ...books }, ['columns', 'title', 'tone'], documents);
const server = new SampleServer();
const seen = { value: '' };

function Edited({ start }: { readonly start: string }) {
  const [value, setValue] = useState(start);
  seen.value = value;
  return (
    <StoryFrame server={server}>
      <div style={{ width: 320, padding: 16 }}>
        <ExpressionEditor value={value} scope={scope} onChange={setValue} label="颜色" />
      </div>
    </StoryFrame>
  );
}

export const Typed: Story = {
  name: '列出字段与函数，边写边查，给出最接近的名称',
  render: () => <Edited start="" />,
  play: async ({ canvasElement, step }) => {
    const view = within(canvasElement);
    const body = within(document.body);
    const editor = await view.findByRole('textbox', { name: '颜色' });
    await step('fields behind a dot, with their titles', async () => {
      await userEvent.click(editor);
      typeBehind(editor, '', 'record.');
      const list = await body.findByRole('listbox');
      await waitFor(() => expect(list).toHaveTextContent('书名'));
      await userEvent.keyboard('{Escape}');
    });
    await step('what is wrong is told as it is typed', async () => {
      typeBehind(editor, 'record.', 'titl == null');
      await waitFor(() => expect(view.getByText(/是否为“title”/)).toBeVisible());
      await expect(editor.querySelector('.cm-lintRange-error')).not.toBeNull();
    });
    await step('one line only', async () => {
      await userEvent.keyboard('{Enter}');
      await expect(seen.value).not.toContain('\n');
    });
  },
};

export const Left: Story = {
  name: '写完马上离开，不再弹出候选',
  render: () => <Edited start="" />,
  play: async ({ canvasElement }) => {
    const editor = await within(canvasElement).findByRole('textbox', { name: '颜色' });
    await userEvent.click(editor);
    typeBehind(editor, '', 'record.');
    editor.blur();
    // Longer than it waits for further keys.
    await new Promise((resolve) => setTimeout(resolve, 400));
    await expect(within(document.body).queryByRole('listbox')).toBeNull();
    await expect(seen.value).toBe('record.');
  },
};
