const RELEASE_MS = 60_000

/** Hands a file to the browser as a download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The object URL must stay valid until the browser has started to write.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS)
}
