import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  booksPage,
  inSight,
  libraryRows,
  openedDialog,
  SampleRefusal,
  SampleServer,
  StoryFrame,
  sampleId,
} from '../../fixtures/index.ts';
import type { ListPage } from '../../model/documents/index.ts';
import type { PrintAnswer } from '../../model/wire/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/动作/打印', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const api = '/v1/book/print/card';
const action = { key: 'card', title: '打印藏书卡', permission: 'book:print_card', api };
const page: ListPage = { ...booksPage, toolbar: [], row: [action], bulk: [action] };

const answerOf = (
  ids: readonly string[],
  marks: Pick<PrintAnswer['sheets'][number], 'number' | 'times'>,
): PrintAnswer => ({
  paper: 'A4',
  at: '2026-03-01T02:00:00.000Z',
  by: '林晚舟',
  sheets: ids.map((id) => ({
    id,
    title: '藏书卡',
    ...marks,
    sections: [
      {
        key: 'base',
        columns: 2,
        facts: [
          { key: 'title', title: '书名', type: 'string', value: '本草纲目' },
          { key: 'price', title: '定价', type: 'money', value: 128000 },
          { key: 'donor', title: '捐赠人手机', type: 'mobile', value: '138****5678' },
          { key: 'read', title: '朗读', type: 'int', unit: 'minutes', value: 80 },
          { key: 'words', title: '大写', type: 'string', value: '壹仟贰佰捌拾元整', isWide: true },
        ],
      },
      {
        key: 'parts',
        title: '分册',
        table: {
          columns: [
            { key: 'name', title: '名称', type: 'string' },
            { key: 'price', title: '定价', type: 'money' },
          ],
          rows: [
            [{ value: '上' }, { value: 64000 }],
            [{ value: '下' }, { value: null }],
          ],
          sums: [null, 64000],
        },
      },
      {
        key: 'letter',
        text: {
          isFormatted: true,
          content: '<p>致<strong>{reader}</strong>：共 {sum}，{nobody}。</p><img src="https://example.org/a.png">',
          pictures: {},
          variables: [
            { key: 'reader', title: '读者', type: 'string', value: '<img src=x onerror=alert(1)>' },
            { key: 'sum', title: '合计', type: 'money', value: 128000 },
          ],
        },
      },
      { key: 'signed', words: '签字：________' },
    ],
  })),
});

/** Counts as the server does: a number at the first printing, kept; the preview counts nothing. */
function countingServer() {
  let times = 0;
  const answer = ({ ids, preview }: Readonly<Record<string, unknown>>) => {
    const asked = Array.isArray(ids) ? ids.map(String) : [];
    if (preview !== true) times += 1;
    return answerOf(asked, { number: times > 0 ? 'CS000001' : null, times: preview === true ? times + 1 : times });
  };
  return new SampleServer({ pages: [page], rows: libraryRows(3), answers: { [api]: answer } });
}

let prints = 0;
const noPrinter = () => {
  prints = 0;
  const before = window.print;
  window.print = () => {
    prints += 1;
  };
  return () => {
    window.print = before;
  };
};

const server = countingServer();
export const Printed: Story = {
  name: '先看预览，打印时给出票号，再打是补打',
  beforeEach: noPrinter,
  render: () => (
    <StoryFrame server={server}>
      <SchemaPage name="books" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    // A button rests after a click: the next time it is that of another row.
    const open = async (row: number) => {
      const buttons = await canvas.findAllByRole('button', { name: /^打印藏书卡/ }, { timeout: 10_000 });
      await userEvent.click(buttons[row] ?? canvasElement);
      return within(await openedDialog());
    };
    const dialog = await open(0);
    await inSight(await dialog.findByText('票号在打印时给出。'));
    await inSight(dialog.getByText('¥1,280.00', { selector: 'dd' }));
    await inSight(dialog.getByText('1小时20分'));
    await inSight(dialog.getByText('138****5678'));
    await inSight(dialog.getByText('¥640.00', { selector: '.engine-sheet-sums td' }));
    // What a variable stands for is text, never markup; what nobody knows stays as it is written.
    await waitFor(() => expect(dialog.getByText('<img src=x onerror=alert(1)>').tagName).toBe('STRONG'));
    await inSight(dialog.getByText(/共 ¥1,280\.00，\{nobody\}。/));
    await expect(prints).toBe(0);
    await userEvent.click(dialog.getByRole('button', { name: '打印（1 份）' }));
    await inSight(await dialog.findByText('票号 CS000001'));
    await waitFor(() => expect(prints).toBe(1), { timeout: 10_000 });
    // Nothing of a foreign host is fetched for the paper, and each sheet has its page.
    const job = document.querySelector('.engine-print-job');
    await expect(job?.querySelector('img')).toBeNull();
    const rules = document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
    await expect(rules.join(' ')).toContain('engine-sheet-1');
    await userEvent.click(dialog.getByRole('button', { name: '再打开打印窗口' }));
    await expect(prints).toBe(2);
    await expect(server.callsTo(api).filter(({ body }) => body.preview !== true)).toHaveLength(1);
    const [, close] = dialog.getAllByRole('button', { name: '关闭' });
    await userEvent.click(close ?? dialog.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 10_000 });
    await expect(document.querySelector('.engine-print-job')).toBeNull();

    const again = await open(1);
    await inSight(await again.findByText('补打（第 1 次）'));
    await inSight(again.getByText(/其中 1 份打印过，这次是补打/));
  },
};

const refusing = new SampleServer({
  pages: [page],
  rows: libraryRows(3),
  answers: {
    [api]: ({ ids, preview }) => {
      if (preview !== true) throw new SampleRefusal('E_GUARD', { expected: '修好之后才能打印' });
      return answerOf(Array.isArray(ids) ? ids.map(String) : [], { number: null, times: 1 });
    },
  },
});
export const Refused: Story = {
  name: '几条一起；被拒绝就说明原因，什么也不打',
  beforeEach: noPrinter,
  render: () => (
    <StoryFrame server={refusing}>
      <SchemaPage name="books" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('checkbox', { name: '全选本页' }, { timeout: 10_000 }));
    const bulk = within(await canvas.findByRole('region', { name: '批量操作' }));
    await userEvent.click(bulk.getByRole('button', { name: '打印藏书卡' }));
    const dialog = within(await openedDialog());
    await userEvent.click(await dialog.findByRole('button', { name: '打印（3 份）' }, { timeout: 10_000 }));
    await inSight(await dialog.findByText('修好之后才能打印'));
    await expect(prints).toBe(0);
    await expect(document.querySelector('.engine-print-job')).toBeNull();
    await expect(refusing.callsTo(api).at(-1)?.body.ids).toContain(sampleId('book', 0));
  },
};
