import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { type ReactNode, Suspense, useState } from 'react';
import { CopyButton } from '../copy/copy-button.tsx';
import { useText } from '../host/engine-context.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import type { Revealed } from './reveal-dialog.tsx';
import { useShownValue } from './use-shown-value.ts';
import './reveal.css';

const RevealDialog = lazyPart(async () => (await import('./reveal-dialog.tsx')).RevealDialog);

type RevealValueProps = {
  readonly of: Revealed;
  /** The value as it came. */
  readonly children: ReactNode;
};

/** A masked value with the way to see it in clear: for a while, with a reason. */
export function RevealValue({ of, children }: RevealValueProps) {
  const t = useText();
  const [isUsed, setUsed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { shown, seconds, show, hide } = useShownValue();
  const { title } = of;
  const ask = () => {
    setUsed(true);
    setOpen(true);
  };
  return (
    <span className="engine-reveal">
      {shown === undefined ? (
        <>
          {children}
          <EyeButton label={t('engine.reveal.of', { title })} onClick={ask} icon={<EyeOutlined aria-hidden="true" />} />
        </>
      ) : (
        <>
          <span className="engine-number" role="status">
            {shown.value ?? t('engine.reveal.nothing')}
          </span>
          {shown.value === null ? null : <CopyButton text={shown.value} title={title} />}
          <EyeButton
            label={t('engine.reveal.hide', { title })}
            onClick={hide}
            icon={<EyeInvisibleOutlined aria-hidden="true" />}
          />
          <span className="engine-reveal-note">
            {t('engine.reveal.seconds', { seconds })} · {t('engine.reveal.left', { count: shown.left })}
          </span>
        </>
      )}
      {isUsed ? (
        <Suspense fallback={null}>
          <RevealDialog
            open={isOpen}
            of={of}
            onClose={() => setOpen(false)}
            onShown={(answer) => {
              setOpen(false);
              show(answer);
            }}
          />
        </Suspense>
      ) : null}
    </span>
  );
}

type EyeButtonProps = { readonly label: string; readonly icon: ReactNode; readonly onClick: () => void };

function EyeButton({ label, icon, onClick }: EyeButtonProps) {
  return (
    <button type="button" className="engine-reveal-eye" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </button>
  );
}
