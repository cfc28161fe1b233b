import { spokenError } from '../model/faults/index.ts';
import type { Envelope, RefusalDetail } from '../model/wire/index.ts';
import { ApiRefusal, type RefusalCode } from './api-refusal.ts';
import texts from './texts.zh-CN.json';

const refusalCodes: readonly string[] = ['1', '1001', '1002', '1003'] satisfies RefusalCode[];

/** The refusal for a call that brought no envelope: no connection, a proxy's page, a broken answer. */
export function networkRefusal(): ApiRefusal {
  const code = 'E_NETWORK';
  return new ApiRefusal('network', spokenError(code, {}) ?? texts.network, { code });
}

/** Reads an answer; returns its data or throws the refusal it is, in the language of the host where that has a sentence for it. */
export function unwrap(body: unknown): unknown {
  if (!isEnvelope(body)) throw networkRefusal();
  if (body.code === '0') return body.data;
  const detail = detailOf(body.data);
  throw new ApiRefusal(body.code, spokenError(detail.code, detail.facts ?? {}) ?? body.message, detail);
}

function isEnvelope(body: unknown): body is Envelope {
  if (typeof body !== 'object' || body === null) return false;
  if (!('code' in body) || !('message' in body) || typeof body.message !== 'string') return false;
  return body.code === '0' || (typeof body.code === 'string' && refusalCodes.includes(body.code));
}

function detailOf(data: unknown): RefusalDetail {
  const error = typeof data === 'object' && data !== null && 'error' in data ? data.error : undefined;
  return isDetail(error) ? error : { code: 'E_UNKNOWN' };
}

function isDetail(error: unknown): error is RefusalDetail {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}
