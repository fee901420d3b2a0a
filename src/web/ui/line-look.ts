import { CHART_PALETTE } from '#shared/format/labels.ts'
import { PALETTES } from './theme/tokens.ts'

/** Beside its colour the dash tells a line from its neighbours. */
const DASHES = ['solid', 'solid', 'solid', 'dashed', 'solid', 'dotted', 'solid', 'dashed'] as const
export type Dash = (typeof DASHES)[number]

export interface LineLook {
  color: string
  dash: Dash
  width: number
}

/** So many lines can be told apart in one chart. */
export const DISTINCT_LINES = DASHES.length

/** How the nth of the lines that stand out is drawn; without a number a line is only a thin grey one. */
export function lineLook(index: number | null, theme: 'light' | 'dark'): LineLook {
  if (index === null) {
    return { color: PALETTES[theme].field, dash: 'solid', width: 1.25 }
  }
  const palette = CHART_PALETTE[theme]
  return {
    color: palette[index % palette.length] ?? '',
    dash: DASHES[index % DASHES.length] ?? 'solid',
    width: 1.5,
  }
}
