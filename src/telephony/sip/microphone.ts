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

/** The same for a call, unless that is over meanwhile: then the microphone is let go at once. */
export async function openForCall(
  constraints: MediaStreamConstraints,
  call: { readonly peerConnection: RTCPeerConnection | undefined },
): Promise<MediaStream> {
  const stream = await openMicrophone(constraints);
  if (call.peerConnection !== undefined) return stream;
  for (const track of stream.getTracks()) track.stop();
  throw new DOMException('the call is over', 'AbortError');
}
