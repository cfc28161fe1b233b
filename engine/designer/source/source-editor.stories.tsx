import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, loadLibrary, SampleServer, StoryFrame } from '../../fixtures/index.ts';
import { pageGrammar } from '../../model/grammar/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { loadCandidatePage } from '../../model/load/index.ts';
import { eraseBehind, listFaults, typeBehind } from './code-typing.testing.ts';
import { SourceEditor } from './source-editor.tsx';

const meta: Meta = { title: 'engine/设计器/源码', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const { documents } = loadLibrary();
const books: JsonObject = { ...documents.pages.get('books') };
const grammar = pageGrammar('list');
const server = new SampleServer();

/** What the page became, for the steps of a story. */
type Seen = { document: JsonObject; at: string };

function Edited({ seen, start = books }: { readonly seen: Seen; readonly start?: JsonObject }) {
  const [document, setDocument] = useState(start);
  const [at, setAt] = useState<string>();
  const [level, setLevel] = useState<string | undefined>('org');
  useEffect(() => {
    seen.document = document;
  }, [seen, document]);
  const { faults } = loadCandidatePage({ file: 'pages/books.json', text: JSON.stringify(document) }, documents);
  return (
    <StoryFrame server={server}>
      <div style={{ display: 'flex', flexDirection: 'column', height: 520, padding: 16, gap: 8 }}>
        <div>
          <Button onClick={() => setDocument({ ...document, title: '图书总目' })}>在页面上改名</Button>
          <Button onClick={() => setAt('columns/author')}>选中作者列</Button>
          <Button onClick={() => setLevel(undefined)}>离开源码</Button>
          <Button onClick={() => setLevel('org')}>整个组织的源码</Button>
          <Button onClick={() => setLevel('role')}>角色的源码</Button>
        </div>
        {level === undefined ? null : (
          <SourceEditor
            key={level}
            document={document}
            schema={grammar}
            titles={documents}
            faults={faults}
            keepAs={`books ${level}`}
            onChange={setDocument}
            onCursor={(path) => {
              seen.at = path;
            }}
            {...(at === undefined ? {} : { at })}
          />
        )}
      </div>
    </StoryFrame>
  );
}

const editorOf = (canvas: HTMLElement) => within(canvas).findByRole('textbox', { name: '页面文档的源码' });

const live: Seen = { document: books, at: '' };
export const Live: Story = {
  name: '源码与页面互相跟随；不是 JSON 时说明第几行第几列，内容不丢',
  render: () => <Edited seen={live} />,
  play: async ({ canvasElement, step }) => {
    const view = within(canvasElement);
    const editor = await editorOf(canvasElement);
    await step('what is typed becomes the page', async () => {
      typeBehind(editor, '"title": "', '全部');
      await waitFor(() => expect(live.document.title).toBe(`全部${String(books.title)}`));
      await waitFor(() => expect(live.at).toBe('title'));
    });
    await step('a text that is no document is told, and stays', async () => {
      typeBehind(editor, '"title": "全部', '"');
      const alert = await view.findByRole('alert');
      await expect(alert).toHaveTextContent(/第 \d+ 行第 \d+ 列/);
      await expect(live.document.title).toBe(`全部${String(books.title)}`);
      await userEvent.click(view.getByRole('button', { name: '在页面上改名' }));
      await expect(editor).toHaveTextContent('全部"');
      eraseBehind(editor, '"title": "全部"');
      await waitFor(() => expect(view.queryByRole('alert')).toBeNull());
    });
    await step('what is changed on the page comes into the text', async () => {
      await userEvent.click(view.getByRole('button', { name: '在页面上改名' }));
      await waitFor(() => expect(editor).toHaveTextContent('"title": "图书总目"'));
    });
    await step('what is selected on the page comes into sight', async () => {
      await userEvent.click(view.getByRole('button', { name: '选中作者列' }));
      await waitFor(() => expect(editor).toHaveTextContent('"author"'));
    });
  },
};

const left: Seen = { document: books, at: '' };
export const Left: Story = {
  name: '写到一半离开源码：回来还在，页面上其间改的不丢；别的层级看不到它',
  beforeEach: () => sessionStorage.clear(),
  render: () => <Edited seen={left} />,
  play: async ({ canvasElement, step }) => {
    const view = within(canvasElement);
    const press = (name: string) => userEvent.click(view.getByRole('button', { name }));
    await step('half written, it is left, and the page goes on', async () => {
      typeBehind(await editorOf(canvasElement), '"pageSize": ', '"');
      await inSight(await view.findByRole('alert'));
      await press('离开源码');
      await press('在页面上改名');
      await waitFor(() => expect(left.document.title).toBe('图书总目'));
    });
    await step('another level begins with its own page', async () => {
      await press('角色的源码');
      await expect(await editorOf(canvasElement)).toHaveTextContent('"title": "图书总目"');
      await expect(view.queryByRole('alert')).toBeNull();
    });
    await step('it is there again, and mended both stand', async () => {
      await press('整个组织的源码');
      const editor = await editorOf(canvasElement);
      await inSight(await view.findByRole('alert'));
      eraseBehind(editor, '"pageSize": "');
      typeBehind(editor, '"pageSize": ', '1');
      await waitFor(() => expect(view.queryByRole('alert')).toBeNull());
      await waitFor(() =>
        expect(left.document).toMatchObject({ title: '图书总目', pageSize: Number(`1${String(books.pageSize)}`) }),
      );
    });
  },
};

const wrong = {
  ...books,
  columns: (Array.isArray(books.columns) ? books.columns : []).map((column: unknown, index) =>
    isJsonObject(column) && index === 0 ? { ...column, hiden: true } : column,
  ),
};
const faulty: Seen = { document: wrong, at: '' };
export const Faults: Story = {
  name: '错误标在原处，给出最接近的名称；按 Ctrl 加空格列出可写的内容',
  render: () => <Edited seen={faulty} start={wrong} />,
  play: async ({ canvasElement, step }) => {
    const editor = await editorOf(canvasElement);
    const body = within(document.body);
    await step('the fault is underlined, and repaired at once', async () => {
      await waitFor(() => expect(editor.querySelector('.cm-lintRange-error')).not.toBeNull());
      listFaults(editor);
      await userEvent.click(await body.findByRole('button', { name: /改为 hidden/ }));
      await waitFor(() => expect(JSON.stringify(faulty.document)).toContain('"hidden":true'));
      await waitFor(() => expect(editor.querySelector('.cm-lintRange-error')).toBeNull());
    });
    await step('names are offered with their titles', async () => {
      typeBehind(editor, '"hidden": true', ', "');
      const list = await body.findByRole('listbox', { name: '可选的内容' });
      await expect(list).toHaveTextContent('显示组件');
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(body.queryByRole('listbox', { name: '可选的内容' })).toBeNull());
    });
  },
};
