import { partTexts } from '../../../engine/react/index.ts';
import chinese from '../texts.zh-CN.json';

/** What the analyses of one’s own say. */
export const useAnalysisText = partTexts(chinese, {
  'zh-TW': () => import('../texts.zh-TW.json'),
  'en-US': () => import('../texts.en-US.json'),
  'pt-BR': () => import('../texts.pt-BR.json'),
});

/** The text of a key. */
export type AnalysisText = ReturnType<typeof useAnalysisText>;
