/** Why nobody can telephone in this browser just now; each is the key of its message. */
export type DeviceFault = 'mic.unsupported' | 'mic.insecure' | 'mic.failed' | 'mic.waiting';

/** How long the browser's question for the microphone is waited for with a call. */
export const questionMs = 8000;

/** What the browser tells of itself. */
export type Device = {
  readonly userAgent: string;
  /** Browsers give a microphone only to pages with https. */
  readonly isSecure: boolean;
  /** Whether the page may use the microphone, without asking anybody; undefined where the browser does not tell. */
  readonly permission: () => Promise<PermissionState | undefined>;
  /** Asks for the microphone; rejected where there is none, or it was not permitted. */
  readonly openMicrophone: () => Promise<{ readonly close: () => void }>;
};

// Many others are made of Chrome and say so too.
const others =
  /Edg|OPR|Opera|QQBrowser|MetaSr|MicroMessenger|UBrowser|LBBROWSER|Maxthon|YaBrowser|Vivaldi|SamsungBrowser/;

/** Whether the browser is Chrome, the only one that is supported. */
export function isChrome(userAgent: string): boolean {
  return /\b(?:Headless)?Chrome\/\d/.test(userAgent) && !others.test(userAgent);
}

/** Looks whether one can telephone here: undefined where all is well. The microphone is let go at once. */
export async function deviceFault({ userAgent, isSecure, openMicrophone }: Device): Promise<DeviceFault | undefined> {
  if (!isChrome(userAgent)) return 'mic.unsupported';
  if (!isSecure) return 'mic.insecure';
  try {
    const microphone = await openMicrophone();
    microphone.close();
    return undefined;
  } catch {
    return 'mic.failed';
  }
}

/** The same without a question to the user: of a microphone he was not asked about yet nothing is known. */
export async function deviceFaultUnasked(device: Device): Promise<DeviceFault | undefined> {
  const permission = isChrome(device.userAgent) && device.isSecure ? await device.permission() : 'granted';
  if (permission === 'denied') return 'mic.failed';
  return permission === 'granted' ? deviceFault(device) : undefined;
}

/** The same within a while: where the browser's question stands unanswered, one is told to answer it first. */
export function deviceFaultSoon(fault: Promise<DeviceFault | undefined>): Promise<DeviceFault | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('mic.waiting'), questionMs);
    fault.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** This browser. */
export const thisDevice: Device = {
  get userAgent() {
    return navigator.userAgent;
  },
  get isSecure() {
    return window.isSecureContext;
  },
  permission: async () => {
    try {
      return (await navigator.permissions.query({ name: 'microphone' })).state;
    } catch {
      return undefined;
    }
  },
  openMicrophone: async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    return {
      close: () => {
        for (const track of stream.getTracks()) track.stop();
      },
    };
  },
};
