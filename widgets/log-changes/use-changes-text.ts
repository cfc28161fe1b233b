import { partTexts } from '../../engine/react/index.ts';
import chinese from './texts.zh-CN.json';

/** What the changes of a log entry say. */
export const useChangesText = partTexts(chinese, {
  'zh-TW': () => import('./texts.zh-TW.json'),
  'en-US': () => import('./texts.en-US.json'),
  'pt-BR': () => import('./texts.pt-BR.json'),
});
