import type { CatalogItem } from '../integrations/product-catalog/port.ts'

export const asinOf = (number: number) => `B0LIB${String(number).padStart(5, '0')}`

/** A product of which a catalogue says everything. */
export const whole: CatalogItem = {
  asin: asinOf(1),
  title: 'Tarnwick Slowpour Gooseneck Kettle, 0.9 L',
  brand: 'Tarnwick',
  imageUrl: '/catalog/kettle-teal-1.jpg',
  pageUrl: 'https://shop.example/dp/1',
  categories: ['Home & Kitchen', 'Kettles'],
  features: ['Pours slowly', 'Keeps warm'],
  infoGroups: [
    { category: 'Product information', values: [{ label: 'Colour', value: 'Teal' }] },
    { category: 'Manufacturer', values: [{ label: 'Brand', value: 'Tarnwick' }] },
  ],
  price: { amount: 79.99, display: '$79.99', currency: 'USD' },
  savings: { amount: 20, percentage: 20 },
  stock: 'IN_STOCK',
  availability: 'In Stock',
  availabilityType: 'IN_STOCK',
  isPrime: true,
  isFreeShipping: false,
  isPrimeExclusive: true,
  merchant: { id: 'M1', name: 'Harbor & Hill', feedbackRating: 4.6, feedbackCount: 1834 },
  otherOffers: [{ stock: 'OUT_OF_STOCK', price: { amount: 60, display: '$60.00', currency: 'USD' } }],
}
/** One of which it says little. */
export const soldOut: CatalogItem = {
  asin: asinOf(2),
  title: 'Moka Lane Swan',
  stock: 'OUT_OF_STOCK',
  availability: 'Currently unavailable.',
  availabilityType: 'UNAVAILABLE',
}
