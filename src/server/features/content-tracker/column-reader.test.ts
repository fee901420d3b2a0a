import { expect, it } from 'vitest'
import { createEarningsColumn } from './column-reader.ts'

/** A line of a table with these columns. */
function lineOf(heading: string, cells: string) {
  const names = heading.split(',')
  const values = cells.split(',')
  return {
    line: 2,
    cells: Object.fromEntries(names.map((name, index) => [name.toLowerCase(), values[index] ?? ''])),
    columns: new Map(names.map((name) => [name.toLowerCase(), name])),
  }
}
const read = (heading: string, cells: string, wanted?: string) => {
  const column = createEarningsColumn(wanted)
  return [column.read(lineOf(heading, cells)), ...column.written()]
}

it.each([
  [
    'Amazon Fee-Earnings',
    'Price($),Items Shipped,Revenue($),Ad Fees($)',
    '20,2,40,1.20',
    '1.20',
    'Ad Fees($)',
  ],
  ['Amazon Associates', 'Revenue,Commission Income', '499.00,22.45', '22.45', 'Commission Income'],
  ['a rate beside an amount', 'Commission,Commission Earned', '4,3.20', '3.20', 'Commission Earned'],
  ['Impact', 'Sale Amount,Action Earnings', '80.00,6.40', '6.40', 'Action Earnings'],
  ['Impact, paid by action', 'Sale Amount,Payout', '80.00,6.40', '6.40', 'Payout'],
  ['CJ', 'Sale Amount (USD),Commission (publisher)', '50,2.50', '2.50', 'Commission (publisher)'],
  ['Awin', 'Sale amount,Commission amount', '50,2.50', '2.50', 'Commission amount'],
  ['Awin, as its API names it', 'sale_amount,commission_amount', '50,2.50', '2.50', 'commission_amount'],
  ['Rakuten', 'Sales,Total Commission', '50,2.50', '2.50', 'Total Commission'],
  ['Skimlinks', 'Order Value,Commission,Publisher Commission', '50,4,3', '3', 'Publisher Commission'],
  ['Ad Manager', 'Ad unit,Ad requests,Estimated revenue', 'top,10,0.40', '0.40', 'Estimated revenue'],
  ['an amount by its currency', 'Sale ($),Commission ($)', '50,2.50', '2.50', 'Commission ($)'],
  ['two currencies', 'Earnings (EUR),Earnings (US$)', '1,1.16', '1.16', 'Earnings (US$)'],
])('takes what the publisher earned from a report of %s', (_, heading, cells, amount, column) => {
  expect(read(heading, cells)).toEqual([amount, column])
})

it.each([
  ['Revenue', '“Revenue” is what was sold, not what was earned.'],
  ['Sale Amount', '“Sale Amount” is what was sold, not what was earned.'],
  ['Ordered Revenue ($)', '“Ordered Revenue ($)” is what was sold, not what was earned.'],
  ['Commission', '“Commission” may be a rate, a sum of sales or an amount earned.'],
  ['Estimated revenue', '“Estimated revenue” may be a rate, a sum of sales or an amount earned.'],
  ['Amount', '“Amount” may be a rate, a sum of sales or an amount earned.'],
  ['Commission Rate', 'No column is recognised as earnings.'],
  ['Ad Fees(€)', 'Earnings must be in US dollars, and this file has “Ad Fees(€)”.'],
])('refuses a file that has only %s, and says what to do', (name, why) => {
  expect(() => read(`Day,${name}`, '2026-11-16,5')).toThrow(why)
})

it('says both reasons, the columns there are and the option, where sales stand beside a commission of unknown kind', () => {
  expect(() => read('Sale,Commission', '100,4')).toThrow(
    'earnings: “Sale” is what was sold, not what was earned. “Commission” may be a rate, a sum of sales or an amount earned. Say which column holds the earnings with --earnings-column NAME. The file has: “Sale”, “Commission”. Nothing was brought in.',
  )
})

it('reads the column that the caller names, whatever it is called', () => {
  expect(read('Revenue,Commission', '100,4', 'revenue')).toEqual(['100', 'Revenue'])
  expect(read('Earnings,Payout', '5,4', 'Payout')).toEqual(['4', 'Payout'])
  expect(() => read('Sale,Commission', '100,4', 'Payout')).toThrow('There is no column “Payout”.')
  expect(() => read('Earnings (GBP)', '4', 'Earnings (GBP)')).toThrow('Earnings must be in US dollars')
})

it('asks which of two columns is meant where both say what was earned and differ', () => {
  expect(read('Ad Fees,Earnings', '$5.00,5')).toEqual(['$5.00', 'Ad Fees', 'Earnings'])
  expect(read('Ad Fees,Earnings', ',5')).toEqual(['5', 'Ad Fees', 'Earnings'])
  expect(() => read('Ad Fees,Bounty Earnings,Total Earnings', '5,,7')).toThrow(
    'In line 2, “Ad Fees” says 5 and “Total Earnings” says 7. Say which column',
  )
})

it('takes lines of JSON by their keys, and leaves one without earnings to be refused by itself', () => {
  const column = createEarningsColumn()
  expect(column.read({ line: 1, cells: { site: 'hs', earnings: 3.5 } })).toBe('3.5')
  expect(column.read({ line: 2, cells: { site: 'hs' } })).toBeUndefined()
  expect(() => column.read({ line: 3, cells: { site: 'hs', revenue: 9 } })).toThrow('what was sold')
})
