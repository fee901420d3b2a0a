import { AppError } from '../../errors.ts'
import type { FileRow } from '../../files/rows.ts'
import { cellText, centsOf } from './told-text.ts'

/** Names that mean what the publisher earned in every report that has them, without signs and currency. */
const EARNED: ReadonlySet<string> = new Set([
  ...[
    'earnings',
    'earning',
    'earned',
    'amount earned',
    'total earnings',
    'net earnings',
    'estimated earnings',
  ],
  ...['your earnings', 'my earnings', 'publisher earnings', 'affiliate earnings', 'action earnings'],
  ...['bounty earnings', 'ad fees', 'total ad fees', 'advertising fees'],
  ...['commission income', 'total commission income', 'commission earned', 'commissions earned'],
  ...['earned commission', 'commission earnings', 'commission amount', 'commission payout'],
  ...[
    'total commission',
    'total commissions',
    'your commission',
    'publisher commission',
    'commission publisher',
  ],
  ...['publisher commission amount', 'affiliate commission', 'partner commission'],
  ...['payout', 'total payout', 'publisher payout', 'partner payout', 'affiliate payout'],
])

/** Names of what buyers paid, or of what advertisers pay in all. */
const SOLD =
  /\b(revenue|sales?|orders?|gmv|turnover|price|transaction|basket|cart|purchases?|action cost)\b|^gross /

/** Names that mean an amount in some reports and a rate, or somebody else's money, in others. */
const AMBIGUOUS =
  /^(commissions?|commission (value|total|paid)|total|amount|income|net income|fees?|payments?|profit|(estimated|ad|total ad|publisher|net) revenue)$/

/** Only reports of advertising have these: what they call revenue was earned. */
const ADVERTISING = /^(ad units?|ad requests?|ad impressions|ad server impressions|ecpm|average ecpm)$/
const AD_REVENUE = /^(estimated|ad|total ad|publisher) revenue$/

const CURRENCY_OF: Readonly<Record<string, string>> = {
  ...{
    $: 'usd',
    us$: 'usd',
    ca$: 'cad',
    c$: 'cad',
    au$: 'aud',
    a$: 'aud',
    '€': 'eur',
    '£': 'gbp',
    '¥': 'jpy',
  },
}
const CURRENCY = /(?:^| )(usd|cad|aud|nzd|eur|gbp|jpy|inr|cny|chf|sek|nok|dkk|pln|brl|mxn|sgd|aed)(?= |$)/

interface Column {
  /** Its key in the cells of a row. */
  key: string
  /** As the file writes it. */
  written: string
  /** Its words, without signs and currency. */
  name: string
  /** Null where the name says none. */
  currency: string | null
}

function columnOf(key: string, written: string): Column {
  const words = written
    .toLowerCase()
    .replaceAll(/(?<![a-z])(?:us|ca|au|c|a)?\$|[€£¥]/g, (mark) => ` ${CURRENCY_OF[mark] ?? ''} `)
    .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
  const currency = CURRENCY.exec(words)?.[1] ?? null
  const name = words.replace(CURRENCY, ' ').replaceAll(/ +/g, ' ').trim()
  return { key, written: written.trim(), name, currency }
}

const isDollars = ({ currency }: Column) => currency === null || currency === 'usd'

function isEarned({ name, currency }: Column, isAdvertising: boolean): boolean {
  if (EARNED.has(name)) return true
  // A rate has no currency.
  if (/^commissions?$/.test(name) && currency !== null) return true
  return isAdvertising && AD_REVENUE.test(name)
}

const HOW = 'Say which column holds the earnings with --earnings-column NAME.'
const listed = (columns: readonly Column[]) => columns.map(({ written }) => `“${written}”`).join(', ')
const refuse = (why: string): never => {
  throw new AppError('unprocessable', `${why} Nothing was brought in.`)
}

/** Throws why none of these columns is taken for what was earned. */
function refuseColumns(columns: readonly Column[]): never {
  const foreign = columns.filter((column) => isEarned(column, false) && !isDollars(column))
  if (foreign.length > 0)
    return refuse(`Earnings must be in US dollars, and this file has ${listed(foreign)}.`)
  const unclear = columns.filter(({ name }) => AMBIGUOUS.test(name))
  const sold = columns.filter((column) => !unclear.includes(column) && SOLD.test(column.name))
  const reasons = [
    ...(sold.length > 0 ? [`${listed(sold)} is what was sold, not what was earned.`] : []),
    ...(unclear.length > 0 ? [`${listed(unclear)} may be a rate, a sum of sales or an amount earned.`] : []),
  ]
  if (reasons.length === 0) reasons.push('No column is recognised as earnings.')
  return refuse(`earnings: ${reasons.join(' ')} ${HOW} The file has: ${listed(columns)}.`)
}

/** The columns that say what was earned: the one that the caller named, or those whose names leave no doubt. */
function chooseColumns(columns: readonly Column[], wanted: string | undefined): Column[] {
  if (wanted === undefined) {
    const isAdvertising = columns.some(({ name }) => ADVERTISING.test(name))
    return columns.filter((column) => isEarned(column, isAdvertising) && isDollars(column))
  }
  const chosen = columns.find(
    ({ key, written }) => written.toLowerCase() === wanted.trim().toLowerCase() || key === wanted,
  )
  if (!chosen) return refuse(`earnings: There is no column “${wanted}”. The file has: ${listed(columns)}.`)
  return isDollars(chosen) ? [chosen] : refuseColumns([chosen])
}

type NamedRow = Exclude<FileRow, { fault: string }>

function columnsIn({ cells, columns }: NamedRow): Column[] {
  const written = columns ?? new Map(Object.keys(cells).map((key) => [key, key]))
  return [...written].map(([key, name]) => columnOf(key, name))
}

/** Where the earnings of a file stand. Names mean different things in different reports: what is unclear is refused. */
export interface EarningsColumn {
  /** The cell of a row as text; undefined where it has none. Throws where the file leaves open which column is meant. */
  read(row: NamedRow): string | undefined
  /** The columns that were read, as the file writes them. */
  written(): string[]
}

export function createEarningsColumn(wanted?: string): EarningsColumn {
  const written = new Set<string>()
  const chosenIn = new Map<ReadonlyMap<string, string> | string, Column[]>()

  function choose(row: NamedRow): Column[] {
    const same = row.columns ?? Object.keys(row.cells).join('\n')
    let chosen = chosenIn.get(same)
    if (chosen === undefined) {
      const columns = columnsIn(row)
      chosen = chooseColumns(columns, wanted)
      // A line of JSON may say nothing of earnings; a table has no column for them.
      if (
        chosen.length === 0 &&
        (row.columns || columns.some(({ name }) => SOLD.test(name) || AMBIGUOUS.test(name)))
      )
        refuseColumns(columns)
      chosenIn.set(same, chosen)
      for (const column of chosen) written.add(column.written)
    }
    return chosen
  }

  return {
    read(row) {
      const [first, ...others] = choose(row).flatMap((column) => {
        const words = cellText(row.cells[column.key])
        return words === undefined ? [] : [{ column, words }]
      })
      if (first === undefined) return undefined
      const other = others.find(({ words }) => centsOf(words) !== centsOf(first.words))
      if (other)
        refuse(
          `earnings: In line ${row.line}, “${first.column.written}” says ${first.words} and “${other.column.written}” says ${other.words}. ${HOW}`,
        )
      return first.words
    },
    written: () => [...written],
  }
}
