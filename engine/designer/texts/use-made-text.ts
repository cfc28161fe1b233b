import { type PartText, partTexts } from '../../react/index.ts';
import own from './made.zh-CN.json';
import shared from './texts.zh-CN.json';
import { type DesignTextKey, withShared } from './use-design-text.ts';

/** The text of a key of pages made in the app, or of one that all parts of the designer say. */
export type MadeText = PartText<keyof typeof own | DesignTextKey>;

/** What pages made in the app say, in the host's language. */
export const useMadeText: () => MadeText = partTexts(
  { ...shared, ...own },
  withShared({
    'zh-TW': () => import('./made.zh-TW.json'),
    'en-US': () => import('./made.en-US.json'),
    'pt-BR': () => import('./made.pt-BR.json'),
  }),
);
