const RELEASE_MS = 60_000

/** Hands a file to the browser as a download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Until the browser has begun to write, the address must stand.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS)
}
