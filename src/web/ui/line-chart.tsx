import { LineChart as Lines } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { CHART_PALETTE } from '#shared/format/labels.ts'
import { useActiveTheme } from './theme/theme-choice.ts'
import { FONTS, PALETTES } from './theme/tokens.ts'

use([Lines, GridComponent, TooltipComponent, SVGRenderer, LabelLayout])

interface Line {
  name: string
  values: readonly (number | null)[]
}

interface LineChartProps {
  days: readonly string[]
  /** Drawn above the others on a scale of its own: a sum would press them flat. */
  band: Line
  lines: readonly Line[]
  /** What the picture says, for those who do not see it. */
  description: string
}

const DASHES = ['solid', 'dashed', 'dotted'] as const
const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

function seriesOf(lines: readonly Line[], theme: 'light' | 'dark') {
  const palette = CHART_PALETTE[theme]
  return lines.map(({ name, values }, index) => ({
    type: 'line' as const,
    name,
    data: [...values],
    xAxisIndex: 1,
    yAxisIndex: 1,
    showSymbol: false,
    connectNulls: false,
    color: palette[index % palette.length],
    lineStyle: { width: 1.5, type: DASHES[Math.floor(index / palette.length) % DASHES.length] },
    emphasis: { focus: 'series' as const },
    endLabel: {
      show: true,
      formatter: '{a}  {c}',
      color: PALETTES[theme].ink,
      fontSize: 11,
      width: 150,
      overflow: 'truncate' as const,
    },
    labelLayout: { moveOverlap: 'shiftY' as const },
  }))
}

function optionOf({ days, band, lines }: LineChartProps, theme: 'light' | 'dark') {
  const colors = PALETTES[theme]
  const axis = { axisLine: { lineStyle: { color: colors.rule } }, axisTick: { show: false } }
  const x = { type: 'category' as const, data: [...days], boundaryGap: false, ...axis }
  const y = {
    type: 'value' as const,
    splitLine: { lineStyle: { color: colors.rule } },
    axisLabel: { color: colors.quiet, fontSize: 11 },
  }
  return {
    animation: !isStill(),
    animationDuration: 300,
    textStyle: { fontFamily: FONTS.sans },
    tooltip: {
      trigger: 'axis' as const,
      order: 'valueDesc' as const,
      confine: true,
      backgroundColor: colors.sheet,
      borderColor: colors.rule,
      textStyle: { color: colors.ink, fontSize: 12 },
    },
    axisPointer: { link: [{ xAxisIndex: 'all' as const }] },
    grid: [
      { left: 48, right: 200, top: 16, height: 44 },
      { left: 48, right: 200, top: 84, bottom: 28 },
    ],
    xAxis: [
      { ...x, gridIndex: 0, axisLabel: { show: false } },
      {
        ...x,
        gridIndex: 1,
        axisLabel: { color: colors.quiet, fontSize: 11, formatter: (day: string) => day.slice(5) },
      },
    ],
    yAxis: [
      { ...y, gridIndex: 0, show: false, scale: true },
      { ...y, gridIndex: 1 },
    ],
    series: [
      {
        type: 'line' as const,
        name: band.name,
        data: [...band.values],
        showSymbol: false,
        color: colors.ink,
        lineStyle: { width: 1.5 },
        areaStyle: { opacity: 0.08 },
        endLabel: { show: true, formatter: '{a}  {c}', color: colors.ink, fontSize: 11, fontWeight: 600 },
      },
      ...seriesOf(lines, theme),
    ],
  }
}

/** Lines over days with their names at their ends. Heavy: to be loaded lazily, with the numbers in words beside it. */
export function LineChart(props: LineChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(null)
  const theme = useActiveTheme()
  useEffect(() => {
    if (!place.current) return
    const drawn = init(place.current)
    chart.current = drawn
    const observer = new ResizeObserver(() => drawn.resize())
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      drawn.dispose()
    }
  }, [])
  useEffect(() => chart.current?.setOption(optionOf(props, theme), { notMerge: true }))
  return <div ref={place} role="img" aria-label={props.description} className="line-chart" />
}
