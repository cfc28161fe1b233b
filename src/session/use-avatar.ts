import { useEffect, useState } from 'react';
import { client } from '../api/client.ts';
import { session } from './session.ts';

/** The picture of the user as the server knows it: its address holds for a minute, long enough to be drawn. */
type Avatar = { readonly id: string; readonly address: string } | null;

/** Address of the picture of the user who is signed in; undefined where there is none, or it cannot be had. */
export function useAvatar(userId: string): string | undefined {
  const [address, setAddress] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has another picture
  useEffect(() => {
    const asking = new AbortController();
    const ask = async () => {
      const avatar = await client.call<Avatar>(
        '/v1/sys/user/my/avatar/view',
        {},
        { signal: asking.signal, quiet: true },
      );
      session.rememberAvatar(avatar?.id ?? null);
      setAddress(avatar?.address);
    };
    // A picture that does not come is simply not there.
    ask().catch(() => undefined);
    return () => asking.abort();
  }, [userId]);
  return address;
}
