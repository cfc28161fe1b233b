import { CopyOutlined } from '@ant-design/icons';
import { useText } from '../host/engine-context.tsx';
import { useCopy } from './use-copy.ts';

/** Copies what is shown; a masked value is copied masked, for nothing else ever came. */
export function CopyButton({ text, title }: { readonly text: string; readonly title: string }) {
  const t = useText();
  const copy = useCopy();
  return (
    <button
      type="button"
      className="engine-copy"
      onClick={() => void copy(text)}
      aria-label={t('engine.copy', { title })}
      title={t('engine.copy', { title })}
    >
      <CopyOutlined aria-hidden="true" />
    </button>
  );
}
