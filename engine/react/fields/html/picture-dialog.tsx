import { Input, type InputRef, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useText } from '../../host/engine-context.tsx';
import { Chooser } from '../file/upload-parts.tsx';
import { ruleOf } from '../file/use-uploads.ts';

/** What may be put into a text as a picture. */
const pictureRule = ruleOf({ type: 'image' });

type PictureDialogProps = {
  /** What the picture says so far; undefined where it has yet to be chosen. */
  readonly alt: string | undefined;
  /** How many pictures come after this one that say nothing yet. */
  readonly others: number;
  readonly onSave: (alt: string, file: File | undefined) => void;
  readonly onClose: () => void;
};

/** Chooses a picture and asks what it shows, in words for who does not see it. */
export function PictureDialog({ alt: before, others, onSave, onClose }: PictureDialogProps) {
  const t = useText();
  const first = useRef<InputRef>(null);
  const [alt, setAlt] = useState(before ?? '');
  const [file, setFile] = useState<File>();
  const isReady = before !== undefined || file !== undefined;
  const save = () => {
    if (isReady) onSave(alt.trim(), file);
  };
  return (
    <Modal
      open
      title={t(before === undefined ? 'engine.html.insertPicture' : 'engine.html.altText')}
      onCancel={onClose}
      // What was clicked in the text has the keyboard until then.
      afterOpenChange={(isOpen) => isOpen && first.current?.focus()}
      onOk={save}
      okText={t(others > 0 ? 'engine.html.nextPicture' : 'engine.html.confirm')}
      okButtonProps={{ disabled: !isReady }}
      cancelText={t('engine.cancel')}
    >
      {before !== undefined ? null : (
        <Chooser rule={pictureRule} title={t('engine.file.chooseImage')} onFiles={([first]) => setFile(first)}>
          <span>{file?.name}</span>
        </Chooser>
      )}
      <Input
        ref={first}
        className="engine-html-choice"
        aria-label={t('engine.html.altText')}
        placeholder={t('engine.html.altHint')}
        maxLength={200}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
        onPressEnter={save}
      />
    </Modal>
  );
}
