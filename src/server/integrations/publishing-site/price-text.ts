/** Shown instead of the price of a product that is out of stock. */
export const SOLD_OUT = 'Currently unavailable'

/** A sum of money, as people write it. */
export const PRICE =
  /(?:(?:US|CA|AU)?[$£€¥₹]|\b(?:USD|EUR|GBP|CAD|AUD|JPY|INR))\s?\d(?:[\d.,]{0,12}\d)?|(?<![\d.,])\d(?:[\d.,]{0,12}\d)?\s?(?:€|(?:USD|EUR|GBP|CAD|AUD|JPY|INR|dollars?|euros?|bucks)\b)/i
