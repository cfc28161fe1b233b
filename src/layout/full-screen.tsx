import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useSyncExternalStore } from 'react';
import { useText } from '../locales/i18n.ts';

/** Gives the product the whole screen, and the browser its own back. Nothing where the browser never does. */
export function FullScreenButton() {
  const t = useText();
  const isFull = useIsFullScreen();
  if (!document.fullscreenEnabled) return null;
  const label = t(isFull ? 'shell.leaveFullScreen' : 'shell.fullScreen');
  return (
    <Button
      type="text"
      className="shell-tool shell-tool-roomy"
      icon={isFull ? <FullscreenExitOutlined aria-hidden="true" /> : <FullscreenOutlined aria-hidden="true" />}
      aria-label={label}
      title={label}
      onClick={() => void toggleFullScreen()}
    />
  );
}

/** Changes between the whole screen and the window. */
export async function toggleFullScreen(): Promise<void> {
  try {
    await (document.fullscreenElement === null
      ? document.documentElement.requestFullscreen()
      : document.exitFullscreen());
  } catch {
    // The browser has the last word; the button shows what it did.
  }
}

function useIsFullScreen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('fullscreenchange', changed);
      return () => document.removeEventListener('fullscreenchange', changed);
    },
    () => document.fullscreenElement !== null,
  );
}
