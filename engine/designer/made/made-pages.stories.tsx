import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { SampleServer, StoryFrame } from '../../fixtures/index.ts';
import { inSight } from '../../fixtures/story-steps.testing.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { MadeList } from './made-list.tsx';
import type { MadePage } from './made-types.ts';

const meta: Meta = { title: 'engine/设计器/新页面', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const offer = (key: string, title: string, isUsual = true) => ({ key, title, isUsual });

const nothing = { columns: [], filters: [], lanes: [], facts: [], tags: [], tabs: [], opens: [] };
const fields = [offer('name', '名称'), offer('seats', '座位')];
const ofRows = {
  ...{ ...nothing, kinds: ['list', 'panorama', 'detail', 'form'], columns: fields, fields, slug: 'studyRoom' },
  filters: [offer('seats', '座位', false)],
  opens: [offer('roomDetail', '研讨室详情')],
  buttons: [{ ...offer('add', '新增'), place: 'toolbar', permission: 'study_room:add' }],
};
const ofOne = {
  ...{ ...ofRows, ...nothing, facts: [offer('seats', '座位')], tags: [offer('state', '状态')] },
  tabs: [offer('roomBookingRoomId', '预约'), offer('history', '变更记录', false)],
  buttons: [{ ...offer('edit', '编辑'), place: 'row', permission: 'study_room:edit' }],
  slug: 'studyRoomPanorama',
};

/** A server that keeps the pages it is sent. */
function serverOf() {
  const pages: MadePage[] = [];
  const kept = ({ choices, parent, roles }: JsonObject): MadePage => {
    const chosen = choices as MadePage['choices'];
    return {
      ...{ name: 'ownRooms', title: chosen.title, path: `/own/${chosen.slug}`, kind: chosen.kind, state: 'draft' },
      ...{
        left: null,
        faults: [],
        parent: parent as string | null,
        roles: roles as readonly string[],
        choices: chosen,
      },
      ...{ version: 1, author: '林晓岚', updatedAt: '2026-03-02T01:00:00Z' },
    };
  };
  return new SampleServer({
    answers: {
      '/v1/design/made/query': () => ({ list: pages }),
      '/v1/design/made/sources/view': () => ({
        entities: [{ name: 'study_room', title: '研讨室' }],
        datasets: [],
        groups: [{ name: 'deskMenu', titles: ['服务台'] }],
        roles: [{ code: 'librarian', title: '馆员', hasAll: false, isOwn: false }],
      }),
      '/v1/design/made/offers/view': ({ kind }) => (kind === 'panorama' ? ofOne : ofRows),
      '/v1/design/made/save': (body) => {
        pages.splice(0, 1, kept(body));
        return { name: 'ownRooms', version: 1 };
      },
      '/v1/design/made/publish': () => {
        pages.splice(0, 1, ...pages.slice(0, 1).map((page) => ({ ...page, state: 'published' as const })));
        return { release: 1 };
      },
      '/v1/design/made/retire': () => {
        pages.splice(0, 1, ...pages.slice(0, 1).map((page) => ({ ...page, state: 'retired' as const })));
        return { release: 2 };
      },
    },
  });
}

const server = serverOf();
export const NewList: Story = {
  name: '从资料做一个列表：选好先替人选的，给菜单与角色，发布，停用',
  render: () => (
    <StoryFrame server={server}>
      <MadeList mayDesign mayPublish />
    </StoryFrame>
  ),
  play: async ({ canvasElement, step }) => {
    const view = within(canvasElement);
    await step('what is usual is chosen as soon as it is said of what', async () => {
      (await view.findByRole('button', { name: '新建页面' })).focus();
      await userEvent.keyboard('{Enter}');
      const dialog = within(await screen.findByRole('dialog', { name: '新建页面' }));
      await userEvent.type(await dialog.findByRole('combobox', { name: '资料' }), '研讨');
      await userEvent.click(await screen.findByText('研讨室', { selector: '.ant-select-item-option-content' }));
      await waitFor(() => expect(dialog.getByRole('textbox', { name: '标题' })).toHaveValue('研讨室'));
      await expect(dialog.getByRole('textbox', { name: '地址' })).toHaveValue('studyRoom');
      dialog.getByRole('button', { name: /^发\s?布$/ }).focus();
      await userEvent.keyboard('{Enter}');
    });
    await step('it is kept and published, and can be retired', async () => {
      await inSight(await view.findByText('已发布'));
      await expect(server.callsTo('/v1/design/made/save')[0]?.body).toMatchObject({
        ...{ version: 0, parent: null, roles: [] },
        choices: { entity: 'study_room', columns: ['name', 'seats'], filters: [], buttons: ['add'] },
      });
      await userEvent.click(view.getByRole('button', { name: /^停\s?用$/ }));
      const dialog = within(await screen.findByRole('dialog', { name: '停用“研讨室”' }));
      await userEvent.type(dialog.getByRole('textbox', { name: '说明' }), '不用了');
      await userEvent.click(dialog.getByRole('button', { name: /^停\s?用$/ }));
      await inSight(await view.findByText('已停用'));
    });
  },
};

const another = serverOf();
export const NewPanorama: Story = {
  name: '从资料做一个全景：换一种页面，资料不用再选；它讲一条记录，不进菜单；做不了的选不了',
  render: () => (
    <StoryFrame server={another}>
      <MadeList mayDesign mayPublish />
    </StoryFrame>
  ),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await userEvent.click(await view.findByRole('button', { name: '新建页面' }));
    const dialog = within(await screen.findByRole('dialog', { name: '新建页面' }));
    await userEvent.type(await dialog.findByRole('combobox', { name: '资料' }), '研讨');
    await userEvent.click(await screen.findByText('研讨室', { selector: '.ant-select-item-option-content' }));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: '标题' })).toHaveValue('研讨室'));
    await inSight(dialog.getByRole('combobox', { name: '点开看' }));
    await expect(dialog.getByRole('radio', { name: /^看板/ })).toBeDisabled();
    await userEvent.click(dialog.getByRole('radio', { name: /^全景/ }));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: '标题' })).toHaveValue('研讨室全景'));
    await expect(dialog.queryByRole('combobox', { name: '放在菜单的哪里' })).toBeNull();
    // What was chosen is not lost by a click beside it.
    const drawer = await screen.findByRole('dialog', { name: '新建页面' });
    await userEvent.click(within(drawer).getByRole('button', { name: /Close|关闭/ }));
    const asked = within(await screen.findByRole('dialog', { name: '放弃这个页面？' }));
    await userEvent.click(asked.getByRole('button', { name: '接着做' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '放弃这个页面？' })).toBeNull());
    await userEvent.click(dialog.getByRole('button', { name: '保存草稿' }));
    await inSight(await view.findByText('草稿，未发布'));
    await expect(another.callsTo('/v1/design/made/save')[0]?.body).toMatchObject({
      ...{ version: 0, parent: null },
      choices: {
        ...{ kind: 'panorama', slug: 'studyRoomPanorama', facts: ['seats'], tags: ['state'] },
        ...{ tabs: ['roomBookingRoomId'], fields: ['name', 'seats'], buttons: ['edit'] },
      },
    });
    await expect(view.queryByRole('button', { name: '研讨室全景' })).toBeNull();
  },
};
