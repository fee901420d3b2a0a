import { gzipSync } from 'node:zlib'
import { STORABLE } from './naughty-strings.ts'

export interface CsvFile {
  what: string
  bytes: Buffer
  /** The status of the refusal, or what the answer must have; `NaN` for as many as are new. */
  answer: 413 | 422 | { added: number; repeated?: number; invalid?: number }
}

const utf8 = (text: string) => Buffer.from(text, 'utf8')
const utf16le = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const utf16be = (text: string) => utf16le(text).swap16()
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const zipOf = (text: string) => Buffer.concat([Buffer.from('504b030414000000', 'hex'), utf8(text)])
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const lines = (count: number, text: string) =>
  Array.from({ length: count }, (_, number) => `${text} ${number}`).join('\n')
const noise = (size: number) =>
  Buffer.from(Uint32Array.from({ length: size / 4 }, (_, at) => Math.imul(at + 1, 2_654_435_761)).buffer)

/** Files as people and programs make them; the words of each are its own. */
const ENDS_AND_ENCODINGS: CsvFile[] = [
  { what: 'LF', bytes: utf8('keyword\nlf a\nlf b\n'), answer: { added: 2 } },
  { what: 'CRLF', bytes: utf8('keyword\r\ncrlf a\r\ncrlf b\r\n'), answer: { added: 2 } },
  { what: 'CR only', bytes: utf8('keyword\rcr a\rcr b\r'), answer: { added: 2 } },
  { what: 'ends mixed', bytes: utf8('keyword\rmix a\nmix b\r\nmix c'), answer: { added: 3 } },
  { what: 'no end of the last line', bytes: utf8('keyword\nopen end'), answer: { added: 1 } },
  { what: 'byte order mark', bytes: utf8('\ufeffkeyword\nbom a\n'), answer: { added: 1 } },
  { what: 'mark, no heading', bytes: utf8('\ufeffbom first line\n'), answer: { added: 1 } },
  { what: 'UTF-16LE', bytes: utf16le('keyword\nsixteen le é\n'), answer: { added: 1 } },
  { what: 'UTF-16BE', bytes: utf16be('keyword\r\nsixteen be é 😍\r\n'), answer: { added: 1 } },
  { what: 'UTF-16 between tabs', bytes: utf16le('Keyword\tTags\r\ntabbed\tx\r\n'), answer: { added: 1 } },
  { what: 'UTF-16LE cut in a character', bytes: utf16le('keyword\ncut').subarray(0, -1), answer: 422 },
  { what: 'UTF-16LE without its mark', bytes: utf16le('keyword\nnomark').subarray(2), answer: 422 },
  { what: 'UTF-16BE without its mark', bytes: utf16be('keyword\nnomark').subarray(2), answer: 422 },
  { what: 'UTF-32LE', bytes: Buffer.from('fffe00006b0000006500000079000000', 'hex'), answer: 422 },
  { what: 'UTF-32BE', bytes: Buffer.from('0000feff0000006b0000006500000079', 'hex'), answer: 422 },
  { what: 'Latin-1', bytes: latin1('keyword\ncafé crème\n'), answer: 422 },
  { what: 'Latin-1 late', bytes: latin1(`keyword\n${lines(20_000, 'plain')}\ncafé`), answer: 422 },
  { what: 'UTF-8 cut in a character', bytes: utf8('keyword\ncafé').subarray(0, -1), answer: 422 },
  { what: 'surrogates in UTF-8', bytes: Buffer.from('6b0aeda0800a', 'hex'), answer: 422 },
  { what: 'overlong UTF-8', bytes: Buffer.from('6b0ac0af0a', 'hex'), answer: 422 },
]

const DISGUISED: CsvFile[] = [
  { what: 'gzip', bytes: gzipSync('keyword\nhidden\n'), answer: 422 },
  { what: 'gzip bomb', bytes: gzipSync(Buffer.alloc(20_000_000, 'a\n')), answer: 422 },
  { what: 'zip', bytes: zipOf('hello.csv keyword'), answer: 422 },
  { what: 'empty zip', bytes: Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex'), answer: 422 },
  { what: 'xlsx', bytes: zipOf('[Content_Types].xml'), answer: 422 },
  { what: 'xls', bytes: Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), answer: 422 },
  { what: 'PNG', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), answer: 422 },
  { what: 'noise', bytes: noise(300_000), answer: 422 },
  { what: 'zeros', bytes: Buffer.alloc(300_000), answer: 422 },
  { what: '0xff', bytes: Buffer.alloc(300_000, 0xff), answer: 422 },
]

const SHAPES: CsvFile[] = [
  { what: 'nothing', bytes: Buffer.alloc(0), answer: { added: 0 } },
  { what: 'a mark alone', bytes: utf8('\ufeff'), answer: { added: 0 } },
  { what: 'a heading alone', bytes: utf8('keyword'), answer: { added: 0 } },
  { what: 'ends alone', bytes: utf8('\n\n\r\n\r\r\n'), answer: { added: 0 } },
  { what: 'blanks alone', bytes: utf8('keyword\n  \n\t\n"  "\n , ,\n'), answer: { added: 0 } },
  { what: 'commas alone', bytes: utf8('keyword\n,,,\n,,\n'), answer: { added: 0 } },
  { what: 'one byte', bytes: utf8('q'), answer: { added: 1 } },
  { what: 'heading in capitals', bytes: utf8('ID,KEYWORD\n1,capitals\n'), answer: { added: 1 } },
  { what: 'quoted heading', bytes: utf8('"id","Keyword"\n1,"quoted heading"\n'), answer: { added: 1 } },
  { what: 'semicolons', bytes: utf8('id;keyword\n1;semicolons, too\n'), answer: { added: 1 } },
  { what: 'ragged', bytes: utf8('a,keyword\nx\n1,ragged\n1,2,3\n'), answer: { added: 2, invalid: 1 } },
  {
    what: 'repeats in every writing',
    bytes: utf8('Same Thing\nsame  thing\n SAME THING \n"same\nthing"\n'),
    answer: { added: 1, repeated: 3 },
  },
  { what: 'quotes in plain cells', bytes: utf8('17" monitor\n19" monitor\n'), answer: { added: 2 } },
  { what: 'doubled quotes', bytes: utf8('keyword\n"a ""doubled"" quote"\n'), answer: { added: 1 } },
  {
    what: 'a quote not doubled',
    bytes: utf8('keyword\n"a "lone" quote"\n'),
    answer: { added: 0, invalid: 1 },
  },
  { what: 'a quote never closed', bytes: utf8(`keyword\n"open\n${lines(5000, 'swallowed')}`), answer: 422 },
  { what: 'quotes by the hundred thousand', bytes: utf8(`keyword\n${'"a'.repeat(300_000)}`), answer: 422 },
  { what: 'a line break in a cell', bytes: utf8('keyword\n"two\nlines"\n'), answer: { added: 1 } },
]

const CONTENTS: CsvFile[] = [
  { what: 'NUL', bytes: utf8(`keyword\n${lines(20, 'ok')}\nnul\0l\n`), answer: { added: 20, invalid: 1 } },
  { what: 'escape', bytes: utf8('keyword\n\x1b[31mred\nbell\x07\n'), answer: { added: 0, invalid: 2 } },
  {
    what: 'halves of pairs',
    bytes: utf16le('keyword\nhalf \ud83d\nhalf \ude0d\nwhole 😍'),
    answer: { added: 1, invalid: 2 },
  },
  {
    what: '255 and 256',
    bytes: utf8(`keyword\n${'x'.repeat(255)}\n${'y'.repeat(256)}\n`),
    answer: { added: 1, invalid: 1 },
  },
  {
    what: 'what COPY means something by',
    bytes: utf8('keyword\n\\N\\N\n\\.\nback\\slash\n\\t\n'),
    answer: { added: 4 },
  },
  { what: 'SQL', bytes: utf8("keyword\n'); drop table keywords; --\n"), answer: { added: 1 } },
  { what: 'formulas', bytes: utf8('keyword\n=2+2\n+2\n-2\n@two\n'), answer: { added: 4 } },
  { what: 'capital I with a dot', bytes: utf8('keyword\nİstanbul\nIstanbul\n'), answer: { added: 2 } },
  {
    what: 'naughty strings',
    bytes: utf8(`keyword\n${STORABLE.map(quoted).join('\n')}`),
    answer: { added: Number.NaN },
  },
]

const FLOODS: CsvFile[] = [
  { what: 'a million columns', bytes: utf8(`keyword\n${'a,'.repeat(1_000_000)}`), answer: 422 },
  { what: 'a heading of 10,000 columns', bytes: utf8(`${'a,'.repeat(10_000)}keyword\n`), answer: 422 },
  { what: 'a line that never ends', bytes: Buffer.alloc(12_000_000, 'a'), answer: 422 },
  { what: 'a cell that never ends', bytes: utf8(`keyword\n"${'a\n'.repeat(6_000_000)}`), answer: 422 },
  { what: 'empty lines by the million', bytes: Buffer.alloc(8_000_000, '\n'), answer: { added: 0 } },
  { what: 'two million lines and one', bytes: utf8('keyword\n'.padEnd(4_000_010, 'z\n')), answer: 413 },
  {
    what: 'one word a million times',
    bytes: utf8('word\n'.repeat(1_000_000)),
    answer: { added: 1, repeated: 999_999 },
  },
]

export const CSV_FILES: readonly CsvFile[] = [
  ...ENDS_AND_ENCODINGS,
  ...DISGUISED,
  ...SHAPES,
  ...CONTENTS,
  ...FLOODS,
]
