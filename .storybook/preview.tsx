import '@ant-design/v5-patch-for-react-19';
import type { Preview } from '@storybook/react-vite';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { configure } from 'storybook/test';
import { checkInOtherLook } from './other-look.ts';
import { type Look, StoryLook, showIn } from './story-look.tsx';
import './preview.css';

dayjs.locale('zh-cn');
// A busy machine draws a form of many fields in more than the one second that steps wait otherwise.
configure({ asyncUtilTimeout: 5_000 });

const lookOf = (globals: Readonly<Record<string, unknown>>): Look => (globals.look === 'dark' ? 'dark' : 'light');

// Faults are described whole; of what passes one element each, which nobody reads and every test would hand on.
const axeOptions = { resultTypes: ['violations' as const] };

const preview: Preview = {
  parameters: {
    layout: 'fullscreen',
    // Every story is held to accessibility: a violation fails its test.
    a11y: { test: 'error', options: axeOptions },
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
  beforeEach: ({ globals }) => showIn(lookOf(globals)),
  // In a test, not where somebody looks at the story.
  afterEach: ({ globals, parameters }) =>
    import.meta.env.MODE === 'test' && parameters.a11y?.test !== 'off' ? checkInOtherLook(lookOf(globals)) : undefined,
  decorators: [
    (Story) => (
      <StoryLook>
        <Story />
      </StoryLook>
    ),
  ],
};

export default preview;
