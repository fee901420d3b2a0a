import { ChartLegend } from './chart-legend.tsx'
import { LineSwatch } from './line-swatch.tsx'
import { THIS_YEAR, YEAR_BEFORE } from './week-chart.tsx'

/** The key of a chart of two years, and of its hatched periods if there are any. */
export const YearsLegend = ({ band }: { band?: string | undefined }) => (
  <ChartLegend
    entries={[
      ...[THIS_YEAR, YEAR_BEFORE].map(({ name, look }) => ({ name, swatch: <LineSwatch {...look} /> })),
      ...(band === undefined ? [] : [{ name: band, swatch: <span className="swatch hatched" /> }]),
    ]}
  />
)
