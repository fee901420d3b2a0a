import type { AdapterHealth } from '../health.ts'

export interface StoredImage {
  bytes: Buffer
  type: 'image/jpeg' | 'image/png' | 'image/svg+xml'
}

/** Stores hero images and logos. Callers clean the bytes first. Throws `IntegrationError`. */
export interface ImageStore {
  /** Stores the image and returns the address under which a browser finds it. The same image has the same address. */
  put(image: StoredImage, hint: string): Promise<string>
  /** The image under a name that `put` made, or null. */
  get(name: string): Promise<StoredImage | null>
  /** The name in one of this store's addresses, whether or not the image exists; null for other addresses. */
  nameOf(address: string): string | null
  /** Names of images last stored or renewed before this moment; only images stored with `put`. */
  listOlderThan(moment: Date): Promise<string[]>
  /** Makes a stored image as young as one that was just put; false when there is none of that name. */
  touch(name: string): Promise<boolean>
  remove(name: string): Promise<void>
  check(): Promise<AdapterHealth>
}
