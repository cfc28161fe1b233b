import { randomBytes } from 'node:crypto';
/** A SIP request or answer: its first line, its headers in order, its body. */
export type SipMessage = {
  readonly start: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
};

/** Reads a message; undefined where the text is none, such as a keep-alive. */
export function readSip(text: string): SipMessage | undefined {
  const split = text.indexOf('\r\n\r\n');
  if (split < 0) return undefined;
  const [start = '', ...lines] = text.slice(0, split).split('\r\n');
  const headers = lines.flatMap((line): readonly (readonly [string, string])[] => {
    const colon = line.indexOf(':');
    return colon <= 0 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
  });
  return start === '' ? undefined : { start, headers, body: text.slice(split + 4) };
}

export function writeSip({ start, headers, body }: SipMessage): string {
  const kept = headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  const lines = [...kept, ['Content-Length', String(Buffer.byteLength(body))]].map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [start, ...lines, '', body].join('\r\n');
}

/** The first header of a name; '' where there is none. */
export function headerOf({ headers }: SipMessage, name: string): string {
  return headers.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1] ?? '';
}

/** Method and address of a request; undefined of an answer. */
export function requestOf({ start }: SipMessage): { readonly method: string; readonly uri: string } | undefined {
  const [method = '', uri = '', version] = start.split(' ');
  return version === 'SIP/2.0' ? { method, uri } : undefined;
}

/** Code of an answer; undefined of a request. */
export function codeOf({ start }: SipMessage): number | undefined {
  const found = /^SIP\/2\.0 (\d{3})/.exec(start);
  return found === null ? undefined : Number(found[1]);
}

/** User part of an address or of a header with one. */
export function userOf(text: string): string {
  return /sips?:([^@;>]+)@/.exec(text)?.[1] ?? '';
}

/** An answer to a request: same way back, same call. */
export function answerTo(
  request: SipMessage,
  code: number,
  reason: string,
  more: {
    readonly tag?: string;
    readonly headers?: readonly (readonly [string, string])[];
    readonly body?: string;
  } = {},
): SipMessage {
  const copied = request.headers.filter(([name]) =>
    ['via', 'from', 'to', 'call-id', 'cseq'].includes(name.toLowerCase()),
  );
  const headers = copied.map(([name, value]): readonly [string, string] =>
    name.toLowerCase() === 'to' && more.tag !== undefined && !value.includes(';tag=')
      ? [name, `${value};tag=${more.tag}`]
      : [name, value],
  );
  return { start: `SIP/2.0 ${code} ${reason}`, headers: [...headers, ...(more.headers ?? [])], body: more.body ?? '' };
}

/** The address in a contact. */
export function addressOf(given: string): string {
  return /<([^>]+)>/.exec(given)?.[1] ?? given;
}

/** What tells one end of a call, or one request, from the others. */
export function newTag(): string {
  return randomBytes(6).toString('hex');
}
