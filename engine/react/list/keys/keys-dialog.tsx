import { Modal } from 'antd';
import { useContext } from 'react';
import { useText } from '../../host/engine-context.tsx';
import { type HostKey, HostKeysContext } from '../../host/host-key.ts';
import type { KeyBinding } from './key-bindings.ts';
import './keys.css';

type KeysDialogProps = {
  readonly open: boolean;
  /** Only those that do something on this page. */
  readonly bindings: readonly KeyBinding[];
  readonly onClose: () => void;
};

/** Every key of the page. */
export function KeysDialog({ open, bindings, onClose }: KeysDialogProps) {
  const t = useText();
  const heads = [
    { shown: ['←', '→'], text: t('engine.keys.headMove') },
    { shown: ['Enter'], text: t('engine.keys.headSort') },
    { shown: ['Shift', 'Enter'], text: t('engine.keys.headAdd'), isTogether: true },
    { shown: ['Shift', '← →'], text: t('engine.keys.headWidth'), isTogether: true },
    { shown: ['Shift', 'End'], text: t('engine.keys.headFit'), isTogether: true },
  ];
  const lines = (place: KeyBinding['place']) =>
    bindings
      .filter((binding) => binding.place === place)
      .map(({ command, shown }) => ({
        // The space bar has nothing written on it.
        shown: shown.map((key) => (key === ' ' ? t('engine.keys.space') : key)),
        text: t(`engine.keys.${command}`),
      }));
  const hasRows = bindings.some((binding) => binding.command === 'next');
  return (
    <Modal open={open} onCancel={onClose} title={t('engine.keys.title')} footer={null} width={560}>
      <div className="engine-keys">
        <KeyGroup title={t('engine.keys.page')} lines={lines('page')} />
        <KeyGroup title={t('engine.keys.row')} lines={lines('row')} />
        {hasRows ? <KeyGroup title={t('engine.keys.head')} lines={heads} /> : null}
        <HostKeys />
      </div>
    </Modal>
  );
}

/** The keys that mean the same on every page of the host. */
export function HostKeys() {
  const t = useText();
  const keys = useContext(HostKeysContext);
  return <KeyGroup title={t('engine.keys.everywhere')} lines={keys} />;
}

/** Keys of one place, each with what it does. */
export function KeyGroup({ title, lines }: { readonly title: string; readonly lines: readonly HostKey[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <dl>
        {lines.map(({ shown, text, isTogether }) => (
          <div key={text}>
            <dt>
              {shown.map((key, index) => (
                <span key={key}>
                  {index === 0 ? null : isTogether === true ? ' + ' : ' '}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
