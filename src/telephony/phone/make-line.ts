import type { PhoneProvider } from '../../../contract/phone-words.ts';

import type { AgentAccount } from '../agent/agent-socket.ts';
import type { LineMaker } from '../line/line.ts';
import type { PhoneCall } from './call-log.ts';

/** Fetches what a line is made of: the browser's own phone is large, and only its users need it. */
export async function lineMaker(provider: PhoneProvider, call: PhoneCall): Promise<LineMaker> {
  if (provider === 'webphone') {
    const { createSipLine } = await import('../sip/sip-line.ts');
    const register = () => call('/v1/phone/registration/create', {});
    return (tell) => createSipLine({ register, tell });
  }
  // A ticket is good once: each log-in asks for its own.
  const ask = async () => {
    const { lines } = await call('/v1/phone/my/view', {});
    return lines.find((line): line is AgentAccount => line.provider === provider && 'url' in line);
  };
  if (provider === 'hl') {
    const { HlLine } = await import('../agent/hl-line.ts');
    return (tell) => new HlLine(ask, tell);
  }
  const { WidgetLine } = await import('../agent/widget-line.ts');
  return (tell) => new WidgetLine(provider, ask, tell);
}
