import { useMemo } from 'react';
import { inLanguage } from '../../model/documents/index.ts';
import { useEngine } from './engine-context.tsx';

/** Documents as they are called in the language of the host; they say themselves what that is. */
export function useTitled<Documents>(documents: Documents | undefined): Documents | undefined {
  const { language = 'zh-CN' } = useEngine();
  return useMemo(() => (documents === undefined ? undefined : inLanguage(documents, language)), [documents, language]);
}
