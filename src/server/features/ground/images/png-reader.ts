const SIGNATURE_BYTES = 8
/** Of a chunk besides its data: length, type, checksum. */
const FRAME_BYTES = 12
/** Chunks that say how the picture looks. All others are texts, dates and the like, some of them packed. */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB'])
/** Chunks that are kept if they have a plausible size: colour profile and orientation. */
const PRESERVED_IF_SMALL = new Set(['iCCP', 'eXIf'])
const SMALL_BYTES = 64 * 1024

/**
 * Removes chunks that a decoder would unpack without using. Returns the readable part of an incomplete PNG,
 * which the decoder will refuse.
 */
export function withoutAncillaryChunks(png: Buffer): Buffer {
  const kept = [png.subarray(0, SIGNATURE_BYTES)]
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= png.length; ) {
    const bytes = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const end = at + FRAME_BYTES + bytes
    if (KEPT.has(type) || (PRESERVED_IF_SMALL.has(type) && bytes <= SMALL_BYTES))
      kept.push(png.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}
