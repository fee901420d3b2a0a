import { AppError } from '../../../errors.ts'

/** Column names that always mean the publisher's earnings, without punctuation and currency. */
const EARNED: ReadonlySet<string> = new Set([
  ...['earnings', 'earning', 'earned', 'amount earned', 'total earnings', 'net earnings'],
  ...['estimated earnings', 'your earnings', 'my earnings', 'publisher earnings', 'affiliate earnings'],
  ...['action earnings', 'bounty earnings', 'ad fees', 'total ad fees', 'advertising fees'],
  ...['commission income', 'total commission income', 'commission earned', 'commissions earned'],
  ...['earned commission', 'commission earnings', 'commission amount', 'commission payout'],
  ...['total commission', 'total commissions', 'your commission', 'publisher commission'],
  ...['commission publisher', 'publisher commission amount', 'affiliate commission', 'partner commission'],
  ...['payout', 'total payout', 'publisher payout', 'partner payout', 'affiliate payout'],
])

/** Column names for what buyers paid, or for what advertisers pay in total. */
const SOLD =
  /\b(revenue|sales?|orders?|gmv|turnover|price|transaction|basket|cart|purchases?|action cost)\b|^gross /

/** Column names that mean earnings in some reports, and a rate or another party's money in others. */
const AMBIGUOUS =
  /^(commissions?|commission (value|total|paid)|total|amount|income|net income|fees?|payments?|profit|(estimated|ad|total ad|publisher|net) revenue)$/

/** Names that occur only in advertising reports, where revenue means earnings. */
const ADVERTISING = /^(ad units?|ad requests?|ad impressions|ad server impressions|ecpm|average ecpm)$/
const AD_REVENUE = /^(estimated|ad|total ad|publisher) revenue$/

const CURRENCY_OF: Readonly<Record<string, string>> = {
  ...{ $: 'usd', us$: 'usd', ca$: 'cad', c$: 'cad', au$: 'aud', a$: 'aud' },
  ...{ '€': 'eur', '£': 'gbp', '¥': 'jpy' },
}
const CURRENCY = /(?:^| )(usd|cad|aud|nzd|eur|gbp|jpy|inr|cny|chf|sek|nok|dkk|pln|brl|mxn|sgd|aed)(?= |$)/

/** A column that may hold money. */
export interface MoneyColumn {
  /** Zero-based index in the header. */
  place: number
  /** The name as written in the file. */
  written: string
  /** The name without punctuation and currency. */
  name: string
  /** Null if the name contains none. */
  currency: string | null
}

export function moneyColumn(written: string, place: number): MoneyColumn {
  const words = written
    .toLowerCase()
    .replaceAll(/(?<![a-z])(?:us|ca|au|c|a)?\$|[€£¥]/g, (mark) => ` ${CURRENCY_OF[mark] ?? ''} `)
    .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
  const currency = CURRENCY.exec(words)?.[1] ?? null
  const name = words.replace(CURRENCY, ' ').replaceAll(/ +/g, ' ').trim()
  return { place, written: written.trim(), name, currency }
}

const isDollars = ({ currency }: MoneyColumn) => currency === null || currency === 'usd'

function isEarned({ name, currency }: MoneyColumn, isAdvertising: boolean): boolean {
  if (EARNED.has(name)) return true
  // A rate has no currency.
  if (/^commissions?$/.test(name) && currency !== null) return true
  return isAdvertising && AD_REVENUE.test(name)
}

const isUnclear = ({ name }: MoneyColumn) => AMBIGUOUS.test(name)
const isSold = (column: MoneyColumn) => !isUnclear(column) && SOLD.test(column.name)

/** Whether a column's name means money, earned or not. */
export const isMoney = (column: MoneyColumn): boolean =>
  isEarned(column, false) || isUnclear(column) || isSold(column)

const listed = (columns: readonly MoneyColumn[]) => columns.map(({ written }) => `“${written}”`).join(', ')
const refuse = (why: string): never => {
  throw new AppError('unprocessable', `${why} Nothing was imported.`)
}
const ask = (why: string, columns: readonly MoneyColumn[]): never =>
  refuse(
    `earnings: ${why} Say which column holds the earnings with --earnings-column NAME. The file has: ${listed(columns)}.`,
  )

/** Throws an error that explains why none of these columns was chosen. */
function refuseColumns(columns: readonly MoneyColumn[]): never {
  const unclear = columns.filter(isUnclear)
  const sold = columns.filter(isSold)
  const reasons = [
    ...(sold.length > 0
      ? [`${listed(sold)} ${sold.length === 1 ? 'contains' : 'contain'} sales, not earnings.`]
      : []),
    ...(unclear.length > 0 ? [`${listed(unclear)} may be a rate, a sum of sales or an amount earned.`] : []),
  ]
  return ask(reasons.join(' ') || 'No column is recognised as earnings.', columns)
}

/** The only dollar column among these columns of earnings; null if there is none. */
function onlyOne(earned: readonly MoneyColumn[], columns: readonly MoneyColumn[]): MoneyColumn | null {
  const [first, ...others] = earned.filter(isDollars)
  if (others.length > 0) return ask(`${listed(earned)} could each be the earnings.`, columns)
  if (first === undefined && earned.length > 0)
    return refuse(`Earnings must be in US dollars, and this file has ${listed(earned)}.`)
  return first ?? null
}

/**
 * The column of earnings: the one that the caller named, the one of a known report, or the one with an
 * unambiguous name. Null for an object without money.
 * @throws AppError that lists the columns if the choice is unclear
 */
export function chooseEarnings(
  header: readonly string[],
  {
    wanted,
    ofReport = [],
    isTable = true,
  }: {
    wanted?: string | undefined
    ofReport?: readonly number[] | undefined
    /** A JSON object may have no money at all; a table has a column for it. */
    isTable?: boolean
  },
): MoneyColumn | null {
  const columns = header.map(moneyColumn)
  if (wanted !== undefined) {
    const chosen = columns.find(({ written }) => written.toLowerCase() === wanted.trim().toLowerCase())
    if (chosen) return onlyOne([chosen], columns)
    return refuse(`earnings: There is no column “${wanted}”. The file has: ${listed(columns)}.`)
  }
  if (ofReport.length > 0)
    return onlyOne(
      columns.filter(({ place }) => ofReport.includes(place)),
      columns,
    )
  const isAdvertising = columns.some(({ name }) => ADVERTISING.test(name))
  const earned = columns.filter((column) => isEarned(column, isAdvertising))
  return onlyOne(earned, columns) ?? (isTable || columns.some(isMoney) ? refuseColumns(columns) : null)
}
