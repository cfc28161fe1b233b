import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import type { MatrixAnswer } from '../../contract/access-matrix.ts';
import { inSight, SampleServer, StoryFrame } from '../../engine/fixtures/index.ts';
import type { CustomPage } from '../../engine/model/documents/index.ts';
import { readContract } from '../../engine/model/widget/index.ts';
import { SchemaPage, type WidgetDefinition } from '../../engine/react/index.ts';
import { AccessMatrix } from './access-matrix.tsx';
import contract from './contract.json';

const meta: Meta = { title: 'widgets/权限矩阵', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const widgets: readonly WidgetDefinition[] = [{ ...readContract(contract), load: async () => AccessMatrix }];
const calls = { matrix: '/v1/role/matrix', export: '/v1/role/matrix/export', people: '/v1/sys/user/query' };
const page: CustomPage = {
  schemaVersion: 2,
  name: 'accessMatrix',
  path: '/systemSetup/accessMatrix',
  title: '权限矩阵',
  kind: 'custom',
  widget: 'AccessMatrix',
  operations: Object.entries(calls).map(([key, api]) => ({ key, api, permission: 'book:query' })),
};

const many = Array.from({ length: 400 }, (_, n) => ({
  key: `books/row/${n}`,
  title: `操作 ${n}`,
  area: '行操作',
  cells: ['given', n % 100 === 0 ? 'none' : 'given'],
}));
const answer: MatrixAnswer = {
  columns: [
    { kind: 'role', id: 'admin', name: '管理员' },
    { kind: 'role', id: 'librarian', name: '馆员' },
  ],
  words: {
    given: '有',
    none: '—',
    'scope/all': '全部',
    'scope/self': '本人',
    'mask/plain': '明文',
    'mask/mask': '脱敏',
  },
  groups: [
    {
      key: 'scope',
      title: '数据范围',
      rows: [{ key: 's', title: '图书', area: '数据范围', cells: ['scope/all', 'scope/self'] }],
    },
    {
      key: 'books',
      title: '全部图书',
      rows: [...many, { key: 'm', title: '手机号', area: '字段', cells: ['mask/plain', 'mask/mask'] }],
    },
  ],
};
const server = new SampleServer({
  pages: [page],
  answers: {
    [calls.matrix]: () => answer,
    [calls.export]: () => ({ jobId: 'job' }),
    [calls.people]: () => ({ list: [], next: null, previous: null, total: null, totalIsCapped: false }),
  },
});

export const Shown: Story = {
  name: '展开；只画看得见的',
  render: () => (
    <StoryFrame server={server} widgets={widgets}>
      <SchemaPage name="accessMatrix" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement, step }) => {
    const view = within(canvasElement);
    await step('groups fold, and only what is seen is drawn', async () => {
      const books = await view.findByRole('button', { name: /全部图书/ });
      await expect(books).toHaveAttribute('aria-expanded', 'false');
      await userEvent.click(books);
      await inSight(await view.findByText('操作 1'));
      await expect(canvasElement.querySelectorAll('.matrix-what').length).toBeLessThan(100);
    });
    await step('cells say the words of their codes, in the colour of the code', async () => {
      await userEvent.click(await view.findByRole('button', { name: /数据范围/ }));
      await expect((await view.findByText('本人')).className).toContain('engine-tone-blue');
      await expect((await view.findAllByText('有'))[0]?.className).toContain('engine-tone-green');
    });
  },
};

const closed = new SampleServer({
  pages: [{ ...page, operations: page.operations?.filter(({ key }) => key !== 'matrix') ?? [] }],
});

export const Closed: Story = {
  name: '没有查看的权限：说出来，不一直转圈',
  render: () => (
    <StoryFrame server={closed} widgets={widgets}>
      <SchemaPage name="accessMatrix" params={{}} />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText('您不能查看这部分内容'));
  },
};
