export interface StoredImage {
  bytes: Buffer
  type: 'image/jpeg' | 'image/png' | 'image/svg+xml'
}

/** Where hero images and logos are kept. The caller has cleaned the bytes already. Throws `IntegrationError`. */
export interface ImageStore {
  /** Keeps the image and returns the address under which a browser finds it. The same image has the same address. */
  put(image: StoredImage, hint: string): Promise<string>
  /** The image under a name that `put` made, or null. */
  get(name: string): Promise<StoredImage | null>
  /** The name in an address where this store keeps images, whether or not it has that one; null for other addresses. */
  nameOf(address: string): string | null
}
