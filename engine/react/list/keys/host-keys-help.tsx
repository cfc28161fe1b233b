import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { placeOfKeyboard } from '../../parts/place-of-keyboard.ts';

const HostKeysDialog = lazyPart(async () => (await import('./host-keys-dialog.tsx')).HostKeysDialog);

/** The question mark shows the keys of the host where the page in sight has no list of its own. */
export function HostKeysHelp() {
  const [isOpen, setOpen] = useState<boolean>();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = event;
      if (key !== '?' || ctrlKey || metaKey || altKey || repeat || defaultPrevented) return;
      if (placeOfKeyboard(document.body) === 'elsewhere') return;
      event.preventDefault();
      setOpen(true);
    };
    // Behind the document, where pages listen: what one of them takes is taken.
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  if (isOpen === undefined) return null;
  return (
    <Suspense fallback={null}>
      <HostKeysDialog open={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
