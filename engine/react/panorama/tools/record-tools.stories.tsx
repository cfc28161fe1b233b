import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inSight, libraryRows, openedDialog, SampleServer, StoryFrame } from '../../../fixtures/index.ts';
import { SchemaPage } from '../../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/全景/上一条与下一条', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

type Place = { readonly page: string; readonly params: Readonly<Record<string, string>> };

/** The list, and whatever page is opened from it. */
function Opening({
  server,
  from = { page: 'books', params: {} },
}: {
  readonly server: SampleServer;
  readonly from?: Place;
}) {
  const [place, setPlace] = useState<Place>(from);
  return (
    <StoryFrame server={server} onOpen={setPlace}>
      <SchemaPage
        key={place.page}
        name={place.page}
        params={place.params}
        onParams={(params) => setPlace({ ...place, params })}
      />
    </StoryFrame>
  );
}

const server = new SampleServer({ rows: libraryRows(23) });
const patience = { timeout: 10_000 };

export const Beside: Story = {
  name: '沿列表逐条查看',
  render: () => <Opening server={server} />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '本草纲目' }, patience));
    await inSight(await page.findByText('第 10 / 23 条', {}, patience));
    await userEvent.click(page.getByRole('button', { name: '下一条' }));
    await inSight(await page.findByText('第 11 / 23 条', {}, patience));
    const asked = server.callsTo('/v1/book/query').at(-1);
    await expect(asked?.headers['X-App-Page']).toBe('books');
    await userEvent.keyboard('j');
    await inSight(await page.findByText('第 12 / 23 条'));
    await userEvent.keyboard('kkk');
    // Three steps asked for are three steps done.
    await inSight(await page.findByText('第 9 / 23 条'));
    await userEvent.keyboard('?');
    const dialog = within(await openedDialog());
    await inSight(await dialog.findByText('下一条'));
  },
};

const sorted = new SampleServer({ rows: libraryRows(63) });
const shelved = [{ field: 'state', op: 'eq', value: 'shelved' }];
export const Narrowed: Story = {
  name: '沿筛选并排序过的列表，到下一页仍是',
  render: () => (
    <Opening
      server={sorted}
      from={{ page: 'books', params: { where: JSON.stringify(shelved), sort: '-price', size: '10' } }}
    />
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await waitFor(() => expect(sorted.callsTo('/v1/book/query').length).toBeGreaterThan(0), patience);
    const last = await waitFor(() => {
      const found = [...canvasElement.querySelectorAll<HTMLElement>('[data-row-key]')];
      expect(found).toHaveLength(10);
      return found.at(-1) ?? canvasElement;
    }, patience);
    const [title] = within(last).getAllByRole('button');
    await userEvent.click(title ?? canvasElement);
    await inSight(await page.findByText(/^第 10 \/ \d+ 条$/, {}, patience));
    await userEvent.click(page.getByRole('button', { name: '下一条' }));
    await inSight(await page.findByText(/^第 11 \/ \d+ 条$/, {}, patience));
    const asked = sorted.callsTo('/v1/book/query').at(-1)?.body;
    await expect(asked).toMatchObject({ sort: ['-price'], cursor: expect.any(String) });
    await expect(JSON.stringify(asked?.where)).toContain(JSON.stringify(shelved[0]));
  },
};

const lanes = new SampleServer({ rows: libraryRows(23) });
export const Lane: Story = {
  name: '沿看板的一栏',
  render: () => <Opening server={lanes} from={{ page: 'booksBoard', params: { display: 'board' } }} />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const lane = within(await page.findByRole('region', { name: /^借出，\d+ 条$/ }, patience));
    const cards = await lane.findAllByRole('listitem', {}, patience);
    const [title] = within(cards[1] ?? canvasElement).getAllByRole('button');
    await userEvent.click(title ?? canvasElement);
    await inSight(await page.findByText(`第 2 / ${cards.length} 条`, {}, patience));
    await userEvent.click(page.getByRole('button', { name: '下一条' }));
    await inSight(await page.findByText(`第 3 / ${cards.length} 条`, {}, patience));
  },
};

const groups = new SampleServer({ rows: libraryRows(23) });
export const Groups: Story = {
  name: '沿展开的分组',
  render: () => <Opening server={groups} from={{ page: 'books', params: { group: 'state' } }} />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '全部展开' }, patience));
    await userEvent.click(await page.findByRole('button', { name: '本草纲目' }, patience));
    await inSight(await page.findByText(/^第 \d+ \/ 23 条$/, {}, patience));
    await userEvent.click(page.getByRole('button', { name: '上一条' }));
    await inSight(await page.findByText(/^第 \d+ \/ 23 条$/, {}, patience));
  },
};

const views: (() => void)[] = [];
const turns: (() => void)[] = [];
let isHeld = false;
const rowsOf = new SampleServer({ rows: libraryRows(23) });
const late = new SampleServer({
  rows: libraryRows(23),
  answers: {
    '/v1/book/query': (body) => {
      const answer = rowsOf.answerTo('/v1/book/query', body);
      return isHeld ? new Promise((resolve) => turns.push(() => resolve(answer))) : answer;
    },
    '/v1/book/view': (body) => {
      const answer = rowsOf.answerTo('/v1/book/view', body);
      return isHeld ? new Promise((resolve) => views.push(() => resolve(answer))) : answer;
    },
  },
});
export const BeforeItCame: Story = {
  name: '还没有取到就再要下一条：两步就是两步',
  render: () => <Opening server={late} />,
  beforeEach: () => {
    isHeld = false;
    views.length = 0;
    turns.length = 0;
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '本草纲目' }, patience));
    await inSight(await page.findByText('第 10 / 23 条', {}, patience));
    isHeld = true;
    // The first step asks for the next rows of the list; the second waits for them.
    await userEvent.click(page.getByRole('button', { name: '下一条' }));
    await waitFor(() => expect(turns).toHaveLength(1));
    await userEvent.click(page.getByRole('button', { name: '下一条' }));
    turns[0]?.();
    await inSight(await page.findByText('第 12 / 23 条', {}, patience));
    // While the record itself is on its way one goes on from it, too.
    await waitFor(() => expect(views.length).toBeGreaterThan(0));
    await userEvent.keyboard('j');
    await inSight(await page.findByText('第 13 / 23 条', {}, patience));
    isHeld = false;
    for (const answer of [...views, ...turns]) answer();
    await inSight(await page.findByRole('heading', { level: 1 }, patience));
  },
};
