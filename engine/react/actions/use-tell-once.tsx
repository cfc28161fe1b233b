import { App } from 'antd';
import { useCallback } from 'react';
import type { OnceFact } from '../../model/index.ts';
import { useCopy } from '../copy/use-copy.ts';
import { useText } from '../engine-context.tsx';
import { OnceFacts } from './once-facts.tsx';

/** Shows what an answer tells once, until it is put away on purpose. */
export function useTellOnce(): (action: string, facts: readonly OnceFact[]) => void {
  const t = useText();
  const { modal } = App.useApp();
  const copy = useCopy();
  return useCallback(
    (action, facts) => {
      modal.info({
        title: t('engine.once.title', { action }),
        content: (
          <OnceFacts
            facts={facts}
            note={t('engine.once.note')}
            copy={t('engine.once.copy')}
            onCopy={(text) => void copy(text)}
          />
        ),
        okText: t('engine.once.done'),
        width: 480,
        keyboard: false,
      });
    },
    [t, modal, copy],
  );
}
