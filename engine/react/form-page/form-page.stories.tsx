import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  type OpenedPage,
  openedDialog,
  SampleRefusal,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import type { EngineHost } from '../host/engine-context.tsx';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/表单页', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

type Guard = Parameters<NonNullable<EngineHost['guardLeaving']>>[0];

function formPageStory(name: string, params: Readonly<Record<string, string>>, options: SampleServerOptions = {}) {
  const server = new SampleServer(options);
  const opened: OpenedPage[] = [];
  const guards = new Set<Guard>();
  const guardLeaving = (guard: Guard) => {
    guards.add(guard);
    return () => guards.delete(guard);
  };
  const render = () => (
    <StoryFrame server={server} onOpen={(page) => opened.push(page)} guardLeaving={guardLeaving}>
      <SchemaPage name={name} params={params} />
    </StoryFrame>
  );
  const lost = () => [...guards].map((guard) => guard());
  return { server, opened, lost, render };
}

const adding = formPageStory('purchaseadd', {});
export const Create: Story = {
  name: '新建后去列表',
  render: adding.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    // Forms come with the first one that is opened, and a busy machine takes its time.
    await inSight(await page.findByRole('heading', { name: '新建采购单' }, { timeout: 10_000 }));
    await expect(adding.lost()).toEqual([undefined]);
    await userEvent.type(await page.findByLabelText('单号'), 'CG5');
    await expect(adding.lost()[0]).toBeDefined();
    await userEvent.type(page.getByLabelText('书名（第 1 行）'), '水经注疏');
    await userEvent.type(page.getByLabelText('单价（第 1 行）'), '58');
    await userEvent.click(page.getByRole('button', { name: '保存' }));
    await inSight(await page.findByText('请填写预算'));
    await userEvent.type(page.getByLabelText('预算'), '100');
    await userEvent.click(page.getByRole('button', { name: '保存' }));
    await seen('采购单已保存');
    await waitFor(() => expect(adding.opened).toEqual([{ page: 'purchases', params: {} }]));
    await expect(adding.lost()).toEqual([undefined]);
  },
};

const begun = formPageStory('purchaseadd', {
  purchaseNo: 'CG8',
  roomId: sampleId('place', 0),
  kind: 'gift',
  shelfId: 'x',
});
export const Begun: Story = {
  name: '从别处带来的文本与引用开始',
  render: begun.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(await page.findByLabelText('单号', {}, { timeout: 10_000 })).toHaveValue('CG8');
    await waitFor(() => expect(page.getByLabelText('存放馆区').closest('.ant-select')).toHaveTextContent('东厅'));
    // A choice is made by people, and what is no id names nothing.
    await expect(page.getByRole('radio', { name: '计划采购' })).toBeChecked();
    await expect(page.getByLabelText('书架').closest('.ant-select')).not.toHaveTextContent('x');
  },
};

const editing = formPageStory('purchaseedit', { id: sampleId('purchase', 0) });
export const Modify: Story = {
  name: '修改后留在本页',
  render: editing.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const number = await page.findByLabelText('单号');
    await expect(number).toHaveValue('CG2026030201');
    await userEvent.type(number, 'A');
    // On the way to another page: what is unsaved is named, and can be saved first.
    const left = fn();
    editing.lost()[0]?.ask({ go: left, stay: () => undefined });
    await seen('未保存：单号');
    const dialog = within(await openedDialog());
    await waitFor(() => expect(dialog.getByRole('button', { name: '放弃' })).toBeVisible());
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await seen('采购单已保存');
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    await expect(editing.opened).toEqual([]);
    await waitFor(() => expect(editing.lost()).toEqual([undefined]));
    await waitFor(() => expect(page.getByLabelText('单号')).toHaveValue('CG2026030201A'));
    await expect(editing.server.callsTo('/v1/purchase/modify')[0]?.body).toMatchObject({ version: 1 });
  },
};

const unnamed = formPageStory('purchaseedit', {});
export const NoRecord: Story = {
  name: '没有指定',
  render: unnamed.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText('没有指定要填写的数据'));
  },
};

const missing = formPageStory('purchaseedit', { id: sampleId('purchase', 99) });
export const Missing: Story = {
  name: '不存在或无权修改',
  render: missing.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText('数据不存在或无权查看'));
  },
};

const denied = formPageStory(
  'purchaseadd',
  {},
  {
    answers: {
      '/v1/sys/page/view': () => {
        throw new SampleRefusal('E_NO_PAGE');
      },
    },
  },
);
export const Denied: Story = {
  name: '没有权限',
  render: denied.render,
  play: async ({ canvasElement }) => {
    await inSight(
      await within(canvasElement).findByText('需要页面“purchaseadd”的权限。需要使用时，请联系管理员开通权限。'),
    );
  },
};
