import { z } from 'zod'
import { endpoint } from '../../../http/endpoint.ts'
import { ExportJob } from '../../ground/exports/contract.ts'
import { MarketProductQuery, OpportunityQuery } from '../../keywords/opportunities/contract.ts'

const KeywordsFileQuery = OpportunityQuery.omit({ page: true })
const ProductsFileQuery = MarketProductQuery.omit({ page: true, perPage: true })

/** What a file was asked with, as it is kept. */
export const StoredKeywordsQuery = KeywordsFileQuery.omit({ include_unknown: true }).extend({
  excludeTopBrands: z.boolean(),
  excludeExistingKeywords: z.boolean(),
  includeUnknown: z.boolean(),
})
export const StoredProductsQuery = ProductsFileQuery.extend({ showUnavailable: z.boolean() })

/** A provider may charge for every page of products. */
export const PRODUCTS_IN_FILE = 1000

export const marketExportEndpoints = {
  keywords: endpoint({
    method: 'GET',
    path: '/api/keyword-opportunities/keywords.csv',
    access: ['KeywordsOpportunities'],
    summary: 'Start a CSV export of all keywords of a country’s market that match the filters.',
    query: KeywordsFileQuery,
    answer: ExportJob,
    status: 202,
  }),
  products: endpoint({
    method: 'GET',
    path: '/api/keyword-opportunities/products.csv',
    access: ['ViewTools'],
    summary: `Start a CSV export of the first ${PRODUCTS_IN_FILE} products that match the filters.`,
    query: ProductsFileQuery,
    answer: ExportJob,
    status: 202,
  }),
}
