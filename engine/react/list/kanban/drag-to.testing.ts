/** Takes up an element and holds it over another, as a mouse does; answers how to let go of it. */
export async function dragOver(card: HTMLElement, lane: HTMLElement): Promise<() => Promise<void>> {
  const dataTransfer = new DataTransfer();
  const fire = (type: string, target: Element) => {
    const { left, top, width } = target.getBoundingClientRect();
    const place = { clientX: left + Math.min(width / 2, 60), clientY: top + 8 };
    target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, ...place }));
  };
  fire('dragstart', card);
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
