import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  booksPage,
  libraryPages,
  libraryRows,
  openedDialog,
  SampleRefusal,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
  sampleBundle,
  sampleId,
  seen,
} from '../../fixtures/index.ts';
import type { EntityDocument } from '../../model/index.ts';
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
    await expect(await within(canvasElement).findByText('山海经')).toBeVisible();
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
    await expect(await dialog.findByText('请填写书名')).toBeVisible();
    await waitFor(() => expect(dialog.getByText('请填写所在分馆')).toBeVisible());
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
    await expect(await dialog.findByLabelText('保管人')).toBeVisible();
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
    await expect(await dialog.findByText('书名已存在')).toBeVisible();
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
    await expect(await dialog.findByText('请填写应还时间')).toBeVisible();
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
    await expect(await dialog.findByText('{{ 1 + 1 }}')).toBeVisible();
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
    await expect(await dialog.findByText('请输入正确的捐赠人手机')).toBeVisible();
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

/** A book that cannot be changed once it is lost, but for its theme; whose price only its keeper changes. */
const guarded = (entity: EntityDocument): EntityDocument =>
  entity.name !== 'book'
    ? entity
    : {
        ...entity,
        fields: entity.fields.map((field) =>
          field.key === 'price'
            ? { ...field, who: { when: 'record.keeperId == user.id', message: '只有保管人可以定价' } }
            : field,
        ),
        states: (entity.states ?? []).map((machine) => ({
          ...machine,
          editable: { lost: ['title'], repair: [], '*': '*' },
        })),
      };
const guardedRows = libraryRows(6);
const guardedStory = formStory({
  rows: guardedRows,
  answers: {
    '/v1/sys/page/view': ({ name }) => {
      const bundle = sampleBundle(String(name), new Map(libraryPages.map((page) => [page.name, page])), {});
      return { ...bundle, entities: bundle.entities.map(guarded) };
    },
  },
});
export const ClosedFields: Story = {
  name: '按状态与身份开放的字段',
  render: guardedStory.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const titleOf = (n: number) => String(guardedRows.book?.[n]?.title);
    const edit = (n: number) => ({ name: `编辑 ${titleOf(n)}` });
    const form = async (n: number) => {
      await userEvent.click(await page.findByRole('button', edit(n)));
      return within(await openedDialog());
    };
    const note = '变灰的内容在当前状态下不能由您修改';
    // The book in repair has nothing open: no button leads to its form.
    await page.findByRole('button', edit(0));
    await expect(page.queryByRole('button', edit(3))).toBeNull();
    const own = await form(0);
    await expect(await own.findByLabelText('定价')).toBeEnabled();
    await expect(own.queryByText(note)).toBeNull();
    await userEvent.click(own.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const lost = await form(5);
    await expect(await lost.findByLabelText('书名')).toBeEnabled();
    await expect(lost.getByLabelText('定价')).toBeDisabled();
    await expect(lost.getByText(note)).toBeVisible();
    await expect(lost.getByLabelText('定价')).not.toBeRequired();
    await userEvent.click(lost.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const others = await form(2);
    await expect(await others.findByLabelText('书名')).toBeEnabled();
    await expect(others.getByLabelText('定价')).toBeDisabled();
    await expect(others.getAllByText(note)).toHaveLength(1);
  },
};

/** A book is lent for at most as many days as its hundreds of pages. */
const bounded = (entity: EntityDocument): EntityDocument =>
  entity.name !== 'book'
    ? entity
    : {
        ...entity,
        states: (entity.states ?? []).map((machine) => ({
          ...machine,
          transitions: machine.transitions.map((transition) =>
            transition.key === 'lend'
              ? {
                  ...transition,
                  input: [
                    {
                      key: 'days',
                      title: '天数',
                      type: 'int',
                      required: true,
                      min: '1',
                      max: '30',
                      defaultValue: '14',
                    },
                    { key: 'deposit', title: '押金', type: 'money', max: 'record.price', defaultValue: 'record.price' },
                  ],
                }
              : transition,
          ),
        })),
      };
const boundedStory = formStory({
  rows: guardedRows,
  answers: {
    '/v1/sys/page/view': ({ name }) => {
      const bundle = sampleBundle(String(name), new Map(libraryPages.map((page) => [page.name, page])), {});
      return { ...bundle, entities: bundle.entities.map(bounded) };
    },
    '/v1/book/lend': ({ id }) => ({ id, version: 2 }),
  },
});
export const BoundedInputs: Story = {
  name: '入参的初值与上下限',
  render: boundedStory.render,
  play: async ({ canvasElement }) => {
    const book = guardedRows.book?.[0];
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: `借出 ${String(book?.title)}` }));
    const dialog = within(await openedDialog());
    const deposit = await dialog.findByLabelText('押金');
    await waitFor(() => expect(deposit).toHaveDisplayValue((Number(book?.price) / 100).toFixed(2)));
    await expect(dialog.getByLabelText('天数')).toHaveDisplayValue('14');
    await userEvent.clear(deposit);
    await userEvent.type(deposit, '999');
    await userEvent.click(dialog.getByRole('button', { name: '确定' }));
    await expect(
      await dialog.findByText(`押金应在不限 到 ${(Number(book?.price) / 100).toFixed(2)}之间，实际为 999.00`),
    ).toBeVisible();
    await expect(boundedStory.server.callsTo('/v1/book/lend')).toHaveLength(0);
    await userEvent.clear(deposit);
    await userEvent.type(deposit, '5');
    await userEvent.click(dialog.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(boundedStory.server.callsTo('/v1/book/lend')).toHaveLength(1));
    await expect(boundedStory.server.callsTo('/v1/book/lend')[0]?.body).toMatchObject({ days: 14, deposit: 500 });
  },
};
