import { PieChart } from 'echarts/charts'
import { TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useMemo } from 'react'
import { useActiveTheme } from './theme/theme-choice.ts'
import { FONTS, PALETTES } from './theme/tokens.ts'
import { useChart } from './use-chart.ts'

use([PieChart, TooltipComponent, SVGRenderer])

export interface Slice {
  label: string
  count: number
  color: string
}

interface DoughnutChartProps {
  slices: readonly Slice[]
  /** What the picture says, for those who do not see it. */
  description: string
  /** Name of the slice to stand out. */
  highlighted?: string | undefined
}

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

function optionOf(slices: readonly Slice[], theme: 'light' | 'dark') {
  const colors = PALETTES[theme]
  return {
    animation: !isStill(),
    animationDuration: 300,
    textStyle: { fontFamily: FONTS.sans },
    tooltip: {
      backgroundColor: colors.sheet,
      borderColor: colors.rule,
      textStyle: { color: colors.ink, fontSize: 12 },
      valueFormatter: (value: unknown) => Number(value).toLocaleString('en-US'),
    },
    series: {
      type: 'pie',
      radius: ['64%', '94%'],
      label: { show: false },
      itemStyle: { borderColor: colors.sheet, borderWidth: 2 },
      emphasis: { scaleSize: 4 },
      data: slices.map(({ label, count, color }) => ({ name: label, value: count, itemStyle: { color } })),
    },
  }
}

/** A ring of shares. Heavy: to be loaded lazily, with the numbers in words beside it. */
export function DoughnutChart({ slices, description, highlighted }: DoughnutChartProps) {
  const theme = useActiveTheme()
  const option = useMemo(() => optionOf(slices, theme), [slices, theme])
  const standing = useMemo(
    () => (highlighted === undefined ? undefined : { name: highlighted }),
    [highlighted],
  )
  const place = useChart(option, standing)
  return <div ref={place} role="img" aria-label={description} className="doughnut" />
}
