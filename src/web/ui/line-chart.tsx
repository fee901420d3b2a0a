import { LineChart as Lines } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useMemo } from 'react'
import { lineLook } from './line-look.ts'
import { useActiveTheme } from './theme/theme-choice.ts'
import { FONTS, PALETTES } from './theme/tokens.ts'
import { useChart } from './use-chart.ts'

use([Lines, GridComponent, TooltipComponent, SVGRenderer])

interface Line {
  name: string
  values: readonly (number | null)[]
}

interface LineChartProps {
  days: readonly string[]
  /** Drawn above the others on a scale of its own: a sum would press them flat. */
  band: Line
  lines: readonly Line[]
  /** The line that stands out, by its name. */
  highlighted: string | null
  /** What the picture says, for those who do not see it. */
  description: string
}

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

const isKnown = (value: number | null | undefined) => value !== null && value !== undefined

/** A value between two gaps has no line to stand on: it is drawn as a point. */
const pointsOf = (values: Line['values']) =>
  values.map((value, index) =>
    isKnown(value) && !isKnown(values[index - 1]) && !isKnown(values[index + 1])
      ? { value, symbol: 'circle', symbolSize: 5 }
      : value,
  )

const DRAWN = { type: 'line' as const, symbol: 'none', showAllSymbol: true, connectNulls: false }

function seriesOf(lines: readonly Line[], theme: 'light' | 'dark') {
  return lines.map(({ name, values }, index) => {
    const { color, dash } = lineLook(index, theme)
    return {
      ...DRAWN,
      name,
      data: pointsOf(values),
      xAxisIndex: 1,
      yAxisIndex: 1,
      color,
      lineStyle: { width: 1.5, type: dash },
      emphasis: { focus: 'series' as const, lineStyle: { width: 2.5 } },
    }
  })
}

function optionOf(
  { days, band, lines }: Pick<LineChartProps, 'days' | 'band' | 'lines'>,
  theme: 'light' | 'dark',
) {
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
      { left: 40, right: 12, top: 16, height: 44 },
      { left: 40, right: 12, top: 84, bottom: 28 },
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
        ...DRAWN,
        name: band.name,
        data: pointsOf(band.values),
        color: colors.ink,
        lineStyle: { width: 1.5 },
        areaStyle: { opacity: 0.08 },
      },
      ...seriesOf(lines, theme),
    ],
  }
}

/** Lines over days. Heavy: to be loaded lazily, with the names and numbers of the lines beside it. */
export function LineChart(props: LineChartProps) {
  const { days, band, lines, highlighted } = props
  const theme = useActiveTheme()
  const option = useMemo(() => optionOf({ days, band, lines }, theme), [days, band, lines, theme])
  const standing = useMemo(
    () => (highlighted === null ? undefined : { seriesName: highlighted }),
    [highlighted],
  )
  const place = useChart(option, standing)
  return <div ref={place} role="img" aria-label={props.description} className="line-chart" />
}
