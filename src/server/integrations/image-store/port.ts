import type { AdapterHealth } from '../health.ts'

export interface StoredImage {
  bytes: Buffer
  type: 'image/jpeg' | 'image/png' | 'image/svg+xml'
}

/** Where hero images and logos are kept. The caller has cleaned the bytes already. Throws `IntegrationError`. */
export interface ImageStore {
  /** Stores the image and returns the address under which a browser finds it. The same image has the same address. */
  put(image: StoredImage, hint: string): Promise<string>
  /** The image under a name that `put` made, or null. */
  get(name: string): Promise<StoredImage | null>
  /** The name in an address where this store keeps images, whether or not it has that one; null for other addresses. */
  nameOf(address: string): string | null
  /** The names of the images that were put last, or kept, before this moment; nothing that `put` did not make. */
  listOlderThan(moment: Date): Promise<string[]>
  /** Makes a stored image as young as one that was just put; false when there is none of that name. */
  keep(name: string): Promise<boolean>
  remove(name: string): Promise<void>
  check(): Promise<AdapterHealth>
}
