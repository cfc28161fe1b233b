import '@ant-design/v5-patch-for-react-19';
import type { Preview } from '@storybook/react-vite';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { configure } from 'storybook/test';
import { engineTheme } from '../engine/react/index.ts';
import './preview.css';

dayjs.locale('zh-cn');
// A busy machine draws a form of many fields in more than the one second that steps wait otherwise.
configure({ asyncUtilTimeout: 5_000 });

const look = engineTheme();
// Without motion: pictures and tests show the end of every change, not its middle.
const theme = { ...look, token: { ...look.token, motion: false } };

const preview: Preview = {
  parameters: {
    layout: 'fullscreen',
    // Every story is held to accessibility: a violation fails its test.
    a11y: { test: 'error' },
  },
  decorators: [
    (Story) => (
      // As in the app: antd would part the two characters of a short button.
      <ConfigProvider locale={zhCN} theme={theme} button={{ autoInsertSpace: false }}>
        <App>
          <Story />
        </App>
      </ConfigProvider>
    ),
  ],
};

export default preview;
