import { expect, it } from 'vitest'
import { nearestSearch, relevanceOf } from './relevance.ts'

const product = {
  asin: 'B0KETTLE01',
  name: 'Kettleby Slowpour 0.9 L Gooseneck Kettle',
  brand: 'Kettleby',
  category: 'Kitchen',
}
const toaster = { asin: 'B0TOAST001', name: 'Kettleby Toaster 2', brand: 'Kettleby', category: 'Kitchen' }

it.each([
  ['kettle', product, 'product'],
  ['GOOSENECK  kett', product, 'product'],
  ['kitchen', toaster, 'product'],
  ['kettleby toaster', toaster, 'product'],
  ['b0toast001', toaster, 'product'],
  ['', toaster, 'product'],
  ['kettle', toaster, 'brand'],
  ['kettleby', toaster, 'brand'],
  ['neck', product, null],
  ['kettle toast fork', toaster, null],
  ['kettle', { ...product, brand: null, name: 'Tea Kettle' }, 'product'],
] as const)('a search for “%s” is about the product, its brand, or neither', (search, of, relevance) => {
  expect(relevanceOf(of, search)).toBe(relevance)
})

it.each([
  ['ketle', 'kettle'],
  ['gosoeneck ketttle', 'gooseneck kettle'],
  ['goosenck kett', 'gooseneck kett'],
  ['Toastre', 'toaster'],
  ['tos', null],
  ['bicycle', null],
  ['gooseneck toastr', null],
  ['', null],
])('the nearest spelling of “%s” among the words of the products is %j', (search, nearest) => {
  expect(nearestSearch(search, [product, toaster])).toBe(nearest)
})
