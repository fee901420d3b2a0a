import { expect, it } from 'vitest'
import { chooseEarnings } from './column-reader.ts'

const choose = (header: string, wanted?: string) => chooseEarnings(header.split(','), { wanted })?.written

it.each([
  ['Amazon Fee-Earnings', 'Price($),Items Shipped,Revenue($),Ad Fees($)', 'Ad Fees($)'],
  ['Amazon Associates', 'Revenue,Commission Income', 'Commission Income'],
  ['a rate beside an amount', 'Commission,Commission Earned', 'Commission Earned'],
  ['Impact', 'Sale Amount,Action Earnings', 'Action Earnings'],
  ['Impact, paid by action', 'Sale Amount,Payout', 'Payout'],
  ['CJ', 'Sale Amount (USD),Commission (publisher)', 'Commission (publisher)'],
  ['Awin', 'Sale amount,Commission amount', 'Commission amount'],
  ['Awin, as its API names it', 'sale_amount,commission_amount', 'commission_amount'],
  ['Rakuten', 'Sales,Total Commission', 'Total Commission'],
  ['Skimlinks', 'Order Value,Commission,Publisher Commission', 'Publisher Commission'],
  ['Ad Manager', 'Ad unit,Ad requests,Estimated revenue', 'Estimated revenue'],
  ['an amount by its currency', 'Sale ($),Commission ($)', 'Commission ($)'],
  ['two currencies', 'Earnings (EUR),Earnings (US$)', 'Earnings (US$)'],
])('takes the publisher’s earnings from a report of %s', (_, header, column) => {
  expect(choose(header)).toBe(column)
})

it.each([
  ['Revenue', '“Revenue” contains sales, not earnings.'],
  ['Sale Amount', '“Sale Amount” contains sales, not earnings.'],
  ['Ordered Revenue ($)', '“Ordered Revenue ($)” contains sales, not earnings.'],
  ['Commission', '“Commission” may be a rate, a sum of sales or an amount earned.'],
  ['Estimated revenue', '“Estimated revenue” may be a rate, a sum of sales or an amount earned.'],
  ['Amount', '“Amount” may be a rate, a sum of sales or an amount earned.'],
  ['Commission Rate', 'No column is recognised as earnings.'],
  ['Ad Fees(€)', 'Earnings must be in US dollars, and this file has “Ad Fees(€)”.'],
])('refuses a file that has only %s, with advice', (name, why) => {
  expect(() => choose(`Day,${name}`)).toThrow(why)
})

it('gives both reasons, the columns and the option, where sales come with a commission of unknown kind', () => {
  expect(() => choose('Sale,Commission')).toThrow(
    'earnings: “Sale” contains sales, not earnings. “Commission” may be a rate, a sum of sales or an amount earned. Say which column holds the earnings with --earnings-column NAME. The file has: “Sale”, “Commission”. Nothing was imported.',
  )
})

it('reads the column that the caller names, under any name', () => {
  expect(choose('Revenue,Commission', 'revenue')).toBe('Revenue')
  expect(choose('Earnings,Payout', 'Payout')).toBe('Payout')
  expect(() => choose('Sale,Commission', 'Payout')).toThrow('There is no column “Payout”.')
  expect(() => choose('Earnings (GBP)', 'Earnings (GBP)')).toThrow('Earnings must be in US dollars')
})

it('asks which of several columns is meant if each may hold the earnings', () => {
  expect(() => choose('Ad Fees,Bounty Earnings,Total Earnings')).toThrow(
    'earnings: “Ad Fees”, “Bounty Earnings”, “Total Earnings” could each be the earnings. Say which column',
  )
})

it('takes a line of JSON that says nothing of money, and no table like that', () => {
  expect(chooseEarnings(['site', 'day'], { isTable: false })).toBeNull()
  expect(() => chooseEarnings(['site', 'revenue'], { isTable: false })).toThrow('contains sales')
  expect(() => choose('site,day')).toThrow('No column is recognised as earnings.')
})
