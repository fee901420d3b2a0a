import { CHART_PALETTE } from '#shared/format/labels.ts'
import { PALETTES } from '../theme/tokens.ts'

export type Dash = 'solid' | 'dashed' | 'dotted'

export interface LineLook {
  color: string
  dash: Dash
  width: number
  /** One of many that look alike. */
  isPlain?: boolean
}

/** So many colours can be told apart in one chart; the last one of the palette is the grey of all other lines. */
export const DISTINCT_LINES = CHART_PALETTE.light.length - 1

/** How the nth of the lines that stand out is drawn; without a number a line is only a thin grey one. */
export function lineLook(index: number | null, theme: 'light' | 'dark', dash: Dash = 'solid'): LineLook {
  if (index === null) return { color: PALETTES[theme].field, dash, width: 1.25, isPlain: true }
  return { color: CHART_PALETTE[theme][index % DISTINCT_LINES] ?? '', dash, width: 2 }
}

/** A line that no colour belongs to. */
export const plainLook = (theme: 'light' | 'dark', dash: Dash = 'solid'): LineLook => ({
  color: PALETTES[theme].ink,
  dash,
  width: 1.5,
})
