import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { inSight, openedDialog, SampleServer, StoryFrame, sampleId } from '../../engine/fixtures/index.ts';
import type { ListPage } from '../../engine/model/documents/index.ts';
import { readContract } from '../../engine/model/widget/index.ts';
import { SchemaPage, type WidgetDefinition } from '../../engine/react/index.ts';
import contract from './contract.json';
import { HandoverPlan } from './handover-plan.tsx';
import { type Plan, type Preview, planOf } from './plan.ts';

const meta: Meta = { title: 'widgets/离职分配方案', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const widgets: readonly WidgetDefinition[] = [{ ...readContract(contract), load: async () => HandoverPlan }];
/** A list whose form asks for a plan in the place of labels. */
const page: ListPage = {
  schemaVersion: 2,
  name: 'books',
  path: '/library/books',
  title: '图书',
  kind: 'list',
  entity: 'book',
  scope: 'all',
  api: { query: '/v1/book/query', view: '/v1/book/view' },
  columns: [
    { key: 'title', field: 'title' },
    { key: 'keeper', field: 'keeper.name' },
  ],
  row: [
    {
      key: 'edit',
      title: '分配',
      permission: 'book:edit',
      api: '/v1/book/modify',
      form: 'plan',
      success: '已开始分配',
    },
  ],
  forms: {
    plan: {
      title: '分配离职员工的客户',
      sections: [{ key: 'base', fields: ['keeperId', { key: 'labels', title: '分配方案', widget: 'HandoverPlan' }] }],
    },
  },
};

const names = ['陈一', '林二', '何三'] as const;
const held = [198, 20, 5];
function preview(body: Readonly<Record<string, unknown>>): Preview {
  const plan: Plan = planOf(body.plan);
  if (plan.rule === 'pool') return { total: 30, pooled: 30, left: 0, shares: [] };
  const shares = plan.shares.map(({ staffId, number }) => {
    const place = names.findIndex((_, n) => sampleId('staff', n) === staffId);
    const count = plan.rule === 'manual' ? number : 30 / plan.shares.length;
    const own = held[place] ?? 0;
    return {
      staffId,
      name: names[place] ?? '',
      held: own,
      limit: 200,
      count,
      isOver: own + count > 200,
      isAtWork: true,
    };
  });
  return { total: 30, pooled: 0, left: 30 - shares.reduce((all, { count }) => all + count, 0), shares };
}

const staff = names.map((name, n) => ({
  id: sampleId('staff', n),
  version: 1,
  name,
  status: 'active',
  createdAt: '2026-03-01T00:00:00Z',
}));
/** Lets answers through; closed, they wait. */
let gate: Promise<void> = Promise.resolve();
const server = new SampleServer({
  pages: [page],
  rows: {
    book: [{ id: sampleId('book', 0), version: 1, title: '海国图志', createdAt: '2026-03-01T00:00:00Z' }],
  },
  answers: {
    '/v1/handover/batch/preview': async (body) => {
      await gate;
      return preview(body);
    },
    '/v1/staff/query': () => ({ list: staff, next: null, previous: null, total: null, totalIsCapped: false }),
  },
});

async function choose(name: string): Promise<void> {
  await waitFor(() => expect(screen.getAllByTitle(name).some((item) => item.checkVisibility())).toBe(true));
  const option = screen
    .getAllByTitle(name)
    .find((item) => item.closest('.ant-select-item')?.checkVisibility() === true);
  await userEvent.click(option ?? document.body);
}

export const Sharing: Story = {
  name: '平均、手动、超过上限、退公海',
  render: () => (
    <StoryFrame server={server} widgets={widgets}>
      <SchemaPage name="books" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: /^分配/ }));
    const form = within(await openedDialog());
    await userEvent.click(await form.findByLabelText('接收人'));
    await choose('陈一');
    await choose('林二');
    await userEvent.keyboard('{Escape}');
    const table = within(await form.findByRole('region', { name: '分配预览' }));
    await inSight(await table.findByText('30 个客户全部分完。'));
    await inSight(await table.findByText('陈一会超过持有上限'));
    await userEvent.click(form.getByText('手动'));
    const number = await table.findByLabelText('陈一的数量');
    await userEvent.clear(number);
    await userEvent.type(number, '2');
    await inSight(await table.findByText('30 个客户，分配 3 个，剩余 27 个等待下次分配。'));
    await userEvent.click(form.getByText('全部退公海'));
    await inSight(await table.findByText('30 个客户全部退回公海。'));
    await userEvent.click(form.getByText('平均分配'));
    await expect(form.queryByText('陈一的数量')).toBeNull();
  },
};

export const OnItsWay: Story = {
  ...Sharing,
  name: '换了方案、结果未到：不拿上一个方案的数字',
  play: async ({ canvasElement }) => {
    gate = Promise.resolve();
    await userEvent.click(await within(canvasElement).findByRole('button', { name: /^分配/ }));
    const form = within(await openedDialog());
    await userEvent.click(await form.findByLabelText('接收人'));
    await choose('林二');
    await userEvent.keyboard('{Escape}');
    const table = within(await form.findByRole('region', { name: '分配预览' }));
    await inSight(await table.findByText('30 个客户全部分完。'));
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    await userEvent.click(form.getByText('手动'));
    await inSight(await table.findByText('正在计算…'));
    await expect(table.queryByText('30 个客户全部分完。')).toBeNull();
    open();
    await inSight(await table.findByText('30 个客户，分配 1 个，剩余 29 个等待下次分配。'));
  },
};
