import { type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { placeOfKeyboard } from '../../parts/place-of-keyboard.ts';
import { bindingOf, keyBindings } from './key-bindings.ts';
import { CommandSources, CommandSourcesContext, useListCommands } from './list-commands.ts';

// Most visits never ask for the keys.
const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog);

type ListKeysProps = {
  readonly root: RefObject<HTMLElement | null>;
  /** Off while another page stands in the place of the rows: the keys are then its own. */
  readonly isOn: boolean;
  readonly children: ReactNode;
};

/** Listens to the keyboard for a list page, and shows its keys when asked. */
export function ListKeys({ root, isOn, children }: ListKeysProps) {
  const [sources] = useState(() => new CommandSources());
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const place = placeOfKeyboard(root.current);
      if (place === 'elsewhere') return;
      const binding = bindingOf(event, place === 'row');
      const run = binding === undefined ? undefined : sources.find(binding.command);
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [root, isOn, sources]);
  return (
    <CommandSourcesContext.Provider value={sources}>
      {children}
      <Help sources={sources} />
    </CommandSourcesContext.Provider>
  );
}

function Help({ sources }: { readonly sources: CommandSources }) {
  const [isUsed, setUsed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useListCommands({
    help: () => {
      setUsed(true);
      setOpen(true);
    },
  });
  if (!isUsed) return null;
  const bindings = keyBindings.filter(({ command }) => sources.find(command) !== undefined);
  return (
    <Suspense fallback={null}>
      <KeysDialog open={isOpen} bindings={bindings} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
