import { expect, it } from 'vitest';
import { refusalNotice } from './refusal-notice.ts';

it('shows a business refusal for 3 seconds and all others for 10', () => {
  const seconds = (['1', '1001', '1003', 'network'] as const).map((code) => {
    const notice = refusalNotice({ code });
    return notice.kind === 'toast' ? notice.seconds : undefined;
  });

  expect(seconds).toEqual([3, 10, 10, 10]);
});

it('asks to sign in again when the session is gone', () => {
  expect(refusalNotice({ code: '1002' })).toEqual({ kind: 'signInAgain' });
});

it('ends the session only for a stopped account', () => {
  const ending = (['1', '1001', '1003', 'network'] as const).filter((code) => {
    const notice = refusalNotice({ code });
    return notice.kind === 'toast' && notice.endsSession;
  });

  expect(ending).toEqual(['1003']);
});
