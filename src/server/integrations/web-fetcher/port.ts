export interface WebDocument {
  /** The address that answered, after redirects. */
  url: string
  /** The media type that the server claims, without parameters, in lower case; may be empty. */
  type: string
  bytes: Buffer
}

export interface WebRequest {
  /** The `Accept` header, e.g. `image/png`. */
  accept: string
  /** The most bytes that the document may have once it is decompressed. */
  mostBytes: number
  /** Whether an address may be requested, including redirects. By default every public address may. */
  mayVisit?: (url: URL) => boolean
}

/** Loads addresses that people type. */
export interface WebFetcher {
  /**
   * Throws an `IntegrationError` with the same message for every failure, so that it reveals nothing about
   * internal addresses.
   */
  get(address: string, request: WebRequest): Promise<WebDocument>
}

export interface WebPost {
  headers: Readonly<Record<string, string>>
  body: string
  /** Most milliseconds until the answer begins. */
  timeoutMs: number
  /** How much of the answer is read. */
  mostBytes: number
}

/** An answer of any status, or why there was none, as a sentence. */
export type WebReply =
  | { status: number; headers: { name: string; value: string }[]; body: string; isCut: boolean }
  | { error: string }

/** Sends to addresses that people type; follows no redirect. */
export interface WebPoster {
  /** Why nothing is ever sent to this address, as far as that can be said now; undefined if it may be. */
  refusalOf(address: string): Promise<'inner' | 'plain' | 'port' | undefined>
  post(address: string, request: WebPost): Promise<WebReply>
}
