/** Pages name their character set at their beginning. */
const HEAD_BYTES = 2048

function decoderOf(head: string): InstanceType<typeof TextDecoder> {
  const [, name = 'utf-8'] = /<meta[^>]{0,200}charset=["']?([\w-]{2,30})/i.exec(head) ?? []
  try {
    return new TextDecoder(name)
  } catch {
    return new TextDecoder()
  }
}

/** The text of a page, in the character set that it names; UTF-8 without one. */
export function decodePage(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD_BYTES))
  return decoderOf(head.toString('latin1')).decode(bytes)
}
