const patience = 15_000;

/** Waits until everything below a place is drawn: formatted text, its pictures and the fonts; not for ever. */
export async function whenDrawn(root: HTMLElement, signal: AbortSignal): Promise<void> {
  const end = performance.now() + patience;
  await document.fonts.ready;
  await frame();
  while (!signal.aborted && performance.now() < end) {
    const pictures = [...root.querySelectorAll('img')];
    if (pictures.every((picture) => picture.complete && picture.getAttribute('src') !== null)) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await frame();
}

function frame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
