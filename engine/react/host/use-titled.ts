import { useMemo } from 'react';
import { inLanguage, type PageBundle } from '../../model/documents/index.ts';
import { useEngine } from './engine-context.tsx';

/** A page as it is called in the language of the host; the documents say what that is. */
export function useTitled(bundle: PageBundle | undefined): PageBundle | undefined {
  const { language = 'zh-CN' } = useEngine();
  return useMemo(() => (bundle === undefined ? undefined : inLanguage(bundle, language)), [bundle, language]);
}
