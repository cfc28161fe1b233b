import { App } from 'antd';
import { useCallback } from 'react';
import type { OnceFact } from '../../model/wire/index.ts';
import { copyText } from '../copy/copy-text.ts';
import { useText } from '../host/engine-context.tsx';
import { OnceFacts } from './once-facts.tsx';

/** Shows what an answer tells once, until it is put away on purpose. */
export function useTellOnce(): (action: string, facts: readonly OnceFact[]) => void {
  const t = useText();
  const { modal, message } = App.useApp();
  return useCallback(
    (action, facts) => {
      const copy = async (text: string) => {
        if (await copyText(text)) message.success(t('engine.copied'));
        else message.error(t('engine.copyFailed'));
      };
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
    [t, modal, message],
  );
}
