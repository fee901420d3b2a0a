import { useEffect, useId, useRef, useState } from 'react'
import type { PriceEntry, StockEntry } from '#shared/features/products/product-library/contract.ts'
import {
  daysIn,
  type PriceStep,
  priceSteps,
  type StockSpan,
  stockSpans,
} from '#shared/features/products/product-library/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { money, wholeMoney } from '#shared/format/money.ts'

const HEIGHT = 168
const BAND_HEIGHT = 44
const MARGIN = { left: 56, right: 12, top: 10, bottom: 24 }
/** A label wider than this would overflow its period, in px. */
const WORDS_WIDTH = 130
const MOST_LINES = 4
const FIRST_WIDTH = 880

/** The width of the container: the chart is not scaled, so that texts keep their proportions. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(FIRST_WIDTH)
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(Math.round(entry.contentRect.width), 240))
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return { place, width }
}

/** Round amounts in dollars that enclose all prices. */
function gridOf(steps: readonly PriceStep[]): number[] {
  const cents = steps.map((step) => step.cents)
  const [low, high] = [Math.min(...cents) / 100, Math.max(...cents) / 100]
  const rough = Math.max((high - low) / (MOST_LINES - 1), high / 20, 1)
  const size = 10 ** Math.floor(Math.log10(rough))
  const unit = [1, 2, 5, 10].map((factor) => factor * size).find((each) => each >= rough) ?? rough
  const first = Math.floor((low - unit / 4) / unit) * unit
  const last = Math.ceil((high + unit / 4) / unit) * unit
  const lines = Math.round((last - first) / unit)
  return Array.from({ length: lines + 1 }, (_, index) => Math.max(first, 0) + index * unit)
}

interface Frame {
  from: number
  to: number
  width: number
  x: (moment: number) => number
}

function Months({ from, to, x, y }: Frame & { y: number }) {
  const first = new Date(from)
  const months = Array.from({ length: 8 }, (_, index) =>
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index + 1, 1),
  ).filter((moment) => moment < to)
  const named = months.length > 0 ? months : [from]
  return named.map((moment) => (
    <text key={moment} x={x(moment)} y={y} className="chart-word quiet-word">
      {new Intl.DateTimeFormat('en-US', {
        month: 'short',
        timeZone: 'UTC',
        ...(months.length > 0 ? {} : { day: 'numeric' }),
      }).format(moment)}
    </text>
  ))
}

function Spans({
  spans,
  x,
  top,
  bottom,
  hatch,
}: Frame & Edges & { spans: readonly StockSpan[]; hatch: string }) {
  return spans
    .filter(({ stock }) => stock !== 'IN_STOCK')
    .map(({ stock, from, to }) => {
      const width = Math.max(x(to) - x(from), stock === 'NOT_SCANNED' ? 0 : 2)
      const days = Math.max(Math.round((to - from) / DAY_MS), 1)
      return (
        <g key={from}>
          <rect
            x={x(from)}
            y={top}
            width={width}
            height={bottom - top}
            data-stock={stock}
            {...(stock === 'OUT_OF_STOCK' ? { fill: `url(#${hatch})` } : {})}
          />
          {stock === 'OUT_OF_STOCK' && width > WORDS_WIDTH && (
            <text x={x(from) + width / 2} y={top + 16} className="chart-word out-word" textAnchor="middle">
              {`out of stock, ${days} ${days === 1 ? 'day' : 'days'}`}
            </text>
          )}
        </g>
      )
    })
}

interface Edges {
  top: number
  bottom: number
}

/** A path for each period without gaps. */
function pathOf(steps: readonly PriceStep[], x: Frame['x'], y: (cents: number) => number): string {
  return steps
    .map(({ cents, from, to }, index) => {
      const isJoined = steps[index - 1]?.to === from
      return `${isJoined ? 'L' : 'M'}${x(from)} ${y(cents)} L${x(to)} ${y(cents)}`
    })
    .join(' ')
}

interface MarkProps {
  step: PriceStep
  word: string
  frame: Frame
  y: number
  currency: string
  isDotted?: boolean
}

function Mark({ step, word, frame, y, currency, isDotted = false }: MarkProps) {
  const middle = frame.x(isDotted ? (step.from + step.to) / 2 : step.to)
  const isLeft = middle > frame.width - 90
  return (
    <g>
      {isDotted && <circle cx={middle} cy={y} r={3.5} className="chart-dot" />}
      <text
        x={Math.max(isLeft ? middle - 2 : middle, MARGIN.left + (isLeft ? 80 : 34))}
        y={y + 16}
        className="chart-word ink-word"
        textAnchor={isLeft ? 'end' : 'middle'}
      >
        {`${word} ${money(step.cents / 100, currency)}`}
      </text>
    </g>
  )
}

interface PricesProps {
  steps: readonly PriceStep[]
  currency: string
  frame: Frame
  edges: Edges
}

function Prices({ steps, currency, frame, edges: { top, bottom } }: PricesProps) {
  const grid = gridOf(steps)
  const [low = 0, high = 1] = [grid[0], grid.at(-1)]
  const y = (cents: number) => bottom - ((cents / 100 - low) / (high - low)) * (bottom - top)
  const last = steps.at(-1)
  const lowest = steps.reduce((one, other) => (other.cents < one.cents ? other : one))
  return (
    <>
      {grid.map((amount) => (
        <g key={amount}>
          <line
            x1={MARGIN.left}
            x2={frame.width - MARGIN.right}
            y1={y(amount * 100)}
            y2={y(amount * 100)}
            className="chart-rule"
          />
          <text
            x={MARGIN.left - 8}
            y={y(amount * 100) + 4}
            className="chart-word quiet-word"
            textAnchor="end"
          >
            {wholeMoney(amount, currency)}
          </text>
        </g>
      ))}
      <path d={pathOf(steps, frame.x, y)} className="chart-price" />
      {lowest !== last && last?.cents !== lowest.cents && (
        <Mark step={lowest} word="lowest" frame={frame} y={y(lowest.cents)} currency={currency} isDotted />
      )}
      {last && <Mark step={last} word="last" frame={frame} y={y(last.cents)} currency={currency} />}
    </>
  )
}

/** The text alternative of the chart. */
function wordsOf(spans: readonly StockSpan[], steps: readonly PriceStep[], days: number, currency: string) {
  const out = daysIn(spans, 'OUT_OF_STOCK')
  const stock = out === 0 ? 'never out of stock' : `out of stock on ${out} ${out === 1 ? 'day' : 'days'}`
  const cents = steps.map((step) => step.cents)
  const last = steps.at(-1)
  const price = last
    ? `, lowest price ${money(Math.min(...cents) / 100, currency)}, last price ${money(last.cents / 100, currency)}`
    : ''
  return `The last ${days} days: ${stock}${price}`
}

interface PriceStockChartProps {
  stocks: readonly StockEntry[]
  prices: readonly PriceEntry[]
  days: number
  /** In milliseconds since 1970. */
  now: number
}

/** A product's price as a step line, with periods without stock hatched. */
export function PriceStockChart({ stocks, prices, days, now }: PriceStockChartProps) {
  const hatch = useId()
  const { place, width } = useWidth()
  const from = now - days * DAY_MS
  const spans = stockSpans(stocks, from, now)
  const steps = priceSteps(prices, spans)
  const currency = prices[0]?.currency ?? 'USD'
  const height = steps.length > 0 ? HEIGHT : BAND_HEIGHT + MARGIN.bottom
  const edges = { top: MARGIN.top, bottom: height - MARGIN.bottom }
  const left = steps.length > 0 ? MARGIN.left : 0
  const inner = width - left - MARGIN.right
  const frame: Frame = {
    from,
    to: now,
    width,
    x: (moment) => left + ((moment - from) / (now - from)) * inner,
  }
  return (
    <div ref={place} className="price-stock-chart">
      <svg width={width} height={height} role="img" aria-label={wordsOf(spans, steps, days, currency)}>
        <defs>
          <pattern
            id={hatch}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line x1="0" y1="0" x2="0" y2="6" className="chart-hatch" />
          </pattern>
        </defs>
        {steps.length === 0 && (
          <rect
            x={left}
            y={edges.top}
            width={inner}
            height={edges.bottom - edges.top}
            data-stock="IN_STOCK"
          />
        )}
        <Spans spans={spans} hatch={hatch} {...frame} {...edges} />
        {steps.length > 0 && <Prices steps={steps} currency={currency} frame={frame} edges={edges} />}
        <Months {...frame} y={height - 6} />
      </svg>
    </div>
  )
}
