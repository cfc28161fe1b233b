/**
 * Keeps a dialog open while what it holds is being sent: closed before the answer, nobody would see why it was refused.
 */
export function heldOpen(isSending: boolean) {
  return {
    closable: { disabled: isSending },
    keyboard: !isSending,
    maskClosable: !isSending,
    confirmLoading: isSending,
    cancelButtonProps: { disabled: isSending },
  };
}
