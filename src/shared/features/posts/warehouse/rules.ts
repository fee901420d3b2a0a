/** What an outside warehouse is read for, in this order: earnings are of posts, stock is of what posts recommend. */
export const SOURCE_PARTS = ['posts', 'earnings', 'availability'] as const
export type SourcePart = (typeof SOURCE_PARTS)[number]
