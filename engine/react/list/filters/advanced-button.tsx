import { Button } from 'antd';
import { Suspense, useState } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import { advancedFields, countOf } from '../../conditions/advanced.ts';
import { useText } from '../../host/engine-context.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { fromStart, type ListState } from '../state/list-state.ts';

// Loaded when somebody puts conditions together.
const AdvancedDialog = lazyPart(async () => (await import('./advanced-dialog.tsx')).AdvancedDialog);

type AdvancedButtonProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly onChange: (state: ListState) => void;
};

/** Opens the dialog in which conditions are joined by “and” and “or”. */
export function AdvancedButton({ view, state, onChange }: AdvancedButtonProps) {
  const t = useText();
  const [opened, setOpened] = useState(0);
  const [isOpen, setOpen] = useState(false);
  if (advancedFields(view).length === 0) return null;
  const count = countOf(state.advanced);
  return (
    <>
      <Button
        type="link"
        onClick={() => {
          setOpened(opened + 1);
          setOpen(true);
        }}
      >
        {count > 0 ? t('engine.advanced.titleCount', { count }) : t('engine.advanced.title')}
      </Button>
      {opened === 0 ? null : (
        <Suspense fallback={null}>
          <AdvancedDialog
            // Each time it begins with what is in force.
            key={opened}
            open={isOpen}
            view={view}
            state={state}
            onClose={() => setOpen(false)}
            onApply={(group) => {
              setOpen(false);
              const { advanced: _, ...rest } = state;
              onChange(fromStart(group === undefined ? rest : { ...rest, advanced: group }, {}));
            }}
          />
        </Suspense>
      )}
    </>
  );
}
