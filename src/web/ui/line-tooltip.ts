import { counted } from '#shared/format/count.ts'
import type { LineLook } from './line-look.ts'
import { DASH_LENGTHS, SWATCH_WIDTH } from './line-swatch.tsx'

export interface TooltipLine {
  name: string
  value: number
  look: LineLook
  isPicked: boolean
}

const SVG = 'http://www.w3.org/2000/svg'

function swatchOf({ color, dash, width }: LineLook): Element {
  const box = document.createElementNS(SVG, 'svg')
  const line = document.createElementNS(SVG, 'line')
  const said = { x1: 0, y1: 2, x2: SWATCH_WIDTH, y2: 2, stroke: color, 'stroke-width': width + 0.5 }
  for (const [name, value] of Object.entries(said)) line.setAttribute(name, String(value))
  line.setAttribute('stroke-dasharray', DASH_LENGTHS[dash])
  box.setAttribute('width', String(SWATCH_WIDTH))
  box.setAttribute('height', '4')
  box.append(line)
  return box
}

/** A day and what each line says of it, with the mark of the line; built of nodes, so that names are only texts. */
export function lineTooltip(day: string, lines: readonly TooltipLine[]): HTMLElement {
  const box = document.createElement('div')
  box.className = 'line-tooltip'
  const head = document.createElement('strong')
  head.textContent = day
  box.append(head)
  for (const { name, value, look, isPicked } of lines) {
    const [row, label, count] = [0, 0, 0].map(() => document.createElement('span'))
    if (!row || !label || !count) continue
    row.className = isPicked ? 'line-tooltip-row picked' : 'line-tooltip-row'
    label.textContent = name
    count.textContent = counted(value)
    row.append(swatchOf(look), label, count)
    box.append(row)
  }
  return box
}
