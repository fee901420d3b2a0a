/** A cell of the page's front matter, or the content below one of its headings. */
type Content = string | string[] | Record<string, string>[] | { heading: string; text: string }[]

/** A page of Markdown, by the words of its front matter and of its headings in lower case. */
export interface Page {
  /** `title` and `text` are the content before the first section. */
  content: Record<string, Content>
  /** In which line each of them begins. */
  lines: Record<string, number>
}

interface Line {
  text: string
  number: number
}

export class PageFault extends Error {
  override readonly name = 'PageFault'
  readonly line: number

  constructor(line: number, words: string) {
    super(words)
    this.line = line
  }
}

/** Lines that follow each other are one paragraph. */
const paragraphsOf = (lines: readonly Line[]) =>
  lines
    .map(({ text }) => text.trim())
    .join('\n')
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll('\n', ' '))
    .join('\n\n')

const cellsOf = (text: string) =>
  text
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

function tableOf([head, rule, ...rows]: readonly Line[]): Record<string, string>[] {
  if (!/^\|[\s:|-]+\|$/.test(rule?.text ?? ''))
    throw new PageFault(rule?.number ?? head?.number ?? 1, 'the second line of a table is “|---|---|”')
  const columns = cellsOf(head?.text ?? '').map((column) => column.toLowerCase())
  return rows.map(({ text, number }) => {
    const cells = cellsOf(text)
    if (cells.length !== columns.length)
      throw new PageFault(number, `the row has ${cells.length} cells, the table ${columns.length} columns`)
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
  })
}

/** Each of `lines` that `isHead` begins a group, with those that follow it. */
function groupsOf(lines: readonly Line[], isHead: (text: string) => boolean) {
  const groups: { head: Line; rest: Line[] }[] = []
  for (const line of lines) {
    if (isHead(line.text)) groups.push({ head: line, rest: [] })
    else groups.at(-1)?.rest.push(line)
  }
  return groups
}

/** One without words is a blank one. */
const ITEM = /^-( |$)/

/** A table, a list, headings with their texts, or paragraphs: as the first line says. */
function contentOf(lines: readonly Line[]): Content {
  const full = lines.filter(({ text }) => text.trim() !== '')
  const first = full[0]?.text ?? ''
  if (first.startsWith('|')) return tableOf(full)
  if (ITEM.test(first))
    return groupsOf(full, (text) => ITEM.test(text)).map(({ head, rest }) =>
      [head.text.slice(1), ...rest.map(({ text }) => text)].map((text) => text.trim()).join(' '),
    )
  if (first.startsWith('### '))
    return groupsOf(lines, (text) => text.startsWith('### ')).map(({ head, rest }) => ({
      heading: head.text.slice(4).trim(),
      text: paragraphsOf(rest),
    }))
  return paragraphsOf(lines)
}

function frontOf(
  lines: readonly Line[],
  add: (line: number, name: string, content: Content) => void,
): Line[] {
  if (lines[0]?.text !== '---') return [...lines]
  const end = lines.findIndex(({ text }, index) => index > 0 && text === '---')
  if (end === -1) throw new PageFault(1, 'the front matter has no end')
  for (const { text, number } of lines.slice(1, end)) {
    const [, name, cell] = /^([\w ]+):\s*(.*)$/.exec(text) ?? []
    if (name === undefined || cell === undefined) throw new PageFault(number, 'not “name: words”')
    add(number, name.toLowerCase(), cell.trim())
  }
  return lines.slice(end + 1)
}

/**
 * Front matter, title, text and sections of a page.
 * @throws PageFault with the line that cannot be read.
 */
export function parsePage(text: string): Page {
  const page: Page = { content: {}, lines: {} }
  const add = (line: number, name: string, content: Content) => {
    if (Object.hasOwn(page.content, name)) throw new PageFault(line, `“${name}” is there twice`)
    page.content[name] = content
    page.lines[name] = line
  }
  // Some editors begin a file with a mark of its encoding.
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, index) => ({ text: line.trimEnd(), number: index + 1 }))
  const body = frontOf(lines, add)
  const isSection = (line: string) => line.startsWith('## ')
  const begin = body.findIndex((line) => isSection(line.text))
  const opening = begin === -1 ? body : body.slice(0, begin)
  const title = opening.find((line) => line.text.startsWith('# '))
  if (title) add(title.number, 'title', title.text.slice(2).trim())
  const opened = opening.filter((line) => line !== title)
  const first = opened.find((line) => line.text !== '')
  if (first) add(first.number, 'text', paragraphsOf(opened))
  for (const { head, rest } of groupsOf(body, isSection))
    add(head.number, head.text.slice(3).trim().toLowerCase(), contentOf(rest))
  return page
}
