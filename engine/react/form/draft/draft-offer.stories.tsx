import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  booksPage,
  inSight,
  libraryRows,
  SampleRefusal,
  SampleServer,
  StoryFrame,
  seen,
} from '../../../fixtures/index.ts';
import { SchemaPage } from '../../pages/schema-page.tsx';
import { choose, openForm, type Place } from '../form-steps.testing.ts';

const meta: Meta = { title: 'engine/表单/草稿', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

/** The page anew, as after a reload: only what the browser keeps is left. */
function Reloading({ server, page = 'books' }: { readonly server: SampleServer; readonly page?: string }) {
  const [loads, setLoads] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setLoads(loads + 1)}>
        重新打开页面
      </button>
      <StoryFrame key={loads} server={server}>
        <SchemaPage name={page} params={{}} />
      </StoryFrame>
    </>
  );
}

function draftStory() {
  const server = new SampleServer({ rows: libraryRows(4) });
  return { server, render: () => <Reloading server={server} /> };
}

const kept = () => Object.keys(localStorage).filter((name) => name.startsWith('engine.draft.'));

async function reload(canvasElement: HTMLElement) {
  await userEvent.click(within(canvasElement).getByText('重新打开页面'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

const restoring = draftStory();
export const Restore: Story = {
  name: '重新打开后恢复',
  render: restoring.render,
  play: async ({ canvasElement }) => {
    const before = await openForm(canvasElement, '编辑 海国图志');
    await userEvent.type(await before.findByLabelText('作者'), '（辑）');
    await userEvent.type(before.getByLabelText('捐赠人手机'), '13900139000');
    await waitFor(() => expect(kept()).toHaveLength(1));
    await expect(localStorage.getItem(kept()[0] ?? '')).not.toContain('13900139000');
    await reload(canvasElement);
    const dialog = await openForm(canvasElement, '编辑 海国图志');
    await inSight(await dialog.findByText(/有一份没有保存的草稿（\d{4}-\d\d-\d\d \d\d:\d\d）/));
    await inSight(dialog.getByText(/其中改动了“作者”。“捐赠人手机”不保存在草稿中/));
    await userEvent.click(dialog.getByRole('button', { name: '恢复草稿' }));
    await waitFor(() => expect(dialog.getByLabelText('作者')).toHaveValue('魏源（辑）'));
    await expect(dialog.queryByText(/有一份没有保存的草稿/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await seen('已保存');
    await expect(restoring.server.callsTo('/v1/book/modify')[0]?.body.author).toMatch(/（辑）$/);
    await expect(kept()).toHaveLength(0);
  },
};

const unkept = draftStory();
export const Unkept: Story = {
  name: '存不下就说，存得下了就不再说',
  render: unkept.render,
  play: async ({ canvasElement }) => {
    const store = Storage.prototype.setItem;
    const form = await openForm(canvasElement, '新增');
    try {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      await userEvent.type(await form.findByLabelText('书名'), '永乐大典');
      await inSight(await form.findByText('内容太多，浏览器存不下草稿'));
      await expect(kept()).toHaveLength(0);
    } finally {
      Storage.prototype.setItem = store;
    }
    await userEvent.type(form.getByLabelText('书名'), '残卷');
    await waitFor(() => expect(form.queryByText('内容太多，浏览器存不下草稿')).toBeNull());
    await expect(kept()).toHaveLength(1);
    localStorage.clear();
  },
};

const discarding = draftStory();
export const Discard: Story = {
  name: '丢弃，或关闭时放弃',
  render: discarding.render,
  play: async ({ canvasElement }) => {
    const before = await openForm(canvasElement, '新增');
    await userEvent.type(await before.findByLabelText('书名'), '山海经');
    await waitFor(() => expect(kept()).toHaveLength(1));
    await reload(canvasElement);
    const dialog = await openForm(canvasElement, '新增');
    await userEvent.click(await dialog.findByRole('button', { name: '丢弃' }));
    await expect(dialog.getByLabelText('书名')).toHaveValue('');
    await expect(kept()).toHaveLength(0);
    await userEvent.type(dialog.getByLabelText('书名'), '水经注');
    await waitFor(() => expect(kept()).toHaveLength(1));
    await userEvent.click(dialog.getByRole('button', { name: '取消' }));
    await userEvent.click(await screen.findByRole('button', { name: '放弃' }));
    await waitFor(() => expect(kept()).toHaveLength(0));
  },
};

const twice = draftStory();
export const TypedOver: Story = {
  name: '没有恢复就继续填写，两次的都在',
  render: twice.render,
  play: async ({ canvasElement }) => {
    const first = await openForm(canvasElement, '新增');
    await userEvent.type(await first.findByLabelText('书名'), '山海经');
    await waitFor(() => expect(kept()).toHaveLength(1));
    await reload(canvasElement);
    const second = await openForm(canvasElement, '新增');
    await userEvent.type(await second.findByLabelText('作者'), '郭璞');
    await waitFor(() => expect(localStorage.getItem(kept()[0] ?? '')).toContain('郭璞'));
    await reload(canvasElement);
    const third = await openForm(canvasElement, '新增');
    await userEvent.click(await third.findByRole('button', { name: '恢复草稿' }));
    await waitFor(() => expect(third.getByLabelText('书名')).toHaveValue('山海经'));
    await expect(third.getByLabelText('作者')).toHaveValue('郭璞');
  },
};

const create = '/v1/purchase/create';
let attempts = 0;
const steps = new SampleServer({
  answers: {
    [create]: () => {
      attempts += 1;
      if (attempts > 1) return { id: 'a' };
      throw new SampleRefusal('E_INPUT_INVALID', {
        faults: [{ code: 'E_INPUT_DUPLICATE', pointer: '/purchaseNo', title: '单号' }],
      });
    },
  },
});
const step = (form: Place, title: string) => within(form.getByRole('navigation')).getByText(title);

export const Wizard: Story = {
  name: '分步填写：回到那一步，错在前面的带回去',
  render: () => <Reloading server={steps} page="purchases" />,
  play: async ({ canvasElement }) => {
    attempts = 0;
    const before = await openForm(canvasElement, '分步登记');
    const goOn = (form: Place) => userEvent.click(form.getByRole('button', { name: '下一步' }));
    await userEvent.type(await before.findByLabelText('单号'), 'CG7');
    await choose(before, '存放馆区', '东厅');
    await choose(before, '书架', '东厅 2 号架');
    await goOn(before);
    await userEvent.type(await before.findByLabelText('书名（第 1 行）'), '水经注疏');
    await userEvent.type(before.getByLabelText('单价（第 1 行）'), '58');
    await goOn(before);
    await userEvent.type(await before.findByLabelText('预算'), '1000');
    await waitFor(() => expect(localStorage.getItem(kept()[0] ?? '')).toContain('100000'));
    await reload(canvasElement);

    const form = await openForm(canvasElement, '分步登记');
    await inSight(await form.findByText(/第 1 步，共 4 步/));
    await userEvent.click(await form.findByRole('button', { name: '恢复草稿' }));
    await inSight(await form.findByText(/第 3 步，共 4 步/));
    await waitFor(() => expect(form.getByLabelText('预算')).toHaveFocus());
    await expect(form.getByLabelText('预付款')).toHaveValue('900.00');
    // What was reached may be gone back to; what was filled in there is there.
    await userEvent.click(step(form, '采购明细'));
    await waitFor(() => expect(form.getByLabelText('书名（第 1 行）')).toBeVisible());
    await expect(form.getByLabelText('书名（第 1 行）')).toHaveValue('水经注疏');
    await goOn(form);
    await goOn(form);
    await userEvent.click(await form.findByRole('button', { name: '保存' }));
    // The server's fault lies three steps back.
    await inSight(await form.findByText('单号已存在'));
    await inSight(form.getByText(/第 1 步，共 4 步/));
    await waitFor(() => expect(form.getByLabelText('单号')).toHaveFocus());
    await userEvent.type(form.getByLabelText('单号'), '-2');
    // Right again, the last step is one click away.
    await userEvent.click(step(form, '其他'));
    await userEvent.click(await form.findByRole('button', { name: '保存' }));
    await seen('采购单已保存');
    await expect(steps.callsTo(create)[1]?.body).toMatchObject({
      purchaseNo: 'CG7-2',
      budget: 100_000,
      items: [{ title: '水经注疏', price: 5800 }],
    });
    await expect(kept()).toHaveLength(0);
  },
};

const cleaned = new Set<unknown>();
const files = new SampleServer({
  rows: libraryRows(4),
  pages: [
    {
      ...booksPage,
      forms: {
        ...booksPage.forms,
        create: {
          title: '新增图书',
          sections: [{ key: 'base', fields: ['title', 'branchId', 'cover', 'scan', 'papers'] }],
        },
      },
    },
  ],
  answers: {
    '/v1/file/preview': ({ id }) => {
      if (cleaned.has(id)) throw new SampleRefusal('E_FILE_GONE');
      return { address: 'data:,', name: '资料.pdf', mime: 'application/pdf', size: 9 };
    },
  },
});

async function give(form: Place, label: string, ...names: readonly string[]): Promise<void> {
  const place: HTMLElement = await form.findByLabelText(label);
  const input = place.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new TypeError(`${label} takes no file`);
  await userEvent.upload(
    input,
    names.map((name) => new File(['x'], name)),
    { applyAccept: false },
  );
}

export const GoneFiles: Story = {
  name: '文件还在的恢复，被清理的说出名字',
  render: () => <Reloading server={files} />,
  play: async ({ canvasElement }) => {
    cleaned.clear();
    const before = await openForm(canvasElement, '新增');
    await userEvent.type(await before.findByLabelText('书名'), '山海经');
    await choose(before, '所在分馆', '总馆');
    await give(before, '扫描件', '合同.pdf');
    await give(before, '资料', '目录.pdf', '附图.pdf');
    await waitFor(() => expect(localStorage.getItem(kept()[0] ?? '')).toContain('附图.pdf'));
    const draft = JSON.parse(localStorage.getItem(kept()[0] ?? '') ?? '{}');
    cleaned.add(draft.values.scan);
    cleaned.add(draft.values.papers[1]);
    await reload(canvasElement);

    const form = await openForm(canvasElement, '新增');
    await userEvent.click(await form.findByRole('button', { name: '恢复草稿' }));
    await inSight(await form.findByText(/有 2 个文件上传后一直没有保存，已被清理，需要重新上传/));
    await inSight(form.getByText('扫描件：合同.pdf'));
    await inSight(form.getByText('资料：附图.pdf'));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await seen('图书已入藏');
    const sent = files.callsTo('/v1/book/create')[0]?.body;
    await expect(sent).toMatchObject({ title: '山海经', papers: [draft.values.papers[0]] });
    await expect(sent).not.toHaveProperty('scan');
  },
};
