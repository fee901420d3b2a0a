import { counted } from '#shared/format/count.ts'
import type { Tip } from './chart-tooltip.tsx'
import type { DaysPanelOf } from './days-panel.tsx'
import { LineSwatch } from './line-swatch.tsx'
import { isKnown } from './scale.ts'

const valueWords = (value: number | null | undefined) => (isKnown(value) ? counted(value) : '–')

/** The panels draw the same lines in the same order. */
const haveSameLines = ([first, ...others]: readonly DaysPanelOf[]) =>
  others.length > 0 &&
  others.every(
    ({ lines }) =>
      lines.length === first?.lines.length && lines.every(({ name }, at) => name === first.lines[at]?.name),
  )

/**
 * The values of a day. Panels with the same lines are columns, and the lines keep their order; otherwise each
 * panel's lines have rows of their own, from the highest to the lowest.
 */
export function daysTip(
  days: readonly string[],
  at: number,
  panels: readonly DaysPanelOf[],
  standing: string | null,
): Tip {
  const title = days[at] ?? ''
  const rowOf = ({ name, look }: DaysPanelOf['lines'][number], values: readonly string[]) => ({
    name,
    values,
    swatch: <LineSwatch {...look} />,
    isPicked: name === standing,
  })
  if (haveSameLines(panels))
    return {
      title,
      columns: panels.map((panel) => panel.title),
      rows: (panels[0]?.lines ?? []).map((line, place) =>
        rowOf(
          line,
          panels.map(({ lines }) => valueWords(lines[place]?.values[at])),
        ),
      ),
    }
  const rows = panels.flatMap(({ lines }) =>
    lines
      .flatMap((line) => {
        const value = line.values[at]
        return isKnown(value) ? [{ line, value }] : []
      })
      .toSorted((one, other) => other.value - one.value)
      .map(({ line, value }) => rowOf(line, [counted(value)])),
  )
  return { title, rows }
}
