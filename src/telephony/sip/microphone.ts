/** Opens the microphone that was chosen; where it was unplugged meanwhile, that of the system. */
export async function openMicrophone(constraints: MediaStreamConstraints): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia(constraints);
  } catch (error) {
    // Chrome does not take a choice as a wish, only as a demand, and refuses it where it is not there.
    if (!(error instanceof Error) || error.name !== 'OverconstrainedError') throw error;
    return navigator.mediaDevices.getUserMedia({ ...constraints, audio: true });
  }
}
