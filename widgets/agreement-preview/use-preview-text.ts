import { partTexts } from '../../engine/react/index.ts';
import chinese from './texts.zh-CN.json';

/** What the preview of an agreement says. */
export const usePreviewText = partTexts(chinese, {
  'zh-TW': () => import('./texts.zh-TW.json'),
  'en-US': () => import('./texts.en-US.json'),
  'pt-BR': () => import('./texts.pt-BR.json'),
});
