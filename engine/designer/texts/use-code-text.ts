import { type PartText, partTexts } from '../../react/index.ts';
import own from './code.zh-CN.json';
import shared from './texts.zh-CN.json';
import { type DesignTextKey, withShared } from './use-design-text.ts';

/** The text of a key of the editors of code, or of one that all parts of the designer say. */
export type CodeText = PartText<keyof typeof own | DesignTextKey>;

/** What the editors of code say, in the host's language. */
export const useCodeText: () => CodeText = partTexts(
  { ...shared, ...own },
  withShared({
    'zh-TW': () => import('./code.zh-TW.json'),
    'en-US': () => import('./code.en-US.json'),
    'pt-BR': () => import('./code.pt-BR.json'),
  }),
);
