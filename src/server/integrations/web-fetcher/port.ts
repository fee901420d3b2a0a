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
