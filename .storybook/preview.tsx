import '@ant-design/v5-patch-for-react-19';
import type { Preview } from '@storybook/react-vite';
import { App } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { configure } from 'storybook/test';
import { EngineLook } from '../engine/react/index.ts';
import { settings } from '../src/settings/settings.ts';
import './preview.css';

dayjs.locale('zh-cn');
// A busy machine draws a form of many fields in more than the one second that steps wait otherwise.
configure({ asyncUtilTimeout: 5_000 });

const preview: Preview = {
  parameters: {
    layout: 'fullscreen',
    // Every story is held to accessibility: a violation fails its test.
    a11y: { test: 'error' },
  },
  initialGlobals: { look: import.meta.env.VITE_STORY_LOOK === 'dark' ? 'dark' : 'light' },
  globalTypes: {
    look: {
      description: '外观',
      toolbar: {
        icon: 'contrast',
        items: [
          { value: 'light', title: '浅色' },
          { value: 'dark', title: '深色' },
        ],
      },
    },
  },
  // Stories of the shell take their look from the settings, as the app does.
  beforeEach: ({ globals }) => settings.change({ appearance: globals.look === 'dark' ? 'dark' : 'light' }),
  decorators: [
    (Story, { globals }) => (
      // Without motion: pictures and tests show the end of every change, not its middle.
      <EngineLook locale={zhCN} isDark={globals.look === 'dark'} hasMotion={false}>
        <App>
          <Story />
        </App>
      </EngineLook>
    ),
  ],
};

export default preview;
