/** The marketplaces that keyword tools can ask. */
export const COUNTRIES = ['us', 'ca', 'mx', 'de', 'es', 'fr', 'it', 'uk', 'jp', 'in'] as const

const STOCK_LABELS: Readonly<Record<string, string>> = {
  IN_STOCK: 'In Stock',
  OUT_OF_STOCK: 'Out of Stock',
  NOT_SCANNED: 'Not Scanned',
  INVALID_ASIN: 'Invalid ASIN',
}

/** A stock state as people read it. 'Unkown' is spelled as the people who use it know it. */
export function stockLabel(stock: string): string {
  return (Object.hasOwn(STOCK_LABELS, stock) ? STOCK_LABELS[stock] : undefined) ?? 'Unkown'
}

/** Ten colours that colour-blind readers can tell apart, for light and for dark ground. */
export const CHART_PALETTE = {
  light: [
    '#0B5E63',
    '#C4581C',
    '#3F7BD0',
    '#8A2F74',
    '#9A7A00',
    '#D1495B',
    '#4C8A2F',
    '#6656C0',
    '#7A5235',
    '#5F6672',
  ],
  dark: [
    '#4FB3B8',
    '#F0965A',
    '#7FA9E6',
    '#D98AC6',
    '#D9BC4A',
    '#F08A98',
    '#8CC46E',
    '#A99CF0',
    '#C79F7E',
    '#9BA3AF',
  ],
} as const
