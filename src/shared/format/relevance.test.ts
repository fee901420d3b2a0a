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
  ['%', toaster, null],
  ['!!!', product, null],
  ['kettle toast fork', toaster, null],
  ['kettle', { ...product, brand: null, name: 'Tea Kettle' }, 'product'],
] as const)('a search for “%s” is about the product, its brand, or neither', (search, of, relevance) => {
  expect(relevanceOf(of, search)).toBe(relevance)
})

const cleaner = { asin: 'B0CLEAN001', name: 'V8 Cleaner', brand: null, category: null }

it.each([
  ['ketle', 'kettle'],
  ['gosoeneck ketttle', 'gooseneck kettle'],
  ['goosenck kett', 'gooseneck kett'],
  ['Toastre', 'toaster'],
  ['tos', null],
  ['bicycle', null],
  ['gooseneck toastr', null],
  ['toastre 2', 'toaster 2'],
  ['toaster 3', null],
  ['vx cleaner', null],
  ['kettel kettel kettel kettel kettel kettel', 'kettle kettle kettle kettle kettle kettle'],
  ['kettel kettel kettel kettel kettel kettel kettel', null],
  ['', null],
])('the nearest spelling of “%s” among the words of the products is %j', (search, nearest) => {
  expect(nearestSearch(search, [product, toaster, cleaner])).toBe(nearest)
})
