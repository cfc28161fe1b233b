import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useText } from '../locales/i18n.ts';
import './palette.css';

type Props = {
  /** Draws the palette; called only once it was opened. */
  readonly children: (isOpen: boolean, close: () => void) => ReactNode;
};

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** Opens the palette, as Ctrl+K does (⌘K on a Mac), and says so. */
export function PaletteButton({ children }: Props) {
  const t = useText();
  const [isOpen, setIsOpen] = useState<boolean>();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isAsked = (isApple ? event.metaKey : event.ctrlKey) && !event.shiftKey && !event.altKey;
      if (!isAsked || event.key.toLowerCase() !== 'k' || event.isComposing) return;
      event.preventDefault();
      setIsOpen((before) => before !== true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const hint = isApple ? '⌘K' : 'Ctrl K';
  return (
    <>
      <Button
        type="text"
        className="shell-tool"
        icon={<SearchOutlined aria-hidden="true" />}
        aria-label={t('palette.title')}
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        title={t('palette.open', { keys: hint })}
        onClick={() => setIsOpen(true)}
      >
        <kbd className="palette-hint">{hint}</kbd>
      </Button>
      {isOpen === undefined ? null : (
        <Suspense fallback={<HeldKeys />}>{children(isOpen, () => setIsOpen(false))}</Suspense>
      )}
    </>
  );
}

/** Until the palette has come, what is typed is not taken for the keys of the page. */
function HeldKeys() {
  useEffect(() => {
    const hold = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', hold, { capture: true });
    return () => document.removeEventListener('keydown', hold, { capture: true });
  }, []);
  return null;
}
