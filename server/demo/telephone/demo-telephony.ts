import { randomBytes } from 'node:crypto';
import type { AgentProvider } from '../../../contract/phone-words.ts';
import type { Telephony } from '../../kernel/services/telephony.ts';
import { httpLine } from '../../telephony/http-line.ts';
import type { TelephonySettings } from '../../telephony/start.ts';
import { startPhoneServer } from './phone-server.ts';
import { portKey } from './port-guard.ts';

/** The telephony of a demo, with the system behind it. */
export type DemoTelephony = {
  readonly telephony: Telephony;
  /** Tells it where the server listens, once it does. */
  tellServer(address: string): void;
  close(): Promise<void>;
};

/** Starts the demo telephone system beside the server; what signs between the two is made anew each time. */
export async function startDemoTelephony(
  settings: Pick<TelephonySettings, 'iceServers' | 'callHours'>,
  onFault: (error: unknown) => void,
): Promise<DemoTelephony> {
  const secret = randomBytes(32).toString('hex');
  let server: string | undefined;
  const running = await startPhoneServer({ port: 0, secret, server: () => server, onFault });
  const place = `127.0.0.1:${running.port}`;
  const agentUrl = (provider: AgentProvider) => `ws://${place}/${provider}?key=${portKey(secret)}`;
  return {
    telephony: {
      secret,
      line: httpLine({ url: `http://${place}`, secret }),
      agentUrls: { hl: agentUrl('hl'), dlsw: agentUrl('dlsw'), xzj: agentUrl('xzj') },
      iceServers: settings.iceServers,
      hours: settings.callHours,
      demo: {
        call: (provider, seat, caller) =>
          provider === 'webphone'
            ? running.switchboard.callSeat(seat, caller)
            : running.agentSessions.call(seat, caller),
      },
    },
    tellServer(address) {
      server = address;
    },
    close: () => running.close(),
  };
}
