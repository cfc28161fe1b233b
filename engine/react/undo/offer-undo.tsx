import { Button } from 'antd';
import type { NotificationInstance } from 'antd/es/notification/interface';
import { useEffect, useEffectEvent, useState } from 'react';

/** How long something can be taken back. */
const seconds = 10;

/** What can be gone on with instead, for example with the record it was done to. */
export type FurtherStep = { readonly words: string; readonly run: () => void };

/** Says what was done and offers, for a while, to take it back: by the button, or by Ctrl + Z for what was done last. */
export function offerUndo(
  notification: NotificationInstance,
  key: string,
  words: string,
  undo: string,
  onUndo: () => Promise<void>,
  detail?: string,
  further?: FurtherStep,
): void {
  notification.success({
    key,
    message: words,
    description: detail,
    duration: seconds,
    // Above nothing that is likely to be used next.
    placement: 'bottomLeft',
    role: 'status',
    // A further change of the same thing has a button of its own, though it takes the place of the one before.
    actions: (
      <span className="engine-offer">
        {further === undefined ? null : (
          <Button
            size="small"
            onClick={() => {
              notification.destroy(key);
              further.run();
            }}
          >
            {further.words}
          </Button>
        )}
        <UndoButton key={`${key} ${Date.now()}`} words={undo} onUndo={onUndo} onEnd={() => notification.destroy(key)} />
      </span>
    ),
  });
}

/** Offers in sight, the latest last: it is what the keyboard takes back. */
const offers: symbol[] = [];

type UndoButtonProps = {
  readonly words: string;
  readonly onUndo: () => Promise<void>;
  readonly onEnd: () => void;
};

function UndoButton({ words, onUndo, onEnd }: UndoButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const run = () => {
    if (isBusy) return;
    setBusy(true);
    void onUndo().finally(onEnd);
  };
  const runByKey = useEffectEvent(run);
  useEffect(() => {
    const own = Symbol('offer');
    offers.push(own);
    const onKeyDown = (event: KeyboardEvent) => {
      if (offers.at(-1) !== own || !isUndoKey(event) || isTyping(event.target)) return;
      event.preventDefault();
      runByKey();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      offers.splice(offers.indexOf(own), 1);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return (
    <Button type="primary" size="small" loading={isBusy} title="Ctrl + Z" aria-keyshortcuts="Control+Z" onClick={run}>
      {words}
    </Button>
  );
}

function isUndoKey({ key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey && !defaultPrevented;
}

/** Where there is text to type the key takes back what was typed; an open dialog has the keyboard to itself. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, [contenteditable="true"], [role="dialog"]') !== null
  );
}
