import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  bookPanorama,
  inSight,
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
import { workCalendar } from '../../model/time/index.ts';
import { readContract } from '../../model/widget/index.ts';
import type { WidgetDefinition, WidgetProps } from '../host/widget-definition.ts';
import { SchemaPage } from '../pages/schema-page.tsx';

const meta: Meta = { title: 'engine/全景', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

function panoramaStory(
  options: SampleServerOptions = {},
  params: Readonly<Record<string, string>> = { id: sampleId('book', 0) },
) {
  const server = new SampleServer(options);
  const onRecord = fn();
  const render = () => (
    <StoryFrame server={server} onRecord={onRecord}>
      <SchemaPage name="bookcard" params={params} />
    </StoryFrame>
  );
  return { server, render, onRecord };
}

const notes = '/v1/note/query';
const loans = '/v1/loan/query';

const data = panoramaStory();
export const Data: Story = {
  name: '有数据',
  render: data.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByRole('heading', { name: '海国图志' }));
    await inSight(page.getByText('TS000001'));
    await expect(data.onRecord).toHaveBeenLastCalledWith({
      page: 'bookcard',
      id: sampleId('book', 0),
      title: '图书 · 海国图志',
    });
    // A tag and a fact in their colours.
    await expect(page.getByText('善本', { selector: '.engine-tag' })).toHaveClass('engine-tone-red');
    await expect(page.getByText('¥28.00').closest('.engine-toned')).toHaveClass('engine-tone-red');
    await inSight(await page.findByRole('heading', { name: /今天/ }));
    // What is behind the other tab is not asked for before it is opened.
    await expect(data.server.callsTo(loans)).toHaveLength(0);
    await userEvent.click(page.getByRole('tab', { name: '借阅历史' }));
    await inSight((await page.findAllByText('¥50.00'))[0]);
    await expect(data.server.callsTo(loans)[0]?.body).toMatchObject({
      where: { and: [{ field: 'bookId', op: 'eq', value: sampleId('book', 0) }] },
    });
    await userEvent.click(page.getByRole('tab', { name: '盘点记录' }));
  },
};

// 2026-03-02 is a Monday, told a holiday: one working day less than there are weekdays.
const counting = panoramaStory({
  answers: {
    '/v1/sys/page/view': () => {
      const tones = { author: "workDays('2026-02-27', '2026-03-06') == 4 ? 'green' : 'red'" };
      const facts = [{ key: 'base', title: '基本信息', fields: ['author'], tones }];
      const page = { ...bookPanorama, facts };
      return {
        ...sampleBundle('bookcard', new Map([['bookcard', page]]), {}),
        calendar: workCalendar([{ day: '2026-03-02', isWorked: false }]),
      };
    },
  },
});
export const Holidays: Story = {
  name: '按节假日数工作日',
  render: counting.render,
  play: async ({ canvasElement }) => {
    const value = await within(canvasElement).findByText('魏源');
    await expect(value.closest('.engine-toned')).toHaveClass('engine-tone-green');
  },
};

const lending = panoramaStory({
  rows: {
    ...libraryRows(),
    loan: Array.from({ length: 9 }, (_, n) => ({
      id: sampleId('loan', n),
      version: 1,
      bookId: sampleId('book', 0),
      readerName: `读者 ${n}`,
      state: n < 2 ? 'open' : 'closed',
      lentAt: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
      deposit: 5000,
    })),
  },
});
export const Narrow: Story = {
  name: '标签页里筛选、排序、搜索',
  render: lending.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('tab', { name: '借阅历史' }));
    const tools = within(await page.findByLabelText('筛选借阅历史'));
    const readers = () => page.getAllByText(/^读者 \d$/).map((cell) => cell.textContent);
    await waitFor(() => expect(readers()[0]).toBe('读者 8'));
    await userEvent.click(page.getByRole('columnheader', { name: /借出时间/ }));
    await waitFor(() => expect(readers()[0]).toBe('读者 0'));
    await userEvent.click(tools.getByRole('combobox', { name: '借阅状态' }));
    await userEvent.click((await screen.findAllByTitle('在借')).at(-1) ?? canvasElement);
    await waitFor(() => expect(readers()).toEqual(['读者 0', '读者 1']));
    // What the page has fixed stays, and comes first.
    await expect(lending.server.callsTo(loans).at(-1)?.body).toMatchObject({
      sort: ['lentAt'],
      where: {
        and: [
          { field: 'bookId', op: 'eq', value: sampleId('book', 0) },
          { field: 'state', op: 'in', value: ['open'] },
        ],
      },
    });
    await userEvent.click(tools.getByRole('button', { name: '清空条件' }));
    await waitFor(() => expect(readers()).toHaveLength(9));
    await userEvent.type(tools.getByLabelText('关键字'), '没有这个人{Enter}');
    await inSight(await page.findByText('没有符合条件的数据'));
  },
};

const nameless = panoramaStory({
  answers: {
    '/v1/staff/query': () => {
      throw new SampleRefusal('E_BUSY');
    },
  },
});
export const NobodyKnown: Story = {
  name: '@同事没有取到：不说没有匹配的人',
  render: nameless.render,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '写记录' }));
    const dialog = within(await openedDialog());
    await userEvent.type(await dialog.findByLabelText('内容'), '请 @');
    await seen('服务器繁忙，请稍后重试');
    await expect(within(document.body).queryByText('没有匹配的人')).toBeNull();
    await userEvent.keyboard('{Escape}');
  },
};

const writing = panoramaStory();
export const WriteNote: Story = {
  name: '写记录，@同事',
  render: writing.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '写记录' }));
    const dialog = within(await openedDialog());
    await userEvent.type(await dialog.findByLabelText('内容'), '封底');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await inSight(await dialog.findByText('内容不能少于5个字符'));
    await userEvent.type(dialog.getByLabelText('内容'), '有水渍，请 @');
    const offered = await waitFor(() => {
      const found = [...document.querySelectorAll<HTMLElement>('.ant-mentions-dropdown-menu-item')];
      if (found[0] === undefined || !found[0].checkVisibility()) throw new TypeError('nobody is offered');
      return found[0];
    });
    const name = offered.textContent ?? '';
    await userEvent.click(offered);
    // Whoever was chosen is kept beside the text, too.
    await waitFor(() => expect(dialog.getByLabelText('提到的同事').closest('.ant-select')).toHaveTextContent(name));
    await userEvent.type(dialog.getByLabelText('内容'), '复查');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await seen('记录已保存');
    await expect(writing.server.callsTo('/v1/note/create').at(-1)?.body).toEqual({
      kind: 'check',
      content: `封底有水渍，请 @${name} 复查`,
      mentionedIds: [expect.any(String)],
      bookId: sampleId('book', 0),
    });
    const mention = await page.findByText(`@${name}`);
    await inSight(mention);
    await expect(mention).toHaveClass('engine-mention');
  },
};

const moving = panoramaStory();
export const Transition: Story = {
  name: '按状态显示操作',
  render: moving.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '送修' }));
    const dialog = within(await openedDialog());
    await userEvent.type(await dialog.findByLabelText('原因'), '书脊开裂');
    await userEvent.click(dialog.getByRole('button', { name: '确定' }));
    await seen('已送修');
    await waitFor(() => expect(page.queryByRole('button', { name: '借出' })).toBeNull());
    await inSight(await page.findByText('修补中'));
  },
};

let failures = 0;
const failing = panoramaStory({
  answers: {
    [notes]: () => {
      failures += 1;
      if (failures === 1) throw new SampleRefusal('E_BUSY');
      return { list: [], next: null, previous: null, total: 0, totalIsCapped: false };
    },
  },
});
export const TabFails: Story = {
  name: '一个标签页出错',
  render: failing.render,
  beforeEach: () => {
    failures = 0;
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('服务器繁忙，请稍后重试'));
    await inSight(page.getByRole('heading', { name: '海国图志' }));
    await userEvent.click(page.getByRole('button', { name: /重试/ }));
    await inSight(await page.findByText('还没有记录。盘点后点“写记录”。'));
  },
};

const missing = panoramaStory({}, { id: sampleId('book', 999) });
export const Missing: Story = {
  name: '不存在或无权查看',
  render: missing.render,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('数据不存在或无权查看'));
    await inSight(page.getByText(/可能已被删除/));
    await expect(page.queryByRole('button', { name: '重试' })).toBeNull();
  },
};

const unnamed = panoramaStory({}, {});
export const NoRecord: Story = {
  name: '没有指定',
  render: unnamed.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText('没有指定要查看的数据'));
  },
};

const cutOff = panoramaStory({}, { id: sampleId('book', 0).slice(0, -5) });
export const CutOff: Story = {
  name: '链接不完整',
  render: cutOff.render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText(/复制的链接可能不完整/));
  },
};

function Stamp({ props, record }: WidgetProps) {
  return (
    <p>
      {String(props.colour)} 章盖在 {String(record?.purchaseNo)}
    </p>
  );
}

const stamp: WidgetDefinition = {
  ...readContract({ name: 'Stamp', title: '印章', slots: ['tab'], propsSchema: { type: 'object' } }),
  load: async () => Stamp,
};
const filed = new SampleServer();
export const FormAndWidgetTabs: Story = {
  name: '表单与组件标签页',
  render: () => (
    <StoryFrame server={filed} widgets={[stamp]}>
      <SchemaPage name="purchasepanorama" params={{ id: sampleId('purchase', 0) }} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const title = await page.findByLabelText('书名（第 1 行）');
    await userEvent.type(title, '（修订）');
    await userEvent.click(page.getByRole('button', { name: '保存' }));
    await seen('采购单已保存');
    // Shown anew as it is stored now: nothing is left to save.
    await waitFor(() => expect(page.getByLabelText('书名（第 1 行）')).toHaveValue('山海经校注（修订）'));
    await userEvent.click(page.getByRole('button', { name: '保存' }));
    await seen('没有需要保存的修改');
    await expect(filed.callsTo('/v1/purchase/modify')).toHaveLength(1);
    await userEvent.click(page.getByRole('tab', { name: '盖章' }));
    await inSight(await page.findByText('red 章盖在 CG2026030201'));
  },
};

const others = new SampleServer({
  answers: {
    '/v1/sys/page/view': ({ name }) => {
      const bundle = sampleBundle(String(name), new Map(libraryPages.map((page) => [page.name, page])), {});
      const who = { modify: { when: 'false', message: '只有经手人可以修改' } };
      return {
        ...bundle,
        entities: bundle.entities.map((entity) => (entity.name === 'purchase' ? { ...entity, who } : entity)),
      };
    },
  },
});
export const FormTabToRead: Story = {
  name: '表单标签页：不能由他修改的只供查看',
  render: () => (
    <StoryFrame server={others} widgets={[stamp]}>
      <SchemaPage name="purchasepanorama" params={{ id: sampleId('purchase', 0) }} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await inSight(await page.findByText('变灰的内容在当前状态下不能由您修改'));
    await expect(await page.findByLabelText('书名（第 1 行）')).toBeDisabled();
    await expect(page.queryByRole('button', { name: '保存' })).toBeNull();
    await expect(page.queryByRole('button', { name: /添加|新增/ })).toBeNull();
    // The facts and the form of this record have a part of the same name.
    await userEvent.click(page.getByRole('tab', { name: '盖章' }));
    await inSight(await page.findByText('red 章盖在 CG2026030201'));
  },
};
