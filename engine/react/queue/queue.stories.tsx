import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  libraryRows,
  type OpenedPage,
  purchaseRows,
  SampleServer,
  StoryFrame,
  sampleId,
  sampleUser,
  seen,
} from '../../fixtures/index.ts';
import type { PageDocument } from '../../model/documents/index.ts';
import { queuePath } from '../../model/entity/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/队列', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const card: PageDocument = {
  schemaVersion: 2,
  name: 'pricing',
  path: '/pricing',
  title: '核价',
  kind: 'detail',
  entity: 'purchase',
  scope: 'all',
  api: { view: '/v1/purchase/view' },
  header: {
    title: 'purchaseNo',
    actions: [
      {
        key: 'next',
        title: '下一条',
        permission: 'purchase:edit',
        after: [{ key: 'next', kind: 'next', page: 'pricing', empty: 'purchases' }],
      },
    ],
  },
  facts: [{ key: 'base', title: '采购', fields: ['kind', 'budget'] }],
};
const [next, keep, release] = (['next', 'keep', 'release'] as const).map((verb) =>
  queuePath({ name: 'purchase' }, verb),
) as [string, string, string];
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const ids = [sampleId('purchase', 0), sampleId('purchase', 1)] as const;

/** A story of two purchases of which the first is kept for somebody; the server gives what is not skipped. */
function queueStory(
  holder: string | null,
  { width, isEmpty = false }: { readonly width?: number; readonly isEmpty?: boolean } = {},
) {
  const opened: OpenedPage[] = [];
  const rows = libraryRows(2);
  const server = new SampleServer({
    pages: [card],
    rows: {
      ...rows,
      ...purchaseRows,
      purchase: (purchaseRows.purchase ?? []).map((row, at) => ({
        ...row,
        advance: null,
        checkerId: at === 0 ? holder : null,
        checkUntil: at === 0 && holder !== null ? inMinutes(8) : null,
      })),
    },
    answers: {
      [next]: ({ skip }) => {
        const id = ids.find((one) => !isEmpty && !(Array.isArray(skip) && skip.includes(one)));
        return { id: id ?? null, until: id === undefined ? null : inMinutes(10) };
      },
      [keep]: () => ({ id: ids[0], until: inMinutes(10) }),
      [release]: () => {
        return { id: ids[0], until: null };
      },
    },
  });
  function Shown() {
    const [id, setId] = useState<string>(ids[0]);
    const onOpen = (to: OpenedPage) => {
      opened.push(to);
      if (to.page === 'pricing' && to.params.id !== undefined) setId(to.params.id);
    };
    return (
      <StoryFrame server={server} onOpen={onOpen}>
        <div style={width === undefined ? undefined : { width }}>
          <SchemaPage name="pricing" params={{ id }} />
        </div>
      </StoryFrame>
    );
  }
  return { server, opened, render: () => <Shown /> };
}

const mine = queueStory(sampleUser.id);
export const Mine: Story = {
  name: '由您处理：放回',
  render: mine.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const region = within(await page.findByRole('region', { name: '处理中' }));
    await inSight(region.getByText(/为您保留到 \d\d:\d\d/));
    await userEvent.click(region.getByRole('button', { name: '放回队列' }));
    await seen('已放回队列');
    await expect(mine.server.callsTo(release)[0]?.body).toEqual({ id: ids[0] });
  },
};

const narrow = queueStory(sampleUser.id, { width: 340 });
export const Narrow: Story = {
  name: '窄屏',
  render: narrow.render,
  play: async ({ canvasElement }) => {
    const region = await within(canvasElement).findByRole('region', { name: '处理中' });
    await inSight(region);
    await expect(region.scrollWidth).toBeLessThanOrEqual(region.clientWidth);
  },
};

const theirs = queueStory(sampleId('staff', 1));
export const Theirs: Story = {
  name: '同事正在处理',
  render: theirs.render,
  play: async ({ canvasElement }) => {
    const region = within(await within(canvasElement).findByRole('region', { name: '处理中' }));
    await inSight(region.getByText(/正在处理这一条/));
    await expect(region.queryByRole('button')).toBeNull();
  },
};

const steps = queueStory(null);
export const Steps: Story = {
  name: '领下一条，跳过的最后再来',
  render: steps.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const press = async () => userEvent.click(await page.findByRole('button', { name: '下一条' }));
    await expect(page.queryByRole('region', { name: '处理中' })).toBeNull();
    await press();
    await waitFor(() => expect(steps.opened).toEqual([{ page: 'pricing', params: { id: ids[1] } }]));
    await expect(steps.server.callsTo(next)[0]?.body).toEqual({ skip: [ids[0]] });
    await new Promise((resolve) => setTimeout(resolve, 2100));
    await press();
    // Both were passed over: the first one comes again.
    await waitFor(() => expect(steps.opened).toHaveLength(2));
    await expect(steps.opened[1]).toEqual({ page: 'pricing', params: { id: ids[0] } });
  },
};

const none = queueStory(null, { isEmpty: true });
export const None: Story = {
  name: '没有等着处理的了',
  render: none.render,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '下一条' }));
    await seen('没有等着处理的了');
    await waitFor(() => expect(none.opened).toEqual([{ page: 'purchases', params: {} }]));
  },
};
