import { useEffect, useRef } from 'react';

/**
 * Makes the row of tabs itself the list of tabs. antd gives the role to the whole bar, in which the button for the tabs
 * that do not fit stands too, and a list of tabs may hold tabs only.
 */
export function useTabList() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const bar = ref.current?.querySelector('.ant-tabs-nav[role="tablist"]');
    bar?.setAttribute('role', 'presentation');
    bar?.removeAttribute('aria-orientation');
    bar?.querySelector('.ant-tabs-nav-list')?.setAttribute('role', 'tablist');
  });
  return ref;
}
