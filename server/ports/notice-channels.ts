/** One message to a webhook. */
export interface WebhookCall {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The receiver may be at a private address. */
  readonly mayBePrivate: boolean;
}

/** A mail server and the account that sends there. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  /** Without a user nobody signs in. */
  readonly user: string;
  readonly password: string;
  /** The server may be at a private address. */
  readonly mayBePrivate: boolean;
}

export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for every attempt, so that a receiver can tell a repetition. */
  readonly id: string;
}

/** Ways out of the installation for notices. Each has a time limit of its own. */
export interface NoticeChannels {
  /** Resolves with any status but a redirect, and the beginning of the reply. Throws `unavailable` or `invalid` with the reason. */
  post(call: WebhookCall, signal: AbortSignal): Promise<{ readonly status: number; readonly text: string }>;
  /** Resolves when the server has taken the message. Throws `unavailable` or `invalid` with the reason. */
  mail(server: MailServer, mail: Mail, signal: AbortSignal): Promise<void>;
  /** A secret as it is stored. */
  seal(secret: string, owner: string): Promise<string>;
  /** The secret of a stored text; `undefined` when another installation or owner has stored it. */
  unseal(stored: string, owner: string): Promise<string | undefined>;
}
