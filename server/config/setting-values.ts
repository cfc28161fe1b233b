import { isIP } from 'node:net';

// How a setting is read from its text: the value, or undefined where it is none.

/** One of some words. */
export function oneOf<T extends string>(choices: readonly T[]): (text: string) => T | undefined {
  return (text) => choices.find((choice) => choice === text);
}

/** The path of a folder. */
export function folderPath(text: string): string | undefined {
  return text.trim() === '' || text.includes('\0') ? undefined : text;
}

/** The address of a PostgreSQL database. */
export function postgresUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1 ? text : undefined;
}

/** An address of the web. */
export function webUrl(text: string): string | undefined {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined;
}

/** Hours of a day, as `9-21`. */
export function hoursOfDay(text: string): { readonly from: number; readonly to: number } | undefined {
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const hours = { from: Number(from), to: Number(to) };
  return hours.from < hours.to && hours.to <= 24 ? hours : undefined;
}

/** Addresses and networks, with commas between them. */
export function addressList(text: string): readonly string[] | undefined {
  const addresses = text.split(',').map((part) => part.trim());
  const isAddress = (part: string) => {
    const [ip = '', bits, ...more] = part.split('/');
    const most = isIP(ip) === 6 ? 128 : 32;
    return (
      isIP(ip) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
    );
  };
  return addresses.every(isAddress) ? addresses : undefined;
}

/** Whether a password keeps the product's rule: 6 to 20 characters, a letter or digit first, with digit, letter and special character. */
export function isAcceptablePassword(password: string): boolean {
  return /^[A-Za-z0-9](?=.*[^A-Za-z0-9\s])\S{5,19}$/.test(password) && /[A-Za-z]/.test(password) && /\d/.test(password);
}

/** Whether a secret is long enough. */
export function isLongEnough(key: string): boolean {
  return key.length >= 32;
}
