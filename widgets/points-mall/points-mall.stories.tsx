import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, within } from 'storybook/test';
import {
  inSight,
  openedDialog,
  SampleRefusal,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
} from '../../engine/fixtures/index.ts';
import type { CustomPage } from '../../engine/model/documents/index.ts';
import { readContract } from '../../engine/model/widget/index.ts';
import { SchemaPage, type WidgetDefinition } from '../../engine/react/index.ts';
import contract from './contract.json';
import type { ExchangeRow, Goods, LedgerRow } from './mall-calls.ts';
import { PointsMall } from './points-mall.tsx';

const meta: Meta = { title: 'widgets/积分商城', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const widgets: readonly WidgetDefinition[] = [{ ...readContract(contract), load: async () => PointsMall }];
const calls = {
  goods: '/v1/commodity/query',
  exchange: '/v1/commodity/exchange',
  account: '/v1/points/account/query',
  ledger: '/v1/points/ledger/query',
  records: '/v1/exchange/record/query',
  cancel: '/v1/exchange/record/cancel',
  receive: '/v1/exchange/record/receive',
};
const page: CustomPage = {
  schemaVersion: 2,
  name: 'mallHome',
  path: '/mallManager/mallHome',
  title: '商城首页',
  kind: 'custom',
  widget: 'PointsMall',
  scope: 'mine',
  operations: Object.entries(calls).map(([key, api]) => ({ key, api, permission: 'book:query' })),
};

const base = { cover: null, marketPrice: null, exchangeCount: 0, limitPerPerson: null, limitPeriod: null };
const shelf: readonly Goods[] = [
  {
    ...base,
    id: 'cup',
    name: '纪念保温杯',
    kind: 'physical',
    pointsPrice: 300,
    marketPrice: 6900,
    available: 26,
    catalog: { id: 'a', name: '办公用品' },
  },
  {
    ...base,
    id: 'film',
    name: '电影票兑换券',
    kind: 'coupon',
    pointsPrice: 350,
    available: 2,
    limitPerPerson: 2,
    limitPeriod: 'month',
    catalog: { id: 'b', name: '福利卡券' },
  },
  {
    ...base,
    id: 'umbrella',
    name: '折叠雨伞',
    kind: 'physical',
    pointsPrice: 220,
    available: 0,
    catalog: { id: 'a', name: '办公用品' },
  },
  {
    ...base,
    id: 'leave',
    name: '半天调休券',
    kind: 'coupon',
    pointsPrice: 1200,
    available: 10,
    catalog: { id: 'b', name: '福利卡券' },
  },
];
const record: ExchangeRow = {
  id: 'r1',
  exchangeNo: 'DH20260301000001',
  commodity: { name: '定制笔记本' },
  quantity: 2,
  pointsTotal: 240,
  status: 'pending',
  courier: null,
  trackingNo: null,
  createdAt: '2026-03-01T04:00:00Z',
};
const income: LedgerRow = {
  id: 'l1',
  direction: 'in',
  points: 1240,
  balanceAfter: 1240,
  remark: '业绩达标奖励',
  occurredAt: '2026-02-20T02:00:00Z',
};
const rowsOf = (list: readonly unknown[]) => ({ list, next: null, previous: null, total: null, totalIsCapped: false });

/** A mall that remembers: what is exchanged is gone, with its points. */
function mallStory(answers: SampleServerOptions['answers'] = {}, operations = page.operations ?? []) {
  let balance = 1000;
  let records = [record];
  const server = new SampleServer({
    pages: [{ ...page, operations }],
    answers: {
      [calls.account]: () => rowsOf([{ id: 'p', balance, totalEarned: 1240, totalSpent: 1240 - balance }]),
      [calls.goods]: () => rowsOf(shelf),
      [calls.records]: () => rowsOf(records),
      [calls.ledger]: () =>
        rowsOf([
          { ...income, id: 'l2', direction: 'out', points: 240, balanceAfter: 1000, remark: '兑换 定制笔记本 × 2' },
          income,
        ]),
      [calls.exchange]: ({ quantity }) => {
        balance -= 350 * Number(quantity);
        records = [
          { ...record, id: 'r2', exchangeNo: 'DH20260302000001', commodity: { name: '电影票兑换券' } },
          ...records,
        ];
        return { id: 'r2', exchangeNo: 'DH20260302000001', balance };
      },
      [calls.cancel]: () => {
        records = records.map((one) => (one.id === 'r1' ? { ...one, status: 'cancelled' } : one));
        return { id: 'r1', version: 2 };
      },
      ...answers,
    },
  });
  const renderIn = (language: string) => (
    <StoryFrame server={server} widgets={widgets} language={language}>
      <SchemaPage name="mallHome" params={{}} />
    </StoryFrame>
  );
  return { server, render: () => renderIn('zh-CN'), renderIn };
}

const usual = mallStory();
const english = mallStory();

export const Exchanging: Story = {
  name: '商品、兑换、我的兑换、积分明细',
  render: usual.render,
  play: async ({ canvasElement, step }) => {
    const view = within(canvasElement);
    const purse = () => view.getByRole('region', { name: '我的积分' });
    await inSight(await view.findByRole('heading', { name: '纪念保温杯' }));
    await step('whoever cannot have it is told why', async () => {
      await inSight(await within(purse()).findByText('1,000'));
      await inSight(view.getByText('已兑完'));
      await inSight(view.getByText('还差 200 积分'));
      await expect(view.getByRole('button', { name: '兑换半天调休券' })).toBeDisabled();
      await userEvent.click(view.getByRole('checkbox', { name: '只看积分够的' }));
      await expect(view.queryByText('还差 200 积分')).toBeNull();
    });
    await step('goods that are sent ask where to', async () => {
      await userEvent.click(view.getByRole('button', { name: '兑换纪念保温杯' }));
      const dialog = within(await openedDialog());
      await userEvent.click(dialog.getByRole('button', { name: '确认兑换' }));
      await inSight(await dialog.findByText('请填写收件人'));
      await userEvent.click(dialog.getByRole('button', { name: '取消' }));
    });
    await step('an exchange takes the points and stands in the list', async () => {
      await userEvent.click(view.getByRole('button', { name: '兑换电影票兑换券' }));
      const dialog = within(await openedDialog());
      const quantity = dialog.getByRole('spinbutton', { name: '数量' });
      await userEvent.clear(quantity);
      await userEvent.type(quantity, '2');
      await inSight(await dialog.findByText('700'));
      await userEvent.click(dialog.getByRole('button', { name: '确认兑换' }));
      await inSight(await screen.findByText('兑换成功，单号 DH20260302000001'));
      await expect(usual.server.callsTo(calls.exchange)).toMatchObject([
        {
          body: { id: 'film', quantity: 2 },
          headers: { 'X-App-Page': 'mallHome', 'Idempotency-Key': expect.any(String) },
        },
      ]);
      await inSight(await within(purse()).findByText('300'));
    });
    await step('what is not sent yet can be cancelled', async () => {
      await userEvent.click(view.getByRole('tab', { name: '我的兑换' }));
      await userEvent.click(await view.findByRole('button', { name: '取消兑换 DH20260301000001' }));
      await userEvent.click(await screen.findByRole('button', { name: /确\s?定/ }));
      await inSight(await view.findByText('已取消'));
      await userEvent.click(view.getByRole('tab', { name: '积分明细' }));
      await inSight(await view.findByText('+1,240'));
    });
  },
};

const refusing = mallStory({
  [calls.exchange]: () => {
    throw new SampleRefusal('E_BUSY');
  },
});

export const Refused: Story = {
  name: '兑换被拒绝',
  render: refusing.render,
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await userEvent.click(await view.findByRole('button', { name: '兑换电影票兑换券' }));
    const dialog = within(await openedDialog());
    await userEvent.click(dialog.getByRole('button', { name: '确认兑换' }));
    await inSight(await dialog.findByRole('alert'));
    await userEvent.click(dialog.getByRole('button', { name: /确认兑换/ }));
    const keys = refusing.server.callsTo(calls.exchange).map(({ headers }) => headers['Idempotency-Key']);
    await expect(new Set(keys).size).toBe(2);
  },
};

const away = mallStory({
  [calls.goods]: () => {
    throw new SampleRefusal('E_BUSY');
  },
  [calls.account]: () => rowsOf([]),
});

export const NotFetched: Story = {
  name: '没有取到，也没有积分',
  render: away.render,
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await inSight(await view.findByText('服务器繁忙，请稍后重试'));
    await expect(view.queryByText('还没有上架的商品')).toBeNull();
    await inSight((await within(view.getByRole('region', { name: '我的积分' })).findAllByText('0'))[0]);
  },
};

let isAccountAway = true;
const unknown = mallStory({
  [calls.account]: () => {
    if (isAccountAway) throw new SampleRefusal('E_BUSY');
    return rowsOf([{ id: 'p', balance: 1000, totalEarned: 1240, totalSpent: 240 }]);
  },
});

export const PointsNotFetched: Story = {
  name: '积分没有取到：不说是零，也不说还差多少，取到之前不能兑换',
  render: unknown.render,
  play: async ({ canvasElement }) => {
    isAccountAway = true;
    const view = within(canvasElement);
    const purse = within(await view.findByRole('region', { name: '我的积分' }));
    await inSight(await view.findByRole('heading', { name: '电影票兑换券' }));
    const retry = await purse.findByRole('button', { name: /重\s?试/ });
    await expect(purse.getAllByText('—')).toHaveLength(3);
    await expect(view.queryByText(/^还差/)).toBeNull();
    await expect(view.getByRole('button', { name: '兑换电影票兑换券' })).toBeDisabled();
    isAccountAway = false;
    await userEvent.click(retry);
    await inSight(await purse.findByText('1,000'));
    await inSight(view.getByText('还差 200 积分'));
    await expect(view.getByRole('button', { name: '兑换电影票兑换券' })).toBeEnabled();
  },
};

export const InEnglish: Story = {
  name: '英文：组件的话都随语言，数据照旧',
  render: () => english.renderIn('en-US'),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await inSight(await view.findByRole('heading', { name: '纪念保温杯' }));
    await expect(view.getByRole('region', { name: 'My points' })).toHaveTextContent('1,000');
    await inSight(view.getByText('200 points short'));
    await inSight(view.getByText('At most 2 per person a month'));
    await userEvent.click(view.getByRole('tab', { name: 'My exchanges' }));
    await inSight(await view.findByText('To be shipped'));
    await expect(view.queryByText(/[积分兑换余额]{2}/)).toBeNull();
  },
};

const closed = mallStory(
  {},
  page.operations?.filter(({ key }) => key !== 'goods'),
);

export const GoodsClosed: Story = {
  name: '没有查看商品的权限：说出来，不一直转圈',
  render: closed.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText('您不能查看这部分内容'));
  },
};
