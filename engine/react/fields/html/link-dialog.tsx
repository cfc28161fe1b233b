import { Button, Input, type InputRef, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useText } from '../../host/engine-context.tsx';

type LinkDialogProps = {
  /** The address of the link that is there already; '' where there is none. */
  readonly address: string;
  /** The words that become the link; undefined where some are chosen in the text. */
  readonly words: string | undefined;
  readonly onSave: (address: string, words: string | undefined) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
};

/** An address as a link takes it; undefined where it leads nowhere. */
export function linkAddress(typed: string): string | undefined {
  const address = typed.trim();
  if (/^(?:mailto:[^\s@]+@[^\s@]+|tel:\+?[\d-]{3,20})$/i.test(address)) return address;
  const whole = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  return /^[\w.-]+\.[a-z]{2,}/i.test(whole.replace(/^https?:\/\//i, '')) && URL.canParse(whole) ? whole : undefined;
}

/** Fills in where a link leads. */
export function LinkDialog({ address: before, words: given, onSave, onRemove, onClose }: LinkDialogProps) {
  const t = useText();
  const first = useRef<InputRef>(null);
  const [typed, setTyped] = useState(before);
  const [words, setWords] = useState(given);
  const address = linkAddress(typed);
  const isFaulty = typed.trim() !== '' && address === undefined;
  const save = () => {
    if (address !== undefined) onSave(address, words);
  };
  return (
    <Modal
      open
      title={t('engine.html.link')}
      onCancel={onClose}
      // What was clicked in the text has the keyboard until then.
      afterOpenChange={(isOpen) => isOpen && first.current?.focus()}
      footer={
        <>
          {before === '' ? null : <Button onClick={onRemove}>{t('engine.html.unlink')}</Button>}
          <Button onClick={onClose}>{t('engine.cancel')}</Button>
          <Button type="primary" disabled={address === undefined} onClick={save}>
            {t('engine.html.confirm')}
          </Button>
        </>
      }
    >
      <Input
        ref={first}
        aria-label={t('engine.html.address')}
        placeholder="https://"
        value={typed}
        status={isFaulty ? 'error' : ''}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={save}
      />
      {isFaulty ? (
        <p className="engine-html-fault" role="alert">
          {t('engine.html.addressFault')}
        </p>
      ) : null}
      {words === undefined ? null : (
        <Input
          className="engine-html-choice"
          aria-label={t('engine.html.linkWords')}
          placeholder={t('engine.html.linkWords')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onPressEnter={save}
        />
      )}
    </Modal>
  );
}
