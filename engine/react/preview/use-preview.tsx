import { App } from 'antd';
import { useCallback } from 'react';
import { type ActionUse, callPreview } from '../calls/action-call.ts';
import { titleFor } from '../calls/record-label.ts';
import { touchedWords } from '../calls/touched-words.ts';
import { useText } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { lazyPart } from '../parts/lazy-part.tsx';

// Looked at before some actions only.
const PreviewTable = lazyPart(async () => (await import('./preview-table.tsx')).PreviewTable);

/** What was typed and what was seen of what it brings, or that it was thought better of. */
export type Looked = { readonly values: Readonly<Record<string, unknown>> } | 'given up';

/**
 * Shows what an action brings with it and asks whether to go on; at once where it has no preview. What is refused is
 * thrown, as by the call itself.
 */
export function useLook(): (use: ActionUse, values: Readonly<Record<string, unknown>>) => Promise<Looked> {
  const t = useText();
  const page = usePageRuntime();
  const { modal } = App.useApp();
  return useCallback(
    async (use, values) => {
      const { action, target } = use;
      if (action.isPreviewed !== true) return { values };
      const preview = await callPreview(action, target, values, page);
      const goesOn = await new Promise<boolean>((resolve) => {
        modal.confirm({
          title: preview.title,
          content: (
            <>
              <p>{touchedWords(action.confirm, target, t) ?? titleFor(action.title, target, page.bundle, t)}</p>
              <PreviewTable preview={preview} t={t} />
            </>
          ),
          width: 720,
          icon: null,
          okText: action.title,
          okButtonProps: action.emphasis === 'danger' ? { danger: true } : {},
          onOk: () => resolve(true),
          onCancel: () => resolve(false),
        });
      });
      return goesOn ? { values: { ...values, previewed: preview.digest } } : 'given up';
    },
    [t, page, modal],
  );
}
