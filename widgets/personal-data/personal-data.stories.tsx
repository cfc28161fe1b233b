import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { SampleRefusal, SampleServer, type SampleServerOptions, StoryFrame } from '../../engine/fixtures/index.ts';
import { type CustomPage, readContract } from '../../engine/model/index.ts';
import { SchemaPage, type WidgetDefinition } from '../../engine/react/index.ts';
import contract from './contract.json';
import { PersonalData } from './personal-data.tsx';
import type { Profile } from './profile.ts';

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
const profile: Profile = {
  id: 'me',
  account: 'linxl',
  name: '林晓岚',
  mobile: '139****0002',
  staffNo: 'QM00007',
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
  return () => (
    <StoryFrame server={server} widgets={widgets}>
      <SchemaPage name="personalData" params={{}} />
    </StoryFrame>
  );
}

export const Shown: Story = {
  name: '部门、角色、项目与坐席号',
  render: personalStory({
    '/v1/sys/user/my/profile/view': () => profile,
    '/v1/sys/user/my/avatar/view': () => ({ id: 'f', address: picture }),
  }),
  play: async ({ canvasElement }) => {
    const view = within(canvasElement);
    await expect(await view.findByRole('heading', { name: '林晓岚' })).toBeVisible();
    await expect(view.getByText('启明教育集团 / 业务事业部 / 北京业务部 / 业务一组')).toBeVisible();
    await expect(view.getByText('139****0002')).toBeVisible();
    await expect(view.getByText('考研政治')).toBeVisible();
    await expect(view.getByText('hl8007')).toBeVisible();
    await expect(await view.findByRole('img', { name: '林晓岚的头像' })).toBeVisible();
  },
};

export const Sparse: Story = {
  name: '没有头像，没有取到',
  render: personalStory({
    '/v1/sys/user/my/profile/view': () => {
      throw new SampleRefusal('E_BUSY');
    },
    '/v1/sys/user/my/avatar/view': () => null,
  }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('个人信息没有取到')).toBeVisible();
  },
};
