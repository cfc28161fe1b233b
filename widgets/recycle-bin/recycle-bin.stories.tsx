import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { RecycledAnswer } from '../../contract/recycle.ts';
import { inSight, openedDialog, SampleRefusal, SampleServer, StoryFrame, seen } from '../../engine/fixtures/index.ts';
import type { CustomPage } from '../../engine/model/documents/index.ts';
import { readContract } from '../../engine/model/widget/index.ts';
import { SchemaPage, type WidgetDefinition } from '../../engine/react/index.ts';
import contract from './contract.json';
import { RecycleBin } from './recycle-bin.tsx';

const meta: Meta = { title: 'widgets/回收站', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const widgets: readonly WidgetDefinition[] = [{ ...readContract(contract), load: async () => RecycleBin }];
const page: CustomPage = {
  schemaVersion: 2,
  name: 'recycleBin',
  path: '/recycleBin',
  title: '回收站',
  kind: 'custom',
  widget: 'RecycleBin',
};
const row = (id: string, label: string, parts: RecycledAnswer['list'][number]['with'] = []) => ({
  ...{ entity: 'book', id, label, deletedAt: '2026-11-26T02:30:00Z', deletedBy: '韩梅梅', with: parts },
});
const rows = [row('a', '海国图志', [{ title: '附件', count: 2 }]), row('b', '梦溪笔谈')];
let gone: ReadonlySet<string> = new Set();
const server = new SampleServer({
  pages: [page],
  answers: {
    '/v1/recycle/query': (): RecycledAnswer => {
      const list = rows.filter(({ id }) => !gone.has(id));
      return { kinds: [{ entity: 'book', title: '图书', count: list.length }], people: true, total: list.length, list };
    },
    '/v1/recycle/restore': () => {
      gone = new Set(['a']);
      const message = '不能恢复：书号已存在';
      return {
        done: 1,
        failed: 1,
        results: [
          { id: 'a', ok: true },
          { id: 'b', ok: false, code: 'E_RESTORE', message },
        ],
      };
    },
  },
});

export const Restore: Story = {
  name: '恢复几条，不能恢复的说明原因',
  render: () => (
    <StoryFrame server={server} widgets={widgets}>
      <SchemaPage name="recycleBin" params={{}} onParams={() => undefined} />
    </StoryFrame>
  ),
  beforeEach: () => {
    gone = new Set();
  },
  play: async ({ canvasElement }) => {
    const place = within(canvasElement);
    await inSight(await place.findByText('附件 2 条'));
    await userEvent.click(place.getByRole('checkbox', { name: /选择 海国图志/ }));
    await userEvent.click(place.getByRole('checkbox', { name: /选择 梦溪笔谈/ }));
    const chosen = within(place.getByRole('region', { name: '已选的数据' }));
    await userEvent.click(chosen.getByRole('button', { name: /恢\s?复/ }));
    const told = within(await openedDialog());
    await inSight(told.getByText('不能恢复：书号已存在'));
    await seen('已恢复 1 条，1 条没有恢复');
    await waitFor(() => expect(place.queryByText('海国图志')).toBeNull());
    await expect(server.callsTo('/v1/recycle/restore').at(-1)?.body).toEqual({
      rows: [
        { entity: 'book', id: 'a' },
        { entity: 'book', id: 'b' },
      ],
    });
    await userEvent.click(place.getByRole('checkbox', { name: '只看我删除的' }));
    await waitFor(() => expect(server.callsTo('/v1/recycle/query').at(-1)?.body).toMatchObject({ mine: true }));
  },
};

/** What becomes of the next question: it waits, is refused, or answered. */
let next: 'waits' | 'refused' | 'answered' = 'waits';
const slow = new SampleServer({
  pages: [page],
  answers: {
    '/v1/recycle/query': () => {
      if (next === 'waits') return new Promise(() => undefined);
      if (next === 'refused') throw new SampleRefusal('E_BUSY');
      return { kinds: [], people: true, total: 0, list: [] };
    },
  },
});
const slowly = () => (
  <StoryFrame server={slow} widgets={widgets}>
    <SchemaPage name="recycleBin" params={{}} onParams={() => undefined} />
  </StoryFrame>
);

export const OnItsWay: Story = {
  name: '还没有取到：不说是空的',
  render: slowly,
  beforeEach: () => {
    next = 'waits';
  },
  play: async ({ canvasElement }) => {
    const place = within(canvasElement);
    // Drawn, and not its script on its way.
    await inSight(await place.findByLabelText('名称'));
    await inSight(await place.findByRole('status', { name: '正在加载' }));
    await expect(place.queryByText('回收站是空的')).toBeNull();
  },
};

export const NotFetched: Story = {
  name: '没有取到：条件还在，重试后知道是空的',
  render: slowly,
  beforeEach: () => {
    next = 'refused';
  },
  play: async ({ canvasElement }) => {
    const place = within(canvasElement);
    const retry = await place.findByRole('button', { name: /重\s?试/ });
    await inSight(place.getByLabelText('名称'));
    await expect(place.queryByText('回收站是空的')).toBeNull();
    next = 'answered';
    await userEvent.click(retry);
    await inSight(await place.findByText('回收站是空的'));
  },
};
