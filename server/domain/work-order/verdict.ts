import type { Values } from '../../kernel/operation/record-store.ts';

/** Whoever is found liable gets no copy any more: what is hidden from him is told him by no notice, either. */
export function withoutLiable({ ccIds }: Values, { liableStaffId }: Values): Values {
  const copied: readonly unknown[] = Array.isArray(ccIds) ? ccIds : [];
  return copied.includes(liableStaffId) ? { ccIds: copied.filter((id) => id !== liableStaffId) } : {};
}
