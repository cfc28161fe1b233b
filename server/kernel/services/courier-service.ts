/** What is asked about a parcel. */
export type TrackedParcel = {
  readonly courier: string;
  readonly trackingNo: string;
  /** The last four digits of who receives it, which some couriers want to hear. */
  readonly mobileTail: string;
  /** The last event known already; null at first. Asked again with the same, they answer what came after it, the same again. */
  readonly after: string | null;
};

/** Something that happened to a parcel. */
export type CourierEvent = {
  readonly id: string;
  /** When, as an ISO moment. */
  readonly at: string;
  readonly kind: 'moved' | 'signed';
  readonly text: string;
};

/** A way to ask couriers where parcels are. */
export type CourierProvider = {
  /**
   * What happened since, the earliest first. Throwing `CourierRefused` means that the courier knows no such parcel;
   * anything else that nobody knows, and it is asked again.
   */
  readonly track: (parcel: TrackedParcel, signal: AbortSignal) => Promise<readonly CourierEvent[]>;
};

/** The courier has no such parcel. */
export class CourierRefused extends Error {
  override readonly name = 'CourierRefused';
}
