import { useEffect, useState } from 'react';
import type { AvatarAnswer } from '../../engine/model/index.ts';
import { client } from '../api/client.ts';
import { session } from './session.ts';

/** Address of the picture of the user who is signed in; undefined where there is none, or it cannot be had. */
export function useAvatar(userId: string): string | undefined {
  const [address, setAddress] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has another picture
  useEffect(() => {
    const asking = new AbortController();
    const ask = async () => {
      const avatar = await client.call<AvatarAnswer>(
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
