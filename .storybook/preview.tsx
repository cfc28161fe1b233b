import '@ant-design/v5-patch-for-react-19';
import type { Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';
import { speakChinese } from '../src/locales/languages.ts';
import { defaultSettings, settings } from '../src/settings/settings.ts';
import { checkInOtherLook } from './other-look.ts';
import { type Look, StoryLook, showIn } from './story-look.tsx';
import './preview.css';

// A busy machine draws a form of many fields in more than the one second that steps wait otherwise.
// Steps that wait look many times: the page is not printed for each look that found nothing.
configure({ asyncUtilTimeout: 5_000, getElementError: (message) => new Error(message ?? 'not found') });

const lookOf = (globals: Readonly<Record<string, unknown>>): Look => (globals.look === 'dark' ? 'dark' : 'light');

// Faults are described whole; of what passes one element each, which nobody reads and every test would hand on.
const axeOptions = { resultTypes: ['violations' as const] };

/** Forgets what stories keep, not what Storybook itself keeps beside it. */
function forget(storage: Storage): void {
  for (const name of Object.keys(storage)) if (!/^@?storybook/.test(name)) storage.removeItem(name);
}

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
  // Stories share a page: what the one before kept, set or spoke is taken back.
  beforeEach: async ({ globals }) => {
    forget(localStorage);
    forget(sessionStorage);
    settings.change(defaultSettings);
    await speakChinese();
    showIn(lookOf(globals));
  },
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
