import { CopyOutlined } from '@ant-design/icons';
import { App } from 'antd';
import { useText } from '../engine-context.tsx';

/** Copies what is shown; a masked value is copied masked, for nothing else ever came. */
export function CopyButton({ text, title }: { readonly text: string; readonly title: string }) {
  const t = useText();
  const { message } = App.useApp();
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    message.success(t('engine.copied'));
  };
  return (
    <button
      type="button"
      className="engine-copy"
      onClick={copy}
      aria-label={t('engine.copy', { title })}
      title={t('engine.copy', { title })}
    >
      <CopyOutlined aria-hidden="true" />
    </button>
  );
}
