import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isThere, readJson, writeWhole } from '../../kernel/folders/written-file.ts';
import { type SmsInbound, type SmsMessage, type SmsProvider, SmsRefused } from '../../kernel/services/sms-service.ts';

/** How the simulated carrier behaves: read from `carrier.json` of the folder each time, so that it can be changed meanwhile. */
type Carrier = {
  /** Seconds until a receipt comes. */
  readonly delaySeconds: number;
  /** Numbers that end like this are not reached, and why. */
  readonly failures: readonly { readonly endsWith: string; readonly error: string }[];
  /** Numbers that end like this are refused at once. */
  readonly refused: readonly string[];
  /** While it is down nothing is taken. */
  readonly down: boolean;
};

const usual: Carrier = {
  delaySeconds: 3,
  failures: [
    { endsWith: '7', error: '用户已关机' },
    { endsWith: '44', error: '空号' },
  ],
  refused: [],
  down: false,
};

/**
 * A provider for trying things out. Messages become files in `sent`, named for their keys, so that one handed over twice
 * is there once; receipts and replies lie in `inbox` until they are acknowledged. What becomes of a message
 * `carrier.json` says; a reply is a file somebody puts into `inbox`: `{"kind":"reply","mobile":"…","text":"R"}`.
 */
export function fileProvider(folder: string): SmsProvider {
  const places = {
    sent: path.join(folder, 'sent'),
    told: path.join(folder, 'told'),
    inbox: path.join(folder, 'inbox'),
  };
  const ready = async () => {
    for (const place of Object.values(places)) await mkdir(place, { recursive: true, mode: 0o700 });
  };
  return {
    async submit({ key, mobile, text }: SmsMessage) {
      await ready();
      const carrier = await carrierOf(folder);
      if (carrier.down) throw new Error('短信服务商没有应答');
      if (carrier.refused.some((end) => mobile.endsWith(end))) throw new SmsRefused('号码不存在');
      if ((await isThere(path.join(places.sent, nameOf(key)))) || (await isThere(path.join(places.told, nameOf(key)))))
        return;
      await writeWhole(path.join(places.sent, nameOf(key)), { key, mobile, text, at: new Date().toISOString() });
    },

    async poll(most) {
      await ready();
      await answerMessages(places, await carrierOf(folder), most);
      const names = (await readdir(places.inbox)).filter((name) => name.endsWith('.json')).sort();
      const found: SmsInbound[] = [];
      for (const name of names.slice(0, most)) {
        const inbound = inboundOf(name, await readJson(path.join(places.inbox, name)));
        if (inbound !== undefined) found.push(inbound);
      }
      return found;
    },

    async acknowledge(ids) {
      for (const id of ids) await rm(path.join(places.inbox, nameOf(id)), { force: true });
    },
  };
}

const nameOf = (key: string) => `${path.basename(key)}.json`;

/** Writes the receipts of messages that are old enough; a receipt bears the name of its message, so that it is one however often this is begun. */
async function answerMessages(
  { sent, told, inbox }: { readonly sent: string; readonly told: string; readonly inbox: string },
  carrier: Carrier,
  most: number,
): Promise<void> {
  const names = (await readdir(sent)).filter((name) => name.endsWith('.json')).sort();
  for (const name of names.slice(0, most)) {
    const message = await readJson(path.join(sent, name));
    const { key, mobile, at } = isObject(message) ? message : {};
    if (typeof key !== 'string' || typeof mobile !== 'string') continue;
    if (Date.now() - Date.parse(String(at)) < carrier.delaySeconds * 1000) continue;
    const failure = carrier.failures.find(({ endsWith }) => mobile.endsWith(endsWith));
    const receipt = { kind: 'receipt', key, delivered: failure === undefined };
    await writeWhole(path.join(inbox, name), failure === undefined ? receipt : { ...receipt, error: failure.error });
    await rename(path.join(sent, name), path.join(told, name));
  }
}

async function carrierOf(folder: string): Promise<Carrier> {
  const place = path.join(folder, 'carrier.json');
  const told = await readJson(place);
  if (told === undefined) await writeWhole(place, usual);
  return { ...usual, ...(isObject(told) ? told : {}) };
}

function inboundOf(name: string, raw: unknown): SmsInbound | undefined {
  const id = name.slice(0, -'.json'.length);
  if (!isObject(raw)) return undefined;
  const { kind, key, delivered, error, mobile, text } = raw;
  if (kind === 'reply' && typeof mobile === 'string' && typeof text === 'string') return { id, kind, mobile, text };
  if (kind !== 'receipt' || typeof key !== 'string' || typeof delivered !== 'boolean') return undefined;
  return { id, kind, key, delivered, ...(typeof error === 'string' ? { error } : {}) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
