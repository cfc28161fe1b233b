import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  libraryPages,
  libraryRows,
  openedDialog,
  SampleServer,
  StoryFrame,
  sampleId,
  seen,
} from '../../../fixtures/index.ts';
import type { PageDocument } from '../../../model/documents/index.ts';
import { SchemaPage } from '../../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/全景/动态', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const path = '/v1/sys/page/activity';
const patience = { timeout: 10_000 };

/** The book card with what was noted, lent and changed in one timeline. */
function cardWithActivity(): PageDocument {
  const card = libraryPages.find(({ name }) => name === 'bookcard');
  if (card?.kind !== 'panorama') throw new TypeError('no book card');
  return {
    ...card,
    tabs: [
      {
        key: 'activity',
        title: '动态',
        kind: 'activity',
        sources: [
          { key: 'notes', tab: card.tabs[0]?.key ?? '', icon: 'message', tone: 'blue' },
          {
            key: 'loans',
            tab: 'loans',
            title: '借阅',
            icon: 'order',
            tone: 'green',
            name: 'readerName',
            timeline: { time: 'lentAt', tags: ['state'], facts: ['dueAt', 'deposit'] },
          },
          { key: 'changes', tab: 'history', title: '变更', icon: 'history' },
        ],
        empty: '这本书还没有动静。',
      },
      ...card.tabs,
    ],
  };
}

function activityStory(answers: ConstructorParameters<typeof SampleServer>[0] = {}) {
  const server = new SampleServer({ rows: libraryRows(4), pages: [cardWithActivity()], ...answers });
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="bookcard" params={{ id: sampleId('book', 0) }} onParams={() => undefined} />
    </StoryFrame>
  );
  return { server, render };
}

const merged = activityStory();
export const Merged: Story = {
  name: '几个来源合成一条',
  render: merged.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findAllByRole('article', {}, patience);
    const kinds = within(page.getByLabelText('显示哪些类'));
    await inSight(kinds.getByRole('button', { name: '全部', pressed: true }));
    await inSight(page.getByRole('button', { name: /写记录/ }));
    const moments = page.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent?.slice(-10));
    await expect(moments).toEqual(moments.toSorted().toReversed());
    // One kind alone, then two of them, then all again.
    await userEvent.click(kinds.getByRole('button', { name: /借阅/ }));
    await waitFor(() =>
      expect(merged.server.callsTo(path).at(-1)?.body).toMatchObject({ sources: [{ key: 'loans' }] }),
    );
    await userEvent.click(kinds.getByRole('button', { name: /变更/ }));
    await waitFor(() => expect(merged.server.callsTo(path).at(-1)?.body).toHaveProperty('sources.length', 2));
    await userEvent.click(kinds.getByRole('button', { name: '全部' }));
    await waitFor(() => expect(kinds.getByRole('button', { name: '全部' })).toHaveAttribute('aria-pressed', 'true'));
  },
};

const added = activityStory();
export const Added: Story = {
  name: '就地新增',
  render: added.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findAllByRole('article', {}, patience);
    const before = added.server.callsTo(path).length;
    await userEvent.click(page.getByRole('button', { name: /写记录/ }));
    const form = within(await openedDialog());
    await userEvent.type(await form.findByLabelText('内容'), '书脊已经修好了');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('记录已保存');
    await waitFor(() => expect(added.server.callsTo(path).length).toBeGreaterThan(before), patience);
    await inSight(await page.findByText('书脊已经修好了', {}, patience));
  },
};

const nothing = activityStory({ answers: { [path]: () => ({ list: [], next: null }) } });
export const Nothing: Story = {
  name: '还没有动静',
  render: nothing.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText('这本书还没有动静。', {}, patience));
  },
};

export const Dark: Story = { ...Merged, name: '暗色', globals: { look: 'dark' } };
export const Narrow: Story = {
  ...Merged,
  name: '360 宽',
  globals: { viewport: { value: 'mobile1', isRotated: false } },
};
