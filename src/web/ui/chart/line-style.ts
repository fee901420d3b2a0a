import { CHART_PALETTE } from '#shared/format/labels.ts'
import { PALETTES } from '../theme/tokens.ts'

export type Dash = 'solid' | 'dashed' | 'dotted'

export interface LineStyle {
  color: string
  dash: Dash
  width: number
  /** One of many lines with the same look. */
  isPlain?: boolean
}

/**
 * The number of distinguishable colours in a chart; the last one of the palette is the grey of all other
 * lines.
 */
export const DISTINCT_LINES = CHART_PALETTE.light.length - 1

/** The look of the nth highlighted line; without an index, a thin grey line. */
export function lineLook(index: number | null, theme: 'light' | 'dark', dash: Dash = 'solid'): LineStyle {
  if (index === null) return { color: PALETTES[theme].field, dash, width: 1.25, isPlain: true }
  return { color: CHART_PALETTE[theme][index % DISTINCT_LINES] ?? '', dash, width: 2 }
}

const DASHES = ['solid', 'dashed', 'dotted'] as const

/** The look of the nth of a few lines that differ in dashes, too, and so can be told apart without colours. */
export const rivalLook = (index: number, theme: 'light' | 'dark'): LineStyle =>
  lineLook(index, theme, DASHES[index % DASHES.length])

/** The look of a line without a colour of its own. */
export const neutralLineStyle = (theme: 'light' | 'dark', dash: Dash = 'solid'): LineStyle => ({
  color: PALETTES[theme].ink,
  dash,
  width: 1.5,
})
