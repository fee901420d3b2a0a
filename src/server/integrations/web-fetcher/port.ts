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
  /** Whether a page may be asked for; redirects are checked, too. Without it every public address may be. */
  mayVisit?: (url: URL) => boolean
}

/** Loads addresses that people type. */
export interface WebFetcher {
  /** Throws an `IntegrationError` whose message is the same whatever went wrong, so that it tells nothing of the inside. */
  get(address: string, request: WebRequest): Promise<WebDocument>
}
