import { App } from 'antd';
import { useText } from '../host/engine-context.tsx';
import { copyText } from './copy-text.ts';

/** Copies a text and says whether that succeeded; `done` says it in other words. */
export function useCopy(): (text: string, done?: string) => Promise<void> {
  const t = useText();
  const { message } = App.useApp();
  return async (text, done = t('engine.copied')) => {
    if (await copyText(text)) void message.success(done);
    else void message.error(t('engine.copyFailed'));
  };
}
