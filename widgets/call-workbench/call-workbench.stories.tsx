import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  bookPanorama,
  inSight,
  SampleRefusal,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
  sampleId,
} from '../../engine/fixtures/index.ts';
import type { CustomPage } from '../../engine/model/documents/index.ts';
import { readContract } from '../../engine/model/widget/index.ts';
import {
  SchemaPage,
  type WidgetDefinition,
  type WorkbenchPhone,
  type WorkbenchPhoneView,
} from '../../engine/react/index.ts';
import { CallWorkbench } from './call-workbench.tsx';
import contract from './contract.json';

const dial = fn();
const postponed = fn();
const meta: Meta = {
  title: 'widgets/电话工作台',
  tags: ['!autodocs'],
  beforeEach: () => {
    dial.mockClear();
    postponed.mockClear();
  },
};
export default meta;
type Story = StoryObj;

const widgets: readonly WidgetDefinition[] = [{ ...readContract(contract), load: async () => CallWorkbench }];
const page: CustomPage = {
  schemaVersion: 2,
  name: 'donorWorkbench',
  path: '/donorWorkbench',
  title: '电话工作台',
  kind: 'custom',
  widget: 'CallWorkbench',
  scope: 'all',
  props: {
    entity: 'book',
    name: 'title',
    number: 'donorMobile',
    next: 'nextCheckAt',
    person: 'bookcard',
    queues: [
      {
        key: 'due',
        title: '今日待办',
        where: { field: 'rare', op: 'eq', value: true },
        sort: ['nextCheckAt'],
        time: 'nextCheckAt',
        isDue: true,
      },
      {
        key: 'fresh',
        title: '新来的',
        where: { field: 'rare', op: 'eq', value: false },
        sort: ['-boughtOn'],
        time: 'lastLentAt',
      },
    ],
    done: { field: 'title', op: 'eq', value: 'done' },
  },
  operations: [
    { key: 'query', permission: 'book:query', api: '/v1/book/query' },
    { key: 'postpone', permission: 'book:edit', api: '/v1/book/postpone' },
  ],
};

type Asked = { readonly where?: { readonly field?: string; readonly value?: unknown } };
type Donor = {
  readonly id: string;
  readonly title: string;
  readonly donorMobile: string;
  readonly nextCheckAt: string | null;
};
const donor = (at: number, title: string, nextCheckAt: string | null): Donor => ({
  ...{ id: sampleId('book', at), title, donorMobile: `138****000${at}`, nextCheckAt },
});
const answer = (list: readonly unknown[], total: number | null = null) => ({
  ...{ list, next: null, previous: null, total, totalIsCapped: false },
});

/** A server whose donors leave the queue when they are put off, and come back when that is taken back. */
function serverWith(donors: readonly Donor[], answers: SampleServerOptions['answers'] = {}): SampleServer {
  const moments = new Map(donors.map(({ id, nextCheckAt }) => [id, nextCheckAt]));
  return new SampleServer({
    pages: [page, bookPanorama],
    answers: {
      '/v1/book/query': (body) => {
        const { where } = body as Asked;
        if (where?.field !== 'rare') return answer([], 3);
        const isDue = where.value === true;
        return answer(donors.filter(({ id }) => (moments.get(id) !== null) === isDue && !isLater(moments.get(id))));
      },
      '/v1/book/postpone': (body) => {
        const { id, nextCheckAt } = body as { readonly id: string; readonly nextCheckAt: string | null };
        postponed(id, nextCheckAt);
        moments.set(id, nextCheckAt);
        return {};
      },
      ...answers,
    },
  });
}

function isLater(moment: string | null | undefined): boolean {
  return typeof moment === 'string' && Date.parse(moment) > Date.now();
}

const donors = [
  donor(0, '甲先生', '2026-01-02T02:00:00Z'),
  donor(1, '乙女士', '2026-01-02T03:00:00Z'),
  donor(2, '丙同学', null),
];

/** A telephone that shows which record is called; the workbench puts it where it wants it. */
function samplePhone(kind: WorkbenchPhoneView['kind'] = 'ready') {
  let view: WorkbenchPhoneView = { kind };
  const listeners = new Set<() => void>();
  const places: (HTMLElement | undefined)[] = [];
  const phone: WorkbenchPhone = {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => view,
    moveTo: (place) => void places.push(place),
  };
  const call = (recordId?: string) => {
    view = { kind, ...(recordId !== undefined && { recordId }) };
    for (const listener of listeners) listener();
  };
  return { phone, call, places };
}

const story = (server: SampleServer, phone: WorkbenchPhone, canDial = true) => ({
  render: () => (
    <StoryFrame server={server} widgets={widgets} phone={phone} {...(canDial && { dial })}>
      <SchemaPage name="donorWorkbench" params={{}} />
    </StoryFrame>
  ),
});

const working = samplePhone();
export const Working: Story = {
  name: '只用键盘：拨打、下一位、跳过、改期与撤销',
  ...story(serverWith(donors), working.phone),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    const isTurnOf = (name: string) => waitFor(() => inSight(view.getByRole('region', { name: `当前：${name}` })));
    await isTurnOf('甲先生');
    await inSight(await view.findByText('今日已跟进 3 位 · 还有 3 位'));
    await waitFor(() => expect(working.places.at(-1)).toBeInstanceOf(HTMLElement));
    await userEvent.keyboard('{Enter}');
    await expect(dial).toHaveBeenLastCalledWith(
      expect.objectContaining({ entity: 'book', id: donors[0]?.id, field: 'donorMobile', page: 'donorWorkbench' }),
    );
    await expect(dial.mock.lastCall?.[0].rest).toEqual([donors[1]?.id, donors[2]?.id]);
    working.call(donors[0]?.id);
    await waitFor(() => expect(view.queryByRole('button', { name: '跳过' })).toBeNull());
    // In a call the keys are the telephone's.
    await userEvent.keyboard('t{Enter}m');
    await expect(dial).toHaveBeenCalledOnce();
    await expect(postponed).not.toHaveBeenCalled();
    working.call();
    await isTurnOf('乙女士');
    await userEvent.keyboard('t');
    await isTurnOf('丙同学');
    await inSight(view.getByText('已跳过 2'));
    await userEvent.keyboard('{ArrowDown}');
    await isTurnOf('甲先生');
    await userEvent.keyboard('m');
    await waitFor(() => expect(postponed).toHaveBeenCalledWith(donors[0]?.id, expect.stringContaining('T02:00:00')));
    await waitFor(() => expect(view.queryByText('甲先生')).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: '撤销' }));
    await waitFor(() => expect(postponed).toHaveBeenLastCalledWith(donors[0]?.id, donors[0]?.nextCheckAt));
    await isTurnOf('甲先生');
  },
};

const silent = samplePhone('none');
export const NoTelephone: Story = {
  name: '没有电话系统：不能拨打，仍可以跳过与改期',
  ...story(serverWith(donors), silent.phone, false),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await inSight(await view.findByText(/没有连接电话系统/));
    await expect(await view.findByRole('button', { name: /拨打$/ })).toBeDisabled();
    await userEvent.click(view.getByRole('button', { name: '跳过' }));
    await waitFor(() => inSight(view.getByRole('region', { name: '当前：乙女士' })));
  },
};

const idle = samplePhone();
export const NobodyLeft: Story = {
  name: '今天的都打完了',
  ...story(serverWith([]), idle.phone),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await inSight(await view.findByText('今天的电话都打完了。'));
    await inSight(view.getByText('今日已跟进 3 位 · 还有 0 位'));
  },
};

let isAway = false;
const stale = samplePhone();
const staleServer = serverWith(donors);
const shaky = serverWith([], {
  '/v1/book/query': (body) => {
    if (isAway) throw new SampleRefusal('E_BUSY');
    return staleServer.answerTo('/v1/book/query', body);
  },
  '/v1/book/postpone': (body) => {
    isAway = true;
    return staleServer.answerTo('/v1/book/postpone', body);
  },
});
export const NotAskedAgain: Story = {
  name: '改期后没有取到新的名单：说明是之前的，重试',
  ...story(shaky, stale.phone),
  play: async ({ canvasElement }) => {
    isAway = false;
    const view = within(canvasElement);
    await waitFor(() => inSight(view.getByRole('region', { name: '当前：甲先生' })));
    await userEvent.keyboard('m');
    await inSight(await view.findByText(/刷新失败：服务器繁忙/));
    isAway = false;
    await userEvent.click(view.getByRole('button', { name: /重\s?试/ }));
    await waitFor(() => inSight(view.getByRole('region', { name: '当前：乙女士' })));
    await expect(view.queryByText(/刷新失败/)).toBeNull();
  },
};

const waits: (() => void)[] = [];
const hasty = samplePhone();
let hastyServer = serverWith(donors);
const slow = serverWith([], {
  '/v1/book/query': (body) => hastyServer.answerTo('/v1/book/query', body),
  '/v1/book/postpone': (body) =>
    new Promise((resolve) => waits.push(() => resolve(hastyServer.answerTo('/v1/book/postpone', body)))),
});
export const PressedAgain: Story = {
  name: '改期还没有回答就再按：等它，不再改同一个人',
  ...story(slow, hasty.phone),
  beforeEach: () => {
    hastyServer = serverWith(donors);
    waits.length = 0;
  },
  play: async ({ canvasElement }) => {
    const before = slow.callsTo('/v1/book/postpone').length;
    const sent = () => slow.callsTo('/v1/book/postpone').slice(before);
    const view = within(canvasElement);
    const turnOf = (name: string) => waitFor(() => inSight(view.getByRole('region', { name: `当前：${name}` })));
    await turnOf('甲先生');
    await userEvent.keyboard('mm');
    await waitFor(() => expect(waits).toHaveLength(1));
    // Nobody who is leaving is called.
    await userEvent.keyboard('sx{Enter}');
    await expect(view.getByRole('button', { name: /拨打$/ })).toBeDisabled();
    await expect(view.getByRole('button', { name: '一小时后' })).toBeDisabled();
    await expect(dial).not.toHaveBeenCalled();
    await expect(sent()).toHaveLength(1);
    waits[0]?.();
    await turnOf('乙女士');
    await userEvent.keyboard('m');
    await waitFor(() => expect(sent()).toHaveLength(2));
    await expect(sent()[1]?.body).toMatchObject({ id: donors[1]?.id });
    waits[1]?.();
    await turnOf('丙同学');
  },
};

let isUncounted = false;
const counting = samplePhone();
const countingServer = serverWith(donors);
const uncounted = serverWith([], {
  '/v1/book/query': (body) => {
    if (isUncounted && (body as Asked).where?.field === 'title') throw new SampleRefusal('E_BUSY');
    return countingServer.answerTo('/v1/book/query', body);
  },
});
export const NotCounted: Story = {
  name: '今日进度没有取到：说明，重试',
  ...story(uncounted, counting.phone),
  beforeEach: () => {
    isUncounted = true;
  },
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    const again = await view.findByRole('button', { name: '计数失败，重试' });
    isUncounted = false;
    await userEvent.click(again);
    await inSight(await view.findByText('今日已跟进 3 位 · 还有 3 位'));
    await expect(view.queryByRole('button', { name: '计数失败，重试' })).toBeNull();
  },
};
