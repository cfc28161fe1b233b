import { useMemo } from 'react';
import type { HostKey } from '../../engine/react/index.ts';
import { useText } from '../locales/i18n.ts';
import { impersonation } from '../session/impersonation.ts';
import { useSettings } from '../settings/settings.ts';

/** The keys that mean the same on every page, for the list of them. */
export function useHostKeys(): readonly HostKey[] {
  const t = useText();
  const { isMultiTab } = useSettings();
  return useMemo(
    () => [
      { shown: ['Ctrl', 'K'], text: t('keys.palette'), isTogether: true },
      { shown: ['G', 'H'], text: t('keys.home') },
      ...(impersonation === undefined ? [{ shown: ['G', 'N'], text: t('keys.notices') }] : []),
      ...(isMultiTab ? [{ shown: ['G', '1…9'], text: t('keys.tab') }] : []),
      { shown: ['Ctrl', 'Z'], text: t('keys.undo'), isTogether: true },
    ],
    [t, isMultiTab],
  );
}
