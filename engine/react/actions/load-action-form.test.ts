import { expect, it, vi } from 'vitest';
import { fetchingForm } from './load-action-form.ts';

const fetched = vi.hoisted(() => ({ times: 0 }));
vi.mock('../form/action-form.tsx', () => {
  fetched.times += 1;
  return { ActionForm: () => null };
});

it('fetches forms when the pointer moves on a button, not when the button comes to the pointer', async () => {
  // A button that comes to a pointer that stands still is entered, and nothing is moved.
  expect(Object.keys(fetchingForm)).toEqual(['onPointerMove', 'onFocus']);
  expect(fetched.times).toBe(0);
  fetchingForm.onPointerMove();
  fetchingForm.onFocus();
  await vi.waitFor(() => expect(fetched.times).toBe(1));
});
