import { App, Input, type InputRef } from 'antd';
import { useEffect, useRef } from 'react';
import { useText } from '../locales/i18n.ts';
import type { ShownTab, TabHandlers } from './tab-item.tsx';

/** Asks for the name of a tab; an empty one gives its own back. */
export function useRename(onRename: TabHandlers['onRename']): (tab: ShownTab) => void {
  const { modal } = App.useApp();
  const t = useText();
  return ({ key, title, pageTitle }) => {
    let given = title ?? '';
    const dialog = modal.confirm({
      title: t('tab.rename'),
      icon: null,
      autoFocusButton: null,
      content: (
        <NameField
          given={given}
          pageTitle={pageTitle}
          onChange={(text) => {
            given = text;
          }}
          onEnter={() => {
            onRename(key, given);
            dialog.destroy();
          }}
        />
      ),
      onOk: () => onRename(key, given),
    });
  };
}

type NameFieldProps = {
  readonly given: string;
  readonly pageTitle: string;
  readonly onChange: (text: string) => void;
  readonly onEnter: () => void;
};

/** The name of a tab; it has the keyboard once the dialog around it is there to be seen. */
function NameField({ given, pageTitle, onChange, onEnter }: NameFieldProps) {
  const t = useText();
  const input = useRef<InputRef>(null);
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus({ cursor: 'all' }));
    return () => clearTimeout(timer);
  }, []);
  return (
    <Input
      ref={input}
      maxLength={20}
      defaultValue={given}
      placeholder={pageTitle}
      aria-label={t('tab.rename.placeholder')}
      onChange={(event) => onChange(event.target.value)}
      onPressEnter={(event) => {
        if (!event.nativeEvent.isComposing) onEnter();
      }}
    />
  );
}
