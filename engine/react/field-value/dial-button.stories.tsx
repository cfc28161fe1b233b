import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import {
  bookPanorama,
  booksPage,
  inSight,
  libraryRows,
  SampleServer,
  StoryFrame,
  sampleId,
} from '../../fixtures/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/拨打号码', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const dial = fn();
const list = { ...booksPage, columns: [...booksPage.columns.slice(0, 2), { key: 'donor', field: 'donorMobile' }] };
const server = new SampleServer({ pages: [list, bookPanorama], rows: libraryRows(3) });

export const InList: Story = {
  name: '列表里按记录与字段拨打，带上列表里后面的行',
  render: () => (
    <StoryFrame server={server} dial={dial}>
      <SchemaPage name="books" params={{}} onParams={() => undefined} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    dial.mockClear();
    const [first] = await within(canvasElement).findAllByRole('button', { name: /^拨打 .+（捐赠人手机）$/ });
    if (first === undefined) throw new Error('no number to dial');
    await userEvent.click(first);
    await expect(dial).toHaveBeenCalledOnce();
    const [asked] = dial.mock.calls[0] ?? [];
    await expect(asked).toMatchObject({ entity: 'book', field: 'donorMobile', page: 'books' });
    await expect(asked.rest).not.toContain(asked.id);
    await expect(asked.rest.length).toBeGreaterThan(0);
  },
};

export const InFacts: Story = {
  name: '资料里遮盖着的号码也能拨打',
  render: () => (
    <StoryFrame server={server} dial={dial}>
      <SchemaPage name="bookcard" params={{ id: sampleId('book', 0) }} onParams={() => undefined} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    dial.mockClear();
    await userEvent.click(await within(canvasElement).findByRole('button', { name: /^拨打 .+（捐赠人手机）$/ }));
    await expect(dial).toHaveBeenCalledWith(
      expect.objectContaining({ entity: 'book', id: sampleId('book', 0), field: 'donorMobile' }),
    );
  },
};

const refused = libraryRows(3);
const reason = '书在库中，不能拨打';
const leftAlone = new SampleServer({
  pages: [list, bookPanorama],
  rows: { ...refused, book: (refused.book ?? []).map((row) => ({ ...row, undialled: { donorMobile: reason } })) },
});

export const LeftAlone: Story = {
  name: '不予拨打的行：按钮不能按，说明原因',
  render: () => (
    <StoryFrame server={leftAlone} dial={dial}>
      <SchemaPage name="books" params={{}} onParams={() => undefined} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    dial.mockClear();
    const [first] = await within(canvasElement).findAllByRole('button', { name: new RegExp(`^拨打 .+：${reason}$`) });
    if (first === undefined) throw new Error('no number');
    await expect(first).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(first);
    await expect(dial).not.toHaveBeenCalled();
    await expect(await within(document.body).findByRole('tooltip')).toHaveTextContent(reason);
  },
};

export const NoTelephone: Story = {
  name: '没有电话的人看不到拨打按钮',
  render: () => (
    <StoryFrame server={server}>
      <SchemaPage name="bookcard" params={{ id: sampleId('book', 0) }} onParams={() => undefined} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByRole('button', { name: '查看“捐赠人手机”明文' }));
    await expect(page.queryByRole('button', { name: /^拨打/ })).toBeNull();
  },
};
