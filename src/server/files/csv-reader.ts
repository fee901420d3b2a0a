import Papa from 'papaparse'

interface Parsed {
  data: string[][]
  meta: { cursor: number }
}

const LINE_ENDS = ['\n', '\r', '\r\n'] as const

/** By what cells and rows are parted, as the beginning of a file shows. */
function layoutOf(start: string) {
  const { delimiter, linebreak } = Papa.parse(start, { preview: 1 }).meta
  return { delimiter, newline: LINE_ENDS.find((end) => end === linebreak) }
}

/** Cuts a CSV into the cells of its rows while its text comes; a row that is not whole yet waits for its rest. */
export async function* readCells(texts: AsyncIterable<string>): AsyncGenerator<string[][]> {
  let parser: Papa.Parser | undefined
  let rest = ''
  let parseFrom = 0
  const cut = (isLast: boolean): string[][] => {
    parser ??= new Papa.Parser(layoutOf(rest))
    const { data, meta } = parser.parse(rest, 0, !isLast) as Parsed
    rest = rest.slice(meta.cursor)
    // A row that never ends is looked at whenever it has doubled, and not with every piece.
    parseFrom = rest.length * 2
    return data
  }
  for await (const text of texts) {
    rest += text
    if (rest !== '' && rest.length >= parseFrom) yield cut(false)
  }
  if (rest !== '') yield cut(true)
}

/** The names of columns, each another one: those that come again are numbered. */
export function namesOf(heading: readonly string[]): string[] {
  const names = heading.map((cell) => cell.trim().toLowerCase())
  const taken = new Set(names)
  const met = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let number = 1; met.has(own) || (own !== name && taken.has(own)); number += 1)
      own = `${name}_${number}`
    met.add(own)
    return own
  })
}
