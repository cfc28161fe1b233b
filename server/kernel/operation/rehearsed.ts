/** Thrown where a call that is only tried out has come to its end, so that everything it wrote is taken back. */
export class Rehearsed extends Error {
  override readonly name = 'Rehearsed';
}
