import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { placeOfKeyboard } from '../../parts/place-of-keyboard.ts';
import type { NavigationSteps } from '../../record-navigation/use-record-navigation.ts';

const RecordKeysDialog = lazyPart(async () => (await import('./record-keys-dialog.tsx')).RecordKeysDialog);

type RecordKeysProps = {
  readonly steps: NavigationSteps | undefined;
  readonly isHelpOpen: boolean;
  readonly onHelp: (isOpen: boolean) => void;
};

/** The keys of a record page: J and K to the records beside it, the question mark to what the keys are. */
export function RecordKeys({ steps, isHelpOpen, onHelp }: RecordKeysProps) {
  const place = useRef<HTMLSpanElement>(null);
  const commands = useRef<ReadonlyMap<string, (() => void) | undefined>>(new Map());
  const [isUsed, setUsed] = useState(false);
  if (isHelpOpen && !isUsed) setUsed(true);
  useEffect(() => {
    commands.current = new Map([
      ['j', steps?.next],
      ['k', steps?.previous],
      ['?', () => onHelp(true)],
    ]);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || isCombined(event)) return;
      const page = place.current?.closest<HTMLElement>('.engine-page') ?? null;
      if (placeOfKeyboard(page) === 'elsewhere') return;
      const run = commands.current.get(event.key.toLowerCase());
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <span ref={place} hidden />
      {isUsed ? (
        <Suspense fallback={null}>
          <RecordKeysDialog open={isHelpOpen} hasSteps={steps !== undefined} onClose={() => onHelp(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Whether a key is pressed together with others, so that it means something else. */
function isCombined({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || (shiftKey && key !== '?');
}
