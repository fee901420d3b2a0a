import { StringDecoder } from 'node:string_decoder'
import { setImmediate as breathe } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import { DamagedFile } from './damaged-file.ts'

const refused = (message: string) => new AppError('unprocessable', message)

const NOT_UTF8 = 'The file is not text in UTF-8. Save it as “CSV UTF-8” and try again.'
const CUT = 'It ends in the middle of a character.'
/** A last letter in another encoding looks the same. */
const CUT_OR_OTHER = 'It ends in the middle of a character, or is not text in UTF-8.'

/** How files begin that only have the name of a CSV file. */
const DISGUISES: readonly (readonly [bytes: string, message: string])[] = [
  ['504b0304', 'The file is a workbook or a ZIP archive. Save it as “CSV UTF-8” and try again.'],
  ['504b0506', 'The file is a ZIP archive. Unpack it and try again.'],
  ['1f8b', 'The file is compressed with gzip. Unpack it and try again.'],
  ['25504446', 'The file is a PDF. Save its table as “CSV UTF-8” and try again.'],
  ['d0cf11e0', 'The file is a workbook. Save it as “CSV UTF-8” and try again.'],
]

/** How texts begin that are no table: what would be read of them as keywords are their signs. */
const OTHER_TEXTS: readonly (readonly [begins: RegExp, message: string])[] = [
  [
    /^\s*<(?:!doctype\b|!--|html\b|head\b|body\b|table\b|div\b|p\b|span\b|ul\b|ol\b|svg\b|h[1-6]\b|\?xml\b)/i,
    'The file is a web page or XML. Save its table as “CSV UTF-8” and try again.',
  ],
  [/^\s*\{\\rtf/, 'The file is a document (RTF). Save its table as “CSV UTF-8” and try again.'],
  // A keyword in brackets is one that must match exactly.
  [/^\s*(?:\{\s*["}]|\[\s*[[{"])/, 'The file is JSON. Save its list as “CSV UTF-8” and try again.'],
]

const HEAD = 4
const PIECE = 64 * 1024
/** Longest time without yielding to other work. */
const TURN_MS = 50

interface Decoder {
  write(bytes: Buffer): string
  end(): string
}

function utf8Decoder(): Decoder {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw bytes === undefined ? new DamagedFile(CUT_OR_OTHER) : refused(NOT_UTF8)
    }
  }
  return {
    write(bytes) {
      const text = decode(bytes)
      // UTF-16 without a byte order mark, and most binary files.
      if (isFirst && text.split('\0').length - 1 > text.length / 10) throw refused(NOT_UTF8)
      isFirst = false
      return text
    },
    end: () => decode(),
  }
}

/** Keeps lone surrogates, so that they can be refused line by line. */
function utf16Decoder(isBigEndian: boolean): Decoder {
  const decoder = new StringDecoder('utf16le')
  let odd = Buffer.alloc(0)
  let isFirst = true
  return {
    write(bytes) {
      const all = Buffer.concat([odd, bytes])
      const even = all.subarray(0, all.length - (all.length % 2))
      odd = all.subarray(even.length)
      const text = decoder.write(isBigEndian ? even.swap16() : even)
      const mark = isFirst && text.startsWith('\ufeff') ? 1 : 0
      isFirst = false
      return text.slice(mark)
    },
    end() {
      if (odd.length > 0) throw new DamagedFile(CUT)
      return decoder.end()
    },
  }
}

/** The decoder for a file that begins with these bytes. */
function decoderFor(head: Buffer): Decoder {
  const start = head.subarray(0, HEAD).toString('hex')
  const disguise = DISGUISES.find(([bytes]) => start.startsWith(bytes))
  if (disguise) throw refused(disguise[1])
  if (start === 'fffe0000' || start === '0000feff') throw refused(NOT_UTF8)
  if (start.startsWith('fffe')) return utf16Decoder(false)
  return start.startsWith('feff') ? utf16Decoder(true) : utf8Decoder()
}

/** Returns the beginning of a text; refuses it if it is not a table. */
function tableOnly(text: string): string {
  const other = OTHER_TEXTS.find(([begins]) => begins.test(text))
  if (other) throw refused(other[1])
  return text
}

/** Splits the bytes into small pieces, so that decoding one does not block other work. */
async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let turn = performance.now()
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (let at = 0; at < bytes.length; at += PIECE) {
      yield bytes.subarray(at, at + PIECE)
      if (performance.now() - turn < TURN_MS) continue
      await breathe()
      turn = performance.now()
    }
  }
}

interface DecodeOptions {
  onEncoding?: (encoding: 'UTF-8' | 'UTF-16') => void
  /** JSON lines are text, and no table. */
  isTable?: boolean
}

/**
 * The text of a file in UTF-8, with or without a byte order mark, or in UTF-16 with one. Anything else is refused as
 * soon as it shows.
 */
export async function* decodeText(
  content: AsyncIterable<Uint8Array>,
  { onEncoding = () => {}, isTable = true }: DecodeOptions = {},
): AsyncGenerator<string> {
  let head = Buffer.alloc(0)
  let decoder: Decoder | null = null
  const first = (text: string) => (isTable ? tableOnly(text) : text)
  const begin = (start: Buffer) => {
    const found = decoderFor(start)
    onEncoding(/^(?:fffe|feff)/.test(start.subarray(0, 2).toString('hex')) ? 'UTF-16' : 'UTF-8')
    return found
  }
  for await (const piece of inPieces(content)) {
    if (decoder !== null) {
      yield decoder.write(piece)
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.length < HEAD) continue
    decoder = begin(head)
    yield first(decoder.write(head))
  }
  if (decoder === null) {
    decoder = begin(head)
    yield first(decoder.write(head))
  }
  yield decoder.end()
}
