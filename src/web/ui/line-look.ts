import { CHART_PALETTE } from '#shared/format/labels.ts'

const DASHES = ['solid', 'dashed', 'dotted'] as const

/** How the nth line of a chart is drawn: when the colours are used up, dashes tell the lines apart. */
export function lineLook(index: number, theme: 'light' | 'dark') {
  const palette = CHART_PALETTE[theme]
  return {
    color: palette[index % palette.length] ?? '',
    dash: DASHES[Math.floor(index / palette.length) % DASHES.length] ?? 'solid',
  }
}
