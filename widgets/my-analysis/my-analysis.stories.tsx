import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import {
  inSight,
  libraryDictionaries,
  libraryEntities,
  loansDataset,
  SampleRefusal,
  SampleServer,
  StoryFrame,
  visitsDataset,
} from '../../engine/fixtures/index.ts';
import type { AnalysisAsk, SavedAnalysis } from '../../engine/model/dataset/index.ts';
import type { CustomPage, DashboardPage } from '../../engine/model/documents/index.ts';
import { readContract } from '../../engine/model/widget/index.ts';
import { SchemaPage, type WidgetDefinition } from '../../engine/react/index.ts';
import contract from './contract.json';
import { MyAnalysis } from './my-analysis.tsx';

const meta: Meta = { title: 'widgets/我的分析', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const widgets: readonly WidgetDefinition[] = [{ ...readContract(contract), load: async () => MyAnalysis }];
const page: CustomPage = {
  ...{ schemaVersion: 2, name: 'analyses', path: '/analyses', title: '我的分析', kind: 'custom', widget: 'MyAnalysis' },
};
const home: DashboardPage = {
  ...{ schemaVersion: 2, name: 'home', path: '/home', title: '首页', kind: 'dashboard', scope: 'mine' },
  cards: [{ key: 'analyses', kind: 'widget', title: '今天', widget: 'MyAnalysis', span: 4 }],
};

const visits: AnalysisAsk = {
  ...{ dataset: 'visits', chart: 'figure', measures: ['visits'], dimensions: [], period: 'thisYear' },
};
const saved = (n: number, name: string, more: Partial<SavedAnalysis> = {}): SavedAnalysis => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${n}`, version: 1, name, share: 'private', ask: visits },
  ...{ isMine: true, author: '林晓岚', departmentName: null, ...more },
});

type Body = Readonly<Record<string, unknown>>;
const idIn = ({ id }: Body) => String(id);

/** Analyses that are kept as the server keeps them. */
function serverWith(
  first: readonly SavedAnalysis[],
  pinnedFirst: readonly string[] = [],
  hasDatasets = true,
  isPinnedAway = () => false,
) {
  let analyses = first;
  let pinned = pinnedFirst;
  let deleted: readonly SavedAnalysis[] = [];
  const bundle = {
    ...{ page: home, entities: libraryEntities, dictionaries: libraryDictionaries, faults: [], creates: [] },
    ...{
      unrevealed: [],
      isPersonal: false,
      hash: 'offers',
      datasets: hasDatasets ? [visitsDataset, loansDataset] : [],
    },
  };
  return new SampleServer({
    pages: [page, home],
    answers: {
      '/v1/analysis/offer/query': () => bundle,
      '/v1/analysis/query': () => ({ analyses, canShare: true }),
      '/v1/analysis/create': (body) => {
        if (analyses.some(({ name }) => name === body.name))
          throw new SampleRefusal('E_INPUT_INVALID', {
            faults: [{ code: 'E_INPUT_RULE', pointer: '/name', expected: '您已有同名的分析' }],
          });
        const made = { ...saved(9, String(body.name)), ...body } as SavedAnalysis;
        analyses = [...analyses, made];
        return { id: made.id, version: 1 };
      },
      '/v1/analysis/modify': (body) => {
        analyses = analyses.map((one) =>
          one.id === body.id ? ({ ...one, ...body, version: 2 } as SavedAnalysis) : one,
        );
        return { id: body.id, version: 2 };
      },
      '/v1/analysis/delete': (body) => {
        deleted = analyses.filter(({ id }) => id === idIn(body));
        analyses = analyses.filter(({ id }) => id !== idIn(body));
        return { id: body.id };
      },
      '/v1/analysis/restore': (body) => {
        analyses = [...analyses, ...deleted];
        return { id: body.id };
      },
      '/v1/home/analysis/query': () => {
        if (isPinnedAway()) throw new SampleRefusal('E_BUSY');
        return pinned;
      },
      '/v1/home/analysis/save': (body) => {
        pinned = body.analyses as readonly string[];
        return pinned;
      },
    },
  });
}

const story = (server: SampleServer, name = 'analyses') => ({
  render: () => (
    <StoryFrame server={server} widgets={widgets}>
      <SchemaPage name={name} params={{}} />
    </StoryFrame>
  ),
});

const building = serverWith([]);
export const Build: Story = {
  name: '新建：边选边看，存下来，放到首页',
  ...story(building),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await inSight(await view.findByText('还没有分析'));
    await userEvent.click(view.getByRole('button', { name: /新建分析/ }));
    const dialog = within(await within(document.body).findByRole('dialog', { name: '新建分析' }));
    await expect(dialog.getByRole('button', { name: '保存' })).toBeDisabled();
    await userEvent.type(dialog.getByRole('textbox', { name: '名称' }), '到馆');
    const choose = async (box: string, option: string) => {
      await userEvent.click(dialog.getByRole('combobox', { name: box }));
      const lists = await within(document.body).findAllByText(option, { selector: '.ant-select-item-option-content' });
      await userEvent.click(lists.at(-1) ?? document.body);
    };
    await choose('图表', '数字');
    const preview = within(dialog.getByRole('region', { name: '预览' }));
    await inSight(await preview.findByRole('heading', { name: /到馆/ }));
    await waitFor(() =>
      expect(building.callsTo('/v1/report/visits/query').at(-1)?.body).toMatchObject({ dimensions: [] }),
    );
    // In the name of no page: the reader's own reach, whatever a page would narrow it to.
    await expect(building.callsTo('/v1/report/visits/query').at(-1)?.headers).not.toHaveProperty('X-App-Page');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(view.getAllByRole('listitem')).toHaveLength(1));
    await expect(building.callsTo('/v1/analysis/create').at(-1)?.body).toMatchObject({
      ...{ name: '到馆', share: 'private', ask: { dataset: 'visits', chart: 'figure', dimensions: [] } },
    });
    await userEvent.click(view.getByRole('button', { name: '“到馆”的操作' }));
    await userEvent.click(await within(document.body).findByRole('menuitem', { name: '放到首页' }));
    await inSight(await view.findByText('在首页'));
    await userEvent.click(view.getByRole('button', { name: /新建分析/ }));
    const again = within(await within(document.body).findByRole('dialog', { name: '新建分析' }));
    await userEvent.type(again.getByRole('textbox', { name: '名称' }), '到馆');
    await userEvent.click(again.getByRole('button', { name: '保存' }));
    await expect(await again.findByRole('alert')).toHaveTextContent('您已有同名的分析');
  },
};

const told = serverWith([
  saved(1, '我的到馆'),
  saved(2, '同事的到馆', { isMine: false, author: '韩梅梅', share: 'all' }),
  saved(3, '缺了一样', { ask: { ...visits, measures: ['visits', 'gone'], chart: 'table', dimensions: ['day'] } }),
  saved(4, '看不到的', { ask: null }),
]);
export const Grid: Story = {
  name: '一览：谁的、缺什么、无权查看、删除与撤销',
  ...story(told),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await inSight(await view.findByText('韩梅梅 · 共享给所有人'));
    await inSight(await view.findByText(/已不再有：度量 gone/));
    await inSight(view.getByText(/无权查看这个分析所用的数据/));
    await userEvent.click(view.getByRole('button', { name: '“同事的到馆”的操作' }));
    const menu = within(document.body);
    await inSight(await menu.findByRole('menuitem', { name: '另存为我的' }));
    await expect(menu.queryByRole('menuitem', { name: '删除' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(view.getByText('共享给我的'));
    await waitFor(() => expect(view.getAllByRole('listitem')).toHaveLength(1));
    await userEvent.click(view.getByText('我的', { selector: '.ant-segmented-item-label' }));
    await userEvent.click(view.getByRole('button', { name: '“我的到馆”的操作' }));
    await userEvent.click(await menu.findByRole('menuitem', { name: '删除' }));
    await waitFor(() => expect(view.queryByRole('button', { name: '“我的到馆”的操作' })).toBeNull());
    await userEvent.click(await menu.findByRole('button', { name: /撤\s*销/ }));
    await inSight(await view.findByRole('button', { name: '“我的到馆”的操作' }));
  },
};

const arranged = serverWith([saved(1, '甲'), saved(2, '乙')], [saved(1, '').id, saved(2, '').id]);
export const OnHome: Story = {
  name: '首页：用 Alt+↑↓ 调整次序，移除',
  ...story(arranged, 'home'),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    const names = () =>
      view.getAllByRole('listitem').map((one) => within(one).getByRole('heading').textContent?.trim());
    await waitFor(() => expect(names()).toEqual(['甲', '乙']));
    await userEvent.click(view.getByRole('button', { name: '调整' }));
    view.getByRole('button', { name: /移动“乙”/ }).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(names()).toEqual(['乙', '甲']));
    await userEvent.click(view.getByRole('button', { name: '从首页移除“甲”' }));
    await waitFor(() => expect(names()).toEqual(['乙']));
    await expect(arranged.callsTo('/v1/home/analysis/save').at(-1)?.body).toEqual({ analyses: [saved(2, '').id] });
  },
};

const nothing = serverWith([], [], false);
export const NoData: Story = {
  name: '没有任何数据集的权限',
  ...story(nothing),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await inSight(await view.findByText('没有可以分析的数据'));
    await expect(view.getByRole('button', { name: /新建分析/ })).toBeDisabled();
  },
};

let isPinnedAway = true;
const [first, second] = [saved(1, '甲'), saved(2, '乙')];
const unknown = serverWith([first, second], [first.id], true, () => isPinnedAway);
export const PinnedUnknown: Story = {
  name: '首页上有哪些没有取到：不把其余的挤掉',
  ...story(unknown),
  play: async ({ canvasElement }) => {
    isPinnedAway = true;
    const view = within(canvasElement);
    const menu = within(document.body);
    const put = async () => {
      await userEvent.click(await view.findByRole('button', { name: '“乙”的操作' }));
      await userEvent.click(await menu.findByRole('menuitem', { name: '放到首页' }));
    };
    const saves = () => unknown.callsTo('/v1/home/analysis/save').map(({ body }) => body);
    await put();
    await inSight(await menu.findByText('首页上已有哪些分析没有取到，请稍后重试'));
    await expect(saves()).toEqual([]);
    isPinnedAway = false;
    await put();
    await waitFor(() => expect(saves()).toEqual([{ analyses: [first.id, second.id] }]));
  },
};
