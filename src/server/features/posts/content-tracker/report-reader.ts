import { weekOf } from '#shared/features/posts/content-tracker/rules.ts'
import { daysBetween } from '#shared/format/day.ts'
import { AppError } from '../../../errors.ts'
import {
  type ColumnNames,
  columnPlaces,
  type FieldPlaces,
  type Recognize,
} from '../../../kernel/imports/columns.ts'
import type { TableKind } from '../../../kernel/imports/table-reader.ts'
import { chooseEarnings, isMoney, moneyColumn } from './column-reader.ts'
import { dayOf } from './told-text.ts'

/**
 * Column names of a report, without blanks, punctuation and currency. If there are several names, separated
 * by bars, the first match is used.
 */
interface Report {
  name: string
  /** A header belongs to this report if it contains all of these. */
  has: string
  /** Column names by meaning; null for a report without earnings per post. */
  columns: Readonly<Record<string, string>> | null
}

const CJ_EARNED =
  'publishercommission|pubcommissionamount|pubcommission|commissionpublisher|publishercommissionamount|commissionamount|commission'
const SKIMLINKS_EARNED = 'publishercommissionamount|publishercommission|publisheramount|commission|revenue'

/**
 * Reports of Amazon Associates and affiliate networks, with the column names of their help pages. The first
 * match is used.
 */
const REPORTS: readonly Report[] = [
  {
    name: 'Amazon, Fee-Earnings',
    has: 'asin trackingid dateshipped adfees|commissionincome|earnings',
    columns: {
      ...{ earnings: 'adfees|commissionincome|earnings', day: 'dateshipped' },
      ...{ tracking_id: 'trackingid', asin: 'asin' },
    },
  },
  {
    name: 'Amazon, earnings',
    has: 'asin trackingid revenue commissionincome|adfees',
    columns: {
      ...{ earnings: 'commissionincome|adfees', day: 'date' },
      ...{ tracking_id: 'trackingid', asin: 'asin' },
    },
  },
  {
    name: 'Amazon, Fee-Tracking',
    has: 'trackingid clicks itemsordered adfees|commissionincome',
    columns: { earnings: 'adfees|commissionincome', day: 'date', tracking_id: 'trackingid' },
  },
  { name: 'Amazon, Fee-Orders', has: 'asin date qty tag|linktype|indirectsales', columns: null },
  {
    name: 'Amazon, Fee-DailyTrends',
    has: 'date clicks totalitemsordered|itemsorderedamazon conversion',
    columns: null,
  },
  { name: 'Amazon, Fee-LinkType', has: 'linktype clicks conversion adfees', columns: null },
  {
    name: 'ShareASale',
    has: 'transid|transactionid transdate|transactiondate commission voided',
    columns: {
      ...{ earnings: 'commission', day: 'transdate|transactiondate', voided: 'voided' },
      ...{ tracking_id: 'affcomment|affcomments|afftrack|subtracking', address: 'bannerpage' },
    },
  },
  {
    name: 'CJ',
    has: `postingdate|eventdate actionstatus|actiontype|actionname|advertisername|advertiserid|sid ${CJ_EARNED}`,
    columns: {
      // A later correction has its own posting date, so its sum does not replace the sum of the day of sale.
      ...{ earnings: CJ_EARNED, day: 'postingdate|eventdate', tracking_id: 'sid|shopperid' },
      ...{ address: 'clickreferringurl', status: 'actionstatus|status' },
    },
  },
  {
    name: 'Impact',
    has: 'actiondate|eventdate actionearnings|payout status|state|actionstatus|actionid|campaign',
    columns: {
      ...{ earnings: 'actionearnings|payout', day: 'actiondate|eventdate' },
      ...{ tracking_id: 'subid1|subid|sharedid', address: 'referringurl' },
      ...{ status: 'status|state|actionstatus', currency: 'payoutcurrency|currency' },
    },
  },
  {
    name: 'Awin',
    has: 'saleamount commissionamount|commission commissionstatus|transactionstatus transactiondate|date',
    columns: {
      ...{ earnings: 'commissionamount|commission', day: 'transactiondate|date' },
      ...{ tracking_id: 'clickref|clickref1', address: 'publisherurl' },
      ...{ status: 'commissionstatus|transactionstatus' },
      currency: 'commissioncurrency|commissionamountcurrency|currency',
    },
  },
  {
    name: 'Skimlinks, commissions',
    has: `commissionid merchant|merchantname|merchantid ${SKIMLINKS_EARNED}`,
    columns: {
      ...{ earnings: SKIMLINKS_EARNED, day: 'transactiondate|date|saledate', currency: 'currency' },
      ...{ tracking_id: 'customid|xcust|customtrackingid', address: 'pageurl|page|referrer' },
      status: 'status|commissionstatus',
    },
  },
  {
    name: 'Skimlinks, performance',
    has: 'clicks sales conversionrate ordervalue revenue epc',
    columns: {
      ...{ earnings: 'revenue', day: 'date', tracking_id: 'customid|xcust', address: 'pageurl|page|url' },
    },
  },
]

const NO_EARNINGS = 'It does not say what each post earned. Import the report Fee-Earnings.'
const NO_DAYS =
  'It only has totals for its whole period. Import a report by day, or one for a single week from Monday to Sunday.'

/** Columns of our own files, and their aliases. */
const OWN: ColumnNames = {
  site: [],
  post_id: [],
  address: ['url', 'permalink', 'link'],
  tracking_id: [],
  asin: [],
  day: ['date', 'date shipped'],
  week: ['week start', 'week start date'],
  currency: [],
}
export const EARNINGS_COLUMNS = [
  'Site',
  'Post_ID',
  'Address',
  'Tracking_ID',
  'ASIN',
  'Day',
  'Week',
  'Earnings',
]

/**
 * The period in a title such as `Fee-Tracking reports from 11/02/2026 to 11/08/2026`: a day, or a week if it
 * is exactly one.
 */
function periodOf(above: readonly (readonly string[])[]): Readonly<Record<string, string>> | null {
  const title = above.map((cells) => cells.join(' ')).join('\n')
  const [, from = '', to = ''] = /from (\S+) to (\S+)/i.exec(title) ?? []
  const [first, last] = [dayOf(from), dayOf(to)]
  if (first === null || last === null) return null
  if (first === last) return { day: first }
  return weekOf(first) === first && daysBetween(first, last) === 6 ? { week: first } : null
}

const refuseReport = ({ name }: Report, why: string): never => {
  throw new AppError('unprocessable', `This is the report “${name}”. ${why} Nothing was imported.`)
}

interface Found {
  report: Report
  places: FieldPlaces
}

/** The report that the whole header matches. */
function findReport(header: readonly string[]): Found | null {
  const plain = header.map((cell, place) => moneyColumn(cell, place).name.replaceAll(' ', ''))
  const placesIn = (names: string) => {
    const name = names.split('|').find((each) => plain.includes(each))
    return plain.flatMap((each, place) => (each === name ? [place] : []))
  }
  const report = REPORTS.find(({ has }) => has.split(' ').every((names) => placesIn(names).length > 0))
  if (report === undefined) return null
  const fields = Object.entries(report.columns ?? {}).map(
    ([field, names]) => [field, placesIn(names)] as const,
  )
  return { report, places: Object.fromEntries(fields.filter(([, places]) => places.length > 0)) }
}

function columnsOfReport(
  { report, places }: Found,
  {
    header,
    above,
    wanted,
  }: { header: readonly string[]; above: readonly (readonly string[])[]; wanted: string | undefined },
) {
  if (report.columns === null) return refuseReport(report, NO_EARNINGS)
  const constants = places.day === undefined ? periodOf(above) : undefined
  if (constants === null) return refuseReport(report, NO_DAYS)
  const earned = chooseEarnings(header, { wanted, ofReport: places.earnings })
  const { address, ...others } = places
  // The page of a click may be any page, while the sub ID was set for the post.
  const fields = others.tracking_id === undefined && address !== undefined ? { ...others, address } : others
  return { fields, constants, earned }
}

/**
 * Whether a line with this many known columns is a header: it needs a second known column, or one of money.
 */
const isHeader = (header: readonly string[], known: number, wanted: string | undefined) =>
  known > 1 ||
  (known === 1 &&
    header.some(
      (cell, place) =>
        isMoney(moneyColumn(cell, place)) || cell.trim().toLowerCase() === wanted?.trim().toLowerCase(),
    ))

/** Detected properties of a file of earnings. */
export interface EarningsSource {
  /** Name of the report; null for any other file. */
  report: string | null
  /** The columns read as earnings, as written in the file: one, or one per kind of JSON line. */
  earningsColumns: string[]
}

export interface EarningsTable extends TableKind {
  source(): EarningsSource
}

/**
 * Recognizes files of earnings: the reports of Amazon and of affiliate networks, and any table with an
 * amount, a date and a post. `wanted` is the column named by the operator.
 */
export function earningsTable(wanted?: string): EarningsTable {
  let report: string | null = null
  const written = new Set<string>()

  const recognize: Recognize = (header, { isTable, above }) => {
    const found = isTable ? findReport(header) : null
    if (found !== null) {
      const { fields, constants, earned } = columnsOfReport(found, { header, above, wanted })
      report = found.report.name
      if (earned !== null) written.add(earned.written)
      const earnings = earned === null ? [] : [earned.place]
      return { fields: { ...fields, earnings }, report, ...(constants && { constants }) }
    }
    const fields = columnPlaces(OWN, header)
    if (isTable && !isHeader(header, Object.keys(fields).length, wanted)) return null
    const earned = chooseEarnings(header, { wanted, isTable })
    if (earned === null) return { fields }
    written.add(earned.written)
    return { fields: { ...fields, earnings: [earned.place] } }
  }
  return {
    recognize,
    expected: EARNINGS_COLUMNS,
    source: () => ({ report, earningsColumns: [...written] }),
  }
}

/** Statuses of sales that no longer earn anything. */
const LOST = /^(declined|reversed|rejected|voided?|cancell?ed|invalid|deleted|2)$/i
const NOT_VOIDED = /^(|0|no|false|n|not voided|-)$/i

/** Why a row of a report does not count; undefined if it does. */
export function lostSale({ status, voided }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof status === 'string' && LOST.test(status.trim())) return 'declined, reversed or voided'
  return typeof voided === 'string' && !NOT_VOIDED.test(voided.trim())
    ? 'declined, reversed or voided'
    : undefined
}
