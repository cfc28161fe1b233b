import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { ProfileAnswer } from '../../contract/session.ts';
import {
  inSight,
  openedDialog,
  SampleRefusal,
  SampleServer,
  type SampleServerOptions,
  StoryFrame,
} from '../../engine/fixtures/index.ts';
import type { CustomPage } from '../../engine/model/documents/index.ts';
import { readContract } from '../../engine/model/widget/index.ts';
import { SchemaPage, type WidgetDefinition } from '../../engine/react/index.ts';
import contract from './contract.json';
import { PersonalData } from './personal-data.tsx';

const meta: Meta = { title: 'widgets/个人信息', tags: ['!autodocs'] };
export default meta;
type Story = StoryObj;

const widgets: readonly WidgetDefinition[] = [{ ...readContract(contract), load: async () => PersonalData }];
const page: CustomPage = {
  schemaVersion: 2,
  name: 'personalData',
  path: '/systemSetup/personalData',
  title: '个人信息',
  kind: 'custom',
  widget: 'PersonalData',
};
const profile: ProfileAnswer = {
  id: 'me',
  account: 'linxl',
  name: '林晓岚',
  mobile: '139****0002',
  staffNo: 'QM00007',
  departmentId: 'd',
  departments: ['启明教育集团', '业务事业部', '北京业务部', '业务一组'],
  leader: '周明',
  roles: [{ id: 'r', name: '业务员' }],
  projects: [
    { id: 'a', name: '法律职业资格' },
    { id: 'b', name: '考研政治' },
  ],
  hlAgentId: 'hl8007',
  dlswAgentId: null,
  xzjAgentId: null,
  hireDate: '2024-06-01',
  passwordChangedAt: '2026-01-15T02:30:00Z',
};
const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

function personalStory(answers: SampleServerOptions['answers']) {
  const server = new SampleServer({ pages: [page], answers: answers ?? {} });
  const render = () => (
    <StoryFrame server={server} widgets={widgets}>
      <SchemaPage name="personalData" params={{}} />
    </StoryFrame>
  );
  return { server, render };
}

const base = '/v1/sys/user/my/avatar';
const chosen = (name: string, type: string) => new File(['picture'], name, { type });

let kept: string | null = 'f';
const shown = personalStory({
  '/v1/sys/user/my/profile/view': () => profile,
  '/v1/file/image': () => ({ id: 'g', name: '证件照.png', size: 7, mime: 'image/png' }),
  [`${base}/view`]: () => (kept === null ? null : { id: kept, address: picture }),
  [`${base}/modify`]: ({ id }) => {
    kept = typeof id === 'string' ? id : null;
    return kept === null ? null : { id: kept, address: picture };
  },
});
export const Shown: Story = {
  name: '部门、角色、项目与坐席号，更换头像',
  render: shown.render,
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await inSight(await view.findByRole('heading', { name: '林晓岚' }));
    await inSight(view.getByText('启明教育集团 / 业务事业部 / 北京业务部 / 业务一组'));
    await inSight(view.getByText('139****0002'));
    await inSight(view.getByText('考研政治'));
    await inSight(view.getByText('hl8007'));
    const image = await view.findByRole('img', { name: '林晓岚的头像' });
    await inSight(image);
    const picker = view.getByLabelText('头像图片');
    await userEvent.upload(picker, chosen('简历.txt', 'text/plain'), { applyAccept: false });
    await expect(await view.findByRole('alert')).toHaveTextContent(/^简历\.txt：/);
    await userEvent.upload(picker, chosen('证件照.png', 'image/png'));
    const asked = () => shown.server.callsTo(`${base}/modify`).map(({ body }) => body);
    await waitFor(() => expect(asked()).toEqual([{ id: 'g' }]));
    await waitFor(() => expect(view.queryByRole('alert')).toBeNull());
    await userEvent.click(view.getByRole('button', { name: /移除/ }));
    await waitFor(() => expect(view.queryByRole('img', { name: '林晓岚的头像' })).toBeNull());
    await expect(asked()).toEqual([{ id: 'g' }, { id: null }]);
  },
};

export const Sparse: Story = {
  name: '没有头像，没有取到',
  render: personalStory({
    '/v1/sys/user/my/profile/view': () => {
      throw new SampleRefusal('E_BUSY');
    },
    [`${base}/view`]: () => null,
  }).render,
  play: async ({ canvasElement }) => {
    await inSight(await within(canvasElement).findByText('个人信息没有取到'));
  },
};

const devices = [
  {
    id: 'here',
    ip: '10.0.0.7',
    device: 'Chrome 140 · Windows',
    createdAt: '2026-01-15T02:30:00Z',
    expireAt: '2026-01-15T14:30:00Z',
    isCurrent: true,
  },
  {
    id: 'elsewhere',
    ip: '10.0.0.9',
    device: 'Safari 18 · macOS',
    createdAt: '2026-01-14T02:30:00Z',
    expireAt: '2026-01-15T14:00:00Z',
    isCurrent: false,
  },
];
let ended = false;

const onDevices = personalStory({
  '/v1/sys/user/my/profile/view': () => profile,
  '/v1/sys/user/my/avatar/view': () => null,
  '/v1/sys/session/my/query': () => devices.filter(({ isCurrent }) => isCurrent || !ended),
  '/v1/sys/session/my/end': () => {
    ended = true;
    return { id: 'elsewhere' };
  },
});
export const Devices: Story = {
  name: '登录设备：退出其中一台',
  render: onDevices.render,
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await userEvent.click(await view.findByRole('tab', { name: '登录设备' }));
    await inSight(await view.findByText('Chrome 140 · Windows'));
    await inSight(view.getByText('本设备'));
    await userEvent.click(view.getByRole('button', { name: '退出 Safari 18 · macOS 10.0.0.9' }));
    const dialog = within(await openedDialog());
    await userEvent.click(dialog.getByRole('button', { name: /退\s?出/ }));
    await waitFor(() => expect(view.queryByText('Safari 18 · macOS')).toBeNull());
    await expect(view.getByRole('button', { name: '退出其他设备' })).toBeDisabled();
  },
};
