import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { inSight, SampleRefusal, SampleServer, StoryFrame } from '../../engine/fixtures/index.ts';
import type { CustomPage } from '../../engine/model/documents/index.ts';
import { readContract } from '../../engine/model/widget/index.ts';
import { SchemaPage, type WidgetDefinition } from '../../engine/react/index.ts';
import contract from './contract.json';
import { type MyMask, MyMasking, type MyReveal } from './my-masking.tsx';

const meta: Meta = { title: 'widgets/我的脱敏设置', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const widgets: readonly WidgetDefinition[] = [{ ...readContract(contract), load: async () => MyMasking }];
const calls = { mine: '/v1/masking/policy/mine', reveals: '/v1/reveal/log/query' };
const page: CustomPage = {
  schemaVersion: 2,
  name: 'setcode',
  path: '/customer/components/setcode',
  title: '我的脱敏设置',
  kind: 'custom',
  widget: 'MyMasking',
  scope: 'mine',
  operations: Object.entries(calls).map(([key, api]) => ({ key, api, permission: 'book:query' })),
};
const usual = { callOnly: false, source: 'default', mode: 'mask', limit: 50, left: 50 };
const masks: readonly MyMask[] = [
  { ...usual, field: 'mobile', title: '手机号', source: 'staff', limit: 20, left: 19 },
  { ...usual, field: 'wechat', title: '微信号', source: 'role', callOnly: true, limit: 0, left: 0 },
  { ...usual, field: 'email', title: '邮箱', source: 'department', mode: 'hidden', limit: 0, left: 0 },
  { ...usual, field: 'address', title: '地址', limit: 0, left: 0 },
];
const reveals: readonly MyReveal[] = [
  { id: 'r', mask: 'mobile', reason: '客户来电回访', entity: 'customer', revealedAt: '2026-03-01T04:00:00Z' },
];
const server = new SampleServer({
  pages: [page],
  answers: {
    [calls.mine]: () => masks,
    [calls.reveals]: () => ({ list: reveals, next: null, previous: null, total: null, totalIsCapped: false }),
  },
});

export const Mine: Story = {
  name: '生效的设置、今日剩余、查看记录',
  render: () => (
    <StoryFrame server={server} widgets={widgets}>
      <SchemaPage name="setcode" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await inSight(await view.findByText('19 / 20 次'));
    await inSight(view.getByText('仅可点击拨号'));
    await inSight(view.getByText('没有查看明文的权限'));
    await inSight(view.getByText('部门的设置'));
    await inSight(await view.findByText('客户来电回访'));
  },
};

let isAway = true;
const away = new SampleServer({
  pages: [page],
  answers: {
    [calls.mine]: () => masks,
    [calls.reveals]: () => {
      if (isAway) throw new SampleRefusal('E_BUSY');
      return { list: reveals, next: null, previous: null, total: null, totalIsCapped: false };
    },
  },
});

export const RevealsNotFetched: Story = {
  name: '查看记录没有取到：不说没有，可以重试',
  render: () => (
    <StoryFrame server={away} widgets={widgets}>
      <SchemaPage name="setcode" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    isAway = true;
    const view = within(canvasElement);
    const retry = await view.findByRole('button', { name: /重\s?试/ });
    await inSight(await view.findByText('19 / 20 次'));
    await expect(view.queryByText('还没有查看过明文')).toBeNull();
    isAway = false;
    await userEvent.click(retry);
    await inSight(await view.findByText('客户来电回访'));
  },
};

const unread = new SampleServer({
  pages: [{ ...page, operations: page.operations?.filter(({ key }) => key !== 'reveals') ?? [] }],
  answers: { [calls.mine]: () => masks },
});

export const MayNotRead: Story = {
  name: '没有查看记录的权限：不说没有',
  render: () => (
    <StoryFrame server={unread} widgets={widgets}>
      <SchemaPage name="setcode" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await inSight(await view.findByText('您不能查看这部分内容'));
    await expect(view.queryByText('还没有查看过明文')).toBeNull();
  },
};
