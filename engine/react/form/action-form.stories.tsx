import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  booksPage,
  inSight,
  libraryRows,
  SampleRefusal,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import { SchemaPage } from '../pages/schema-page.tsx';
import { choose, openForm as open } from './form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const create = '/v1/book/create';
const modify = '/v1/book/modify';

function formStory(options: SampleServerOptions = {}) {
  const server = new SampleServer({ rows: libraryRows(4), ...options });
  const render = () => (
    <StoryFrame server={server}>
      <SchemaPage name="books" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}

const creating = formStory();
export const Create: Story = {
  name: '新增',
  render: creating.render,
  play: async ({ canvasElement }) => {
    const dialog = await open(canvasElement, '新增');
    const title = await dialog.findByLabelText('书名');
    await waitFor(() => expect(title).toHaveFocus());
    await userEvent.type(title, '  山海经  ');
    await userEvent.type(dialog.getByLabelText('定价'), '32.5');
    await choose(dialog, '所在分馆', '东湖分馆');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await seen('图书已入藏');
    await waitFor(() => expect(creating.server.callsTo(create)).toHaveLength(1));
    const [call] = creating.server.callsTo(create);
    await expect(call?.body).toEqual({
      title: '山海经',
      price: 3250,
      category: 'literature',
      rare: false,
      branchId: sampleId('branch', 1),
    });
    await expect(call?.headers['Idempotency-Key']).toMatch(/^[\w-]{36}$/);
    await expect(call?.headers['X-App-Page']).toBe('books');
    await inSight(await within(canvasElement).findByText('山海经'));
  },
};

const checking = formStory();
export const Validation: Story = {
  name: '校验',
  render: checking.render,
  play: async ({ canvasElement }) => {
    const dialog = await open(canvasElement, '新增');
    await userEvent.type(await dialog.findByLabelText('页数'), '9000');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await inSight(await dialog.findByText('请填写书名'));
    await waitFor(() => expect(dialog.getByText('请选择所在分馆')).toBeVisible());
    await waitFor(() => expect(dialog.getByText(/页数应在1 到 5000之间/)).toBeVisible());
    await waitFor(() => expect(dialog.getByLabelText('书名')).toHaveFocus());
    await expect(dialog.getByLabelText('书名')).toHaveAttribute('aria-invalid', 'true');
    // The mark goes as soon as the value is right.
    await userEvent.type(dialog.getByLabelText('书名'), '山海经');
    await waitFor(() => expect(dialog.queryByText('请填写书名')).toBeNull());
    await expect(checking.server.callsTo(create)).toHaveLength(0);
  },
};

const linking = formStory();
export const Linkage: Story = {
  name: '联动',
  render: linking.render,
  play: async ({ canvasElement }) => {
    const dialog = await open(canvasElement, '新增');
    await dialog.findByLabelText('书名');
    await expect(dialog.queryByLabelText('保管人')).toBeNull();
    await userEvent.click(dialog.getByLabelText('善本'));
    await inSight(await dialog.findByLabelText('保管人'));
    await expect(dialog.getByLabelText('内容简介')).toHaveAttribute('aria-required', 'true');
    await choose(dialog, '分类', '少儿');
    await waitFor(() => expect(dialog.getByLabelText('定价')).toBeDisabled());
    await userEvent.click(dialog.getByLabelText('善本'));
    await waitFor(() => expect(dialog.queryByLabelText('保管人')).toBeNull());
  },
};

const refusing = formStory({
  answers: {
    [create]: () => {
      throw new SampleRefusal('E_INPUT_INVALID', {
        faults: [{ code: 'E_INPUT_DUPLICATE', pointer: '/title', title: '书名' }],
      });
    },
  },
});
export const ServerFault: Story = {
  name: '服务端指出的错误',
  render: refusing.render,
  play: async ({ canvasElement }) => {
    const dialog = await open(canvasElement, '新增');
    await userEvent.type(await dialog.findByLabelText('书名'), '海国图志');
    await choose(dialog, '所在分馆', '总馆');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await inSight(await dialog.findByText('书名已存在'));
    await waitFor(() => expect(dialog.getByLabelText('书名')).toHaveFocus());
    await expect(dialog.getByLabelText('书名')).toHaveValue('海国图志');
  },
};

const editing = formStory();
export const Modify: Story = {
  name: '编辑（遮盖的值不改不发）',
  render: editing.render,
  play: async ({ canvasElement }) => {
    const dialog = await open(canvasElement, '编辑 海国图志');
    const title = await dialog.findByLabelText('书名');
    await expect(title).toHaveValue('海国图志');
    await expect(dialog.getByLabelText('捐赠人手机')).toHaveValue('');
    await expect(dialog.getByLabelText('捐赠人手机')).toHaveAttribute('placeholder', '138****5678，不修改请留空');
    await waitFor(() => expect(dialog.getByText('总馆')).toBeVisible());
    await userEvent.clear(title);
    await userEvent.type(title, '海国图志（修订）');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await seen('已保存');
    await expect(editing.server.callsTo(modify)[0]?.body).toEqual({
      id: sampleId('book', 0),
      version: 1,
      was: { title: '海国图志' },
      title: '海国图志（修订）',
    });
  },
};

const leaving = formStory();
export const Unsaved: Story = {
  name: '未保存时关闭',
  render: leaving.render,
  play: async ({ canvasElement }) => {
    const dialog = await open(canvasElement, '新增');
    await userEvent.type(await dialog.findByLabelText('书名'), '山海经');
    await userEvent.click(dialog.getByRole('button', { name: '取消' }));
    await seen('未保存：书名');
    await userEvent.click(screen.getByRole('button', { name: '继续编辑' }));
    await expect(dialog.getByLabelText('书名')).toHaveValue('山海经');
  },
};

const lending = formStory();
export const TransitionModal: Story = {
  name: '状态流转的对话框',
  render: lending.render,
  play: async ({ canvasElement }) => {
    const dialog = await open(canvasElement, '借出 海国图志');
    await userEvent.type(await dialog.findByLabelText('读者'), '郑一');
    await userEvent.click(dialog.getByRole('button', { name: '确定' }));
    await inSight(await dialog.findByText('请选择应还时间'));
    await expect(lending.server.callsTo('/v1/book/lend')).toHaveLength(0);
  },
};

let attempts = 0;
const slow = formStory({
  answers: {
    [create]: async () => {
      attempts += 1;
      await new Promise((done) => setTimeout(done, 300));
      return { id: sampleId('book', 99), version: 1 };
    },
  },
});
export const DoubleClick: Story = {
  name: '连点只提交一次',
  render: slow.render,
  beforeEach: () => {
    attempts = 0;
  },
  play: async ({ canvasElement }) => {
    const dialog = await open(canvasElement, '新增');
    await userEvent.type(await dialog.findByLabelText('书名'), '山海经');
    await choose(dialog, '所在分馆', '总馆');
    await userEvent.dblClick(dialog.getByRole('button', { name: '保存' }));
    await seen('图书已入藏');
    await expect(attempts).toBe(1);
  },
};

const code = formStory({
  pages: [
    {
      ...booksPage,
      forms: {
        ...booksPage.forms,
        create: {
          title: '{{ alert(1) }}',
          sections: [{ key: 'base', title: '{{ 1 + 1 }}', fields: [{ key: 'title', title: '{{ 书名 }}' }] }],
        },
      },
    },
  ],
});
export const CodeIsText: Story = {
  name: '花括号只是文字',
  render: code.render,
  play: async ({ canvasElement }) => {
    const dialog = await open(canvasElement, '新增');
    await inSight(await dialog.findByText('{{ 1 + 1 }}'));
    await waitFor(() => expect(dialog.getByLabelText('{{ 书名 }}')).toBeVisible());
  },
};

const all = formStory({
  pages: [{ ...booksPage, toolbar: booksPage.toolbar?.map((action) => ({ ...action, form: 'everything' })) ?? [] }],
});
export const EveryInput: Story = {
  name: '所有类型的输入',
  render: all.render,
  play: async ({ canvasElement }) => {
    const dialog = await open(canvasElement, '新增');
    await userEvent.type(await dialog.findByLabelText('捐赠人手机'), '123');
    await userEvent.tab();
    await inSight(await dialog.findByText('请输入正确的捐赠人手机'));
    await userEvent.type(dialog.getByLabelText('重量（千克）'), '1.25');
    await userEvent.type(dialog.getByLabelText('书名'), '山海经');
    await choose(dialog, '所在分馆', '总馆');
    await choose(dialog, '主题', '航海');
    await userEvent.keyboard('{Escape}');
    await userEvent.clear(dialog.getByLabelText('捐赠人手机'));
    await userEvent.type(dialog.getByLabelText('捐赠人手机'), '138 0013 8000');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await seen('图书已入藏');
    await expect(all.server.callsTo(create)[0]?.body).toMatchObject({
      donorMobile: '13800138000',
      weight: 1.25,
      topicIds: [sampleId('topic', 0)],
    });
  },
};
