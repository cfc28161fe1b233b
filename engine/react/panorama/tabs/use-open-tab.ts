import { useState } from 'react';

type Params = Readonly<Record<string, string>>;

/** Which tab of a record is open, and what opens another: the address says so as `tab`, or the page itself where it has none. */
export function useOpenTab(
  tabs: readonly { readonly key: string }[],
  params: Params,
  onParams: ((params: Params) => void) | undefined,
): { readonly open: string; readonly onOpen: (key: string) => void } {
  const [own, setOwn] = useState(params.tab);
  const asked = onParams === undefined ? own : params.tab;
  const open = tabs.find(({ key }) => key === asked) ?? tabs[0];
  return {
    open: open?.key ?? '',
    onOpen: (key) => (onParams === undefined ? setOwn(key) : onParams({ ...params, tab: key })),
  };
}
