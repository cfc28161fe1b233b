import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, within } from 'storybook/test';
import {
  inSight,
  SampleRefusal,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
} from '../../engine/fixtures/index.ts';
import type { CustomPage } from '../../engine/model/documents/index.ts';
import { readContract } from '../../engine/model/widget/index.ts';
import { SchemaPage, type WidgetDefinition } from '../../engine/react/index.ts';
import { ApiReference } from './api-reference.tsx';
import contract from './contract.json';
import { sampleReference } from './reference.testing.ts';

const meta: Meta = { title: 'widgets/接口文档', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const widgets: readonly WidgetDefinition[] = [{ ...readContract(contract), load: async () => ApiReference }];

const page: CustomPage = {
  schemaVersion: 2,
  name: 'apiReference',
  path: '/systemsetup/apiReference',
  title: '接口文档',
  kind: 'custom',
  widget: 'ApiReference',
};

function referenceStory(answers: SampleServerOptions['answers'] = {}) {
  const server = new SampleServer({
    pages: [page],
    answers: { '/v1/sys/openapi/view': () => sampleReference, ...answers },
  });
  const render = () => (
    <StoryFrame server={server} widgets={widgets}>
      <SchemaPage name="apiReference" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}

const reading = referenceStory();

export const Reading: Story = {
  name: '查找与阅读',
  render: reading.render,
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    const list = within(await view.findByRole('navigation', { name: '接口' }));
    await userEvent.type(view.getByRole('searchbox', { name: '查找接口' }), 'book:add');
    await expect(list.getAllByRole('listitem')).toHaveLength(1);
    await userEvent.click(list.getByRole('button', { name: /新增/ }));
    await inSight(view.getByRole('heading', { name: '图书 · 新增' }));
    await inSight(view.getByRole('row', { name: /title 必填 文本 书名；1 到 100 个字符/ }));
    await expect(view.getByRole('row', { name: /category 选项/ })).toHaveTextContent('novel 小说、science 科学');
    await userEvent.click(view.getByRole('tab', { name: '回答的数据' }));
    await inSight(await view.findByRole('row', { name: /id 编号/ }));
    await userEvent.clear(view.getByRole('searchbox', { name: '查找接口' }));
    await userEvent.type(view.getByRole('searchbox', { name: '查找接口' }), '没有这样的');
    await inSight(view.getByText('没有符合的接口'));
  },
};

const trying = referenceStory();

export const TryingARead: Story = {
  name: '试一试：查询',
  render: trying.render,
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await userEvent.click(await view.findByRole('button', { name: /\/v1\/book\/query/ }));
    await userEvent.click(view.getByRole('tab', { name: '试一试' }));
    await userEvent.click(await view.findByRole('button', { name: '发送' }));
    await inSight(await view.findByText('成功'));
    await expect(view.getByLabelText('回答的内容')).toHaveTextContent('海国图志');
    await expect(trying.server.calls.at(-1)).toMatchObject({ path: '/v1/book/query', body: { size: 20 } });
  },
};

const refused = referenceStory({
  '/v1/book/create': () => {
    throw new SampleRefusal('E_NO_PERMISSION');
  },
});

export const TryingAChange: Story = {
  name: '试一试：改动先确认',
  render: refused.render,
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await userEvent.click(await view.findByRole('button', { name: /\/v1\/book\/create/ }));
    await userEvent.click(view.getByRole('tab', { name: '试一试' }));
    await userEvent.click(await view.findByRole('button', { name: '发送' }));
    const asked = await screen.findByText('这是真实的调用');
    await expect(refused.server.calls.some(({ path }) => path === '/v1/book/create')).toBe(false);
    const question = asked.closest<HTMLElement>('[role="tooltip"]') ?? document.body;
    await userEvent.click(within(question).getByRole('button', { name: '发送' }));
    await inSight(await view.findByText('被拒绝'));
    await expect(view.getByLabelText('回答的内容')).toHaveTextContent('E_NO_PERMISSION');
    const sent = refused.server.calls.find(({ path }) => path === '/v1/book/create');
    await expect(sent?.headers['Idempotency-Key']).toMatch(/^[\w-]{8,}$/);
  },
};

const typing = referenceStory();

export const BadBody: Story = {
  name: '试一试：内容有误',
  render: typing.render,
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await userEvent.click(await view.findByRole('button', { name: /\/v1\/book\/query/ }));
    await userEvent.click(view.getByRole('tab', { name: '试一试' }));
    const body = await view.findByRole('textbox', { name: '请求内容（JSON）' });
    await userEvent.clear(body);
    await userEvent.type(body, '[[1]');
    await expect(view.getByRole('alert')).toHaveTextContent('不是有效的 JSON 对象');
    await expect(view.getByRole('button', { name: '发送' })).toBeDisabled();
  },
};

let isAway = true;
const away = referenceStory({
  '/v1/sys/openapi/view': () => {
    if (isAway) throw new SampleRefusal('E_BUSY');
    return sampleReference;
  },
});

export const NotFetched: Story = {
  name: '没有取到：不说有零个接口，可以重试',
  render: away.render,
  play: async ({ canvasElement }) => {
    isAway = true;
    const view = within(canvasElement);
    await inSight(await view.findByText('服务器繁忙，请稍后重试'));
    await expect(view.queryByText(/^\d+ 个接口$/)).toBeNull();
    isAway = false;
    await userEvent.click(view.getByRole('button', { name: /重\s?试/ }));
    await inSight(await view.findByText(/^[1-9]\d* 个接口$/));
  },
};
