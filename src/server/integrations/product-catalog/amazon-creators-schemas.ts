import { z } from 'zod'

/** The fields that we read of the Creators API's answers. All of them may be missing, and so may be left out. */
export const Label = z.object({
  label: z.string().optional(),
  displayValue: z.union([z.string(), z.number(), z.boolean()]).optional(),
  displayValues: z.array(z.unknown()).optional(),
  unit: z.string().optional(),
})
export type Label = z.infer<typeof Label>

const Text = z.object({ displayValue: z.string().optional() }).optional()
const Money = z.object({
  amount: z.number().optional(),
  currency: z.string().optional(),
  displayAmount: z.string().optional(),
})

/** Groups of labelled values; dimensions are one group inside another. */
const Group = z.record(z.string(), z.unknown()).optional()

const BrowseNode = z.object({
  displayName: z.string().optional(),
  get ancestor() {
    return BrowseNode.optional()
  },
})
export type BrowseNode = z.infer<typeof BrowseNode>

const Listing = z.object({
  availability: z.object({ message: z.string().optional(), type: z.string().optional() }).optional(),
  dealDetails: z.object({ accessType: z.string().optional() }).optional(),
  isBuyBoxWinner: z.boolean().optional(),
  merchantInfo: z.object({ id: z.string().optional(), name: z.string().optional() }).optional(),
  price: z
    .object({
      money: Money.optional(),
      savings: z.object({ money: Money.optional(), percentage: z.number().optional() }).optional(),
    })
    .optional(),
})
export type Listing = z.infer<typeof Listing>

export const Item = z.object({
  asin: z.string(),
  detailPageURL: z.string().optional(),
  browseNodeInfo: z.object({ browseNodes: z.array(BrowseNode).optional() }).optional(),
  customerReviews: z
    .object({
      count: z.number().optional(),
      starRating: z.object({ value: z.number().optional() }).optional(),
    })
    .optional(),
  images: z
    .object({
      primary: z.object({ large: z.object({ url: z.string().optional() }).optional() }).optional(),
    })
    .optional(),
  itemInfo: z
    .object({
      title: Text,
      byLineInfo: z.object({ brand: Text }).optional(),
      features: z.object({ displayValues: z.array(z.string()).optional() }).optional(),
      productInfo: Group,
      technicalInfo: Group,
      manufactureInfo: Group,
    })
    .optional(),
  offersV2: z.object({ listings: z.array(Listing).optional() }).optional(),
})
export type Item = z.infer<typeof Item>

/** A success may hold items and errors at once: each error speaks of one of the ASINs. */
export const ItemsAnswer = z.object({
  itemsResult: z.object({ items: z.array(Item).optional() }).optional(),
  errors: z.array(z.object({ code: z.string(), message: z.string() })).optional(),
})

export const FoundAnswer = z.object({
  searchResult: z.object({ items: z.array(Item).optional() }).optional(),
  errors: z.array(z.object({ code: z.string(), message: z.string() })).optional(),
})

export const TokenAnswer = z.object({
  access_token: z.string().min(1),
  /** Seconds. */
  expires_in: z.number().positive().default(3600),
})

/** A refusal's own word for itself, for the log. */
export const CreatorsRefusal = z.object({ type: z.string().optional(), reason: z.string().optional() })
