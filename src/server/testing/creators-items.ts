import type { SoldItem } from './creators-api.ts'

const text = (displayValue: string, label: string) => ({ displayValue, label, locale: 'en_US' })

/** An item with everything that can be asked for; the second offer is the one that buyers get. */
export const WHOLE_ITEM: SoldItem = {
  asin: 'B0WHOLE001',
  detailPageURL: 'https://www.amazon.com/dp/B0WHOLE001?tag=desk-20',
  browseNodeInfo: {
    browseNodes: [
      {
        id: '3',
        displayName: 'Gooseneck Kettles',
        isRoot: false,
        ancestor: {
          id: '2',
          displayName: 'Coffee & Tea',
          ancestor: { id: '1', displayName: 'Home & Kitchen' },
        },
      },
      { id: '9', displayName: 'Gifts' },
    ],
  },
  customerReviews: { count: 1834, starRating: { value: 4.6 } },
  images: { primary: { large: { url: 'https://pictures.example/whole.jpg', height: 500, width: 500 } } },
  itemInfo: {
    title: text('Tarnwick Slowpour 0.9 L', 'Title'),
    byLineInfo: { brand: text('Tarnwick', 'Brand'), manufacturer: text('Tarnwick Works', 'Manufacturer') },
    features: {
      displayValues: ['Pours in a thread', 'Holds to the degree'],
      label: 'Features',
      locale: 'en_US',
    },
    productInfo: {
      color: text('Charcoal', 'Color'),
      isAdultProduct: { displayValue: false, label: 'IsAdultProduct', locale: 'en_US' },
      itemDimensions: {
        height: { displayValue: 8.2, label: 'Height', locale: 'en_US', unit: 'inches' },
        weight: { displayValue: 2, label: 'Weight', locale: 'en_US', unit: 'pounds' },
      },
      unitCount: { displayValue: 1, label: 'NumberOfItems', locale: 'en_US' },
    },
    technicalInfo: {
      formats: { displayValues: ['Boxed', 'Gift wrapped'], label: 'Format', locale: 'en_US' },
    },
    manufactureInfo: { model: text('TW-09', 'Model'), warranty: text('2 years', 'Warranty') },
  },
  offersV2: {
    listings: [
      {
        isBuyBoxWinner: false,
        availability: { type: 'OUT_OF_STOCK', message: 'Gone' },
        price: { money: { amount: 1, currency: 'USD', displayAmount: '$1.00' } },
      },
      {
        isBuyBoxWinner: true,
        availability: { type: 'IN_STOCK_SCARCE', message: 'Only 3 left in stock - order soon.' },
        condition: { value: 'New' },
        dealDetails: { accessType: 'PRIME_EXCLUSIVE', badge: 'Deal' },
        merchantInfo: { id: 'M1', name: 'Harbor & Hill' },
        price: {
          money: { amount: 79.99, currency: 'USD', displayAmount: '$79.99' },
          savingBasis: {
            money: { amount: 99.99, currency: 'USD', displayAmount: '$99.99' },
            savingBasisType: 'LIST_PRICE',
          },
          savings: { money: { amount: 20, currency: 'USD', displayAmount: '$20.00' }, percentage: 20 },
        },
      },
    ],
  },
}

/** An item of which the marketplace says next to nothing. */
export const BARE_ITEM: SoldItem = {
  asin: 'B0BARE0001',
  itemInfo: { title: { displayValue: 'Kettleby Stovetop Swan' } },
}

/** An item whose one offer has this availability. */
export const itemWith = (type: string | undefined): SoldItem => ({
  ...BARE_ITEM,
  offersV2: { listings: [{ availability: type === undefined ? {} : { type } }] },
})
