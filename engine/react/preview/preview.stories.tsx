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
  seen,
} from '../../fixtures/index.ts';
import type { ListPage } from '../../model/documents/index.ts';
import type { PreviewAnswer } from '../../model/wire/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/动作/先核对', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const recall = '/v1/book/recall';
const recallFor = '/v1/book/recall/for';
const action = { key: 'recall', permission: 'book:repair', api: recall, success: '已召回' };
const pageWith = (more: object): ListPage => ({
  ...booksPage,
  toolbar: [],
  row: [{ ...action, ...more }],
});

const preview: PreviewAnswer = {
  title: '将催还的借阅',
  columns: [
    { title: '读者', type: 'string' },
    { title: '应还时间', type: 'datetime' },
    { title: '罚款', type: 'money' },
  ],
  rows: [
    [{ value: '苏禾' }, { value: '2026-01-15T02:30:00Z' }, { value: 1250 }],
    [{ value: '马一鸣' }, { value: null }, { value: 2000 }],
  ],
  total: 3,
  hidden: 1,
  digest: 'seen',
};

function previewStory(more: object, answer: PreviewAnswer = preview) {
  const rows = libraryRows(2);
  let isStale = true;
  const answered = ({ id, preview: isOnly, previewed }: Readonly<Record<string, unknown>>) => {
    if (isOnly === true) return { id, version: 1, preview: answer };
    if (previewed !== 'seen' || (isStale && more !== noForm)) {
      isStale = false;
      throw new SampleRefusal('E_PREVIEW', { expected: '核对之后数据已有变化，请重新核对' });
    }
    return { id, version: 2 };
  };
  const server = new SampleServer({
    pages: [pageWith(more)],
    rows: { ...rows, book: (rows.book ?? []).map((row) => ({ ...row, state: 'shelved' })) },
    answers: { [recall]: answered, [recallFor]: answered },
  });
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="books" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}

const noForm = {};
const shown = async () => (await openedDialog()) && within(await screen.findByRole('region', { name: '将催还的借阅' }));
const press = async (canvas: HTMLElement) =>
  userEvent.click(await within(canvas).findByRole('button', { name: '召回 海国图志' }));

const plain = previewStory(noForm);
export const Plain: Story = {
  name: '没有表单：核对后执行，放弃则什么也不做',
  render: plain.render,
  play: async ({ canvasElement }) => {
    await press(canvasElement);
    const table = await shown();
    await inSight(table.getByRole('cell', { name: '苏禾' }));
    await inSight(screen.getByText(/另有 1 条不在您的数据范围内/));
    await userEvent.click(within(await openedDialog()).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: '将催还的借阅' })).toBeNull());
    await expect(plain.server.callsTo(recall).some(({ body }) => 'previewed' in Object(body))).toBe(false);
    // A button rests for two seconds after a click.
    const button = within(canvasElement).getByRole('button', { name: '召回 海国图志' });
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'), { timeout: 4000 });
    await userEvent.click(button);
    await shown();
    await userEvent.click(within(await openedDialog()).getByRole('button', { name: '召回' }));
    await seen('已召回');
    await expect(plain.server.callsTo(recall).at(-1)?.body).toMatchObject({ previewed: 'seen' });
  },
};

const form = previewStory({ api: recallFor, title: '召回' });
export const AfterForm: Story = {
  name: '填完表单再核对；其间有变就再核对一次',
  render: form.render,
  play: async ({ canvasElement }) => {
    await press(canvasElement);
    const opened = within(await openedDialog());
    await userEvent.type(await opened.findByLabelText('召回原因'), '缺页');
    for (const words of [/核对之后数据已有变化/, '已召回']) {
      await userEvent.click(opened.getByRole('button', { name: '确定' }));
      await shown();
      await userEvent.click(await screen.findByRole('button', { name: '召回' }));
      await seen(words);
    }
    const bodies = form.server.callsTo(recallFor).map(({ body }) => body);
    await expect(bodies).toMatchObject([
      { why: '缺页', preview: true },
      { why: '缺页', previewed: 'seen' },
      { preview: true },
      { previewed: 'seen' },
    ]);
  },
};

const whole = previewStory(noForm, { ...preview, total: 2, hidden: 0 });
export const Sums: Story = {
  name: '合计',
  render: whole.render,
  play: async ({ canvasElement }) => {
    await press(canvasElement);
    await inSight((await shown()).getByText(/32\.50/));
  },
};

const none = previewStory(noForm, { ...preview, rows: [], total: 0, hidden: 0 });
export const None: Story = {
  name: '没有要牵动的数据',
  render: none.render,
  play: async ({ canvasElement }) => {
    await press(canvasElement);
    await seen('没有要牵动的数据。');
  },
};
