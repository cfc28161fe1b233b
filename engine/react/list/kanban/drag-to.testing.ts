/** Takes up an element, by its grip where it has one, and holds it over another, as a mouse does; answers how to let go of it. */
export async function dragOver(
  card: HTMLElement,
  lane: HTMLElement,
  grip: HTMLElement = card,
): Promise<() => Promise<void>> {
  const dataTransfer = new DataTransfer();
  const fire = (type: string, target: Element, at = target) => {
    const { left, top, width } = at.getBoundingClientRect();
    const place = { clientX: left + Math.min(width / 2, 60), clientY: top + 8 };
    target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, ...place }));
  };
  fire('dragstart', card, grip);
  await frames();
  fire('dragenter', lane);
  fire('dragover', lane);
  await frames();
  return async () => {
    fire('drop', lane);
    fire('dragend', card);
    await frames();
  };
}

/** The library tells what happened in the next frame. */
async function frames(): Promise<void> {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}
