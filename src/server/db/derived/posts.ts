import { articleProducts, articles } from '../schema/articles.ts'
import {
  contentEarnings,
  contentPosts,
  contentProducts,
  productEarnings,
  siteEarnings,
  stockRisks,
} from '../schema/content.ts'
import { products } from '../schema/products.ts'
import { searchDays, searchRows, searchTotals } from '../schema/searches.ts'
import { keywordDays } from '../schema/share-of-voice.ts'
import type { DerivedColumns } from './entry.ts'

const POSTS = {
  file: 'features/posts/content-tracker/stored-columns.test.ts',
  title: 'posts and products match their weeks, products and stock, after any writes',
}
const FOLLOW = ['content-tracker.follow-articles']
const RECOMPUTE_POSTS = 'features/posts/content-tracker/store.ts#recomputePosts'
const BY_PRODUCTS = [
  'content_products_removed',
  'content_products_written',
  'recompute_post_products',
  'product_stock_changed',
]

export const POSTS_AND_EARNINGS: readonly DerivedColumns[] = [
  {
    columns: [contentPosts.asins, contentPosts.productsOut],
    from: [contentProducts, products],
    trigger: BY_PRODUCTS,
    test: POSTS,
  },
  {
    columns: [contentPosts.flags],
    from: [contentPosts, contentEarnings, contentProducts, products, 'time'],
    trigger: BY_PRODUCTS,
    recompute: [RECOMPUTE_POSTS],
    run: FOLLOW,
    test: POSTS,
  },
  {
    columns: [contentPosts.earnings30d, contentPosts.earnings4w, contentPosts.earnings4wBefore],
    from: [contentEarnings, siteEarnings, 'time'],
    recompute: [RECOMPUTE_POSTS],
    run: FOLLOW,
    test: POSTS,
  },
  {
    columns: [contentPosts.agePoints],
    from: [contentPosts, 'time'],
    recompute: [RECOMPUTE_POSTS],
    run: FOLLOW,
    test: POSTS,
  },
  {
    columns: [contentPosts.shareNow, contentPosts.shareBefore],
    from: [keywordDays, 'time'],
    recompute: [RECOMPUTE_POSTS],
    run: FOLLOW,
    test: POSTS,
  },
  {
    columns: [contentPosts.clicks30d, contentPosts.clicksUntil, contentPosts.clicksBefore],
    from: [searchRows, searchTotals, searchDays],
    run: ['gsc-keywords.recompute-totals'],
    test: {
      file: 'features/posts/gsc-keywords/stored-totals.test.ts',
      title: 'totals of searches match the rows that were read, after any writes',
    },
  },
  {
    columns: [contentPosts.refresh, contentPosts.keywordIdentity],
    from: [contentPosts],
    trigger: 'generated',
    test: POSTS,
  },
  {
    columns: [contentProducts.asin],
    from: [articles, articleProducts],
    recompute: ['features/posts/content-tracker/article-store.ts#followArticles'],
    run: FOLLOW,
    test: POSTS,
  },
  {
    columns: [
      stockRisks.productId,
      stockRisks.siteId,
      stockRisks.stock,
      stockRisks.stockSince,
      stockRisks.cents,
      stockRisks.isEstimated,
    ],
    from: [contentProducts, products, contentEarnings, productEarnings],
    trigger: ['content_products_written', 'recompute_risks', 'product_stock_changed'],
    recompute: ['features/posts/content-tracker/store.ts#recomputeRisks'],
    run: FOLLOW,
    test: POSTS,
  },
  {
    columns: [siteEarnings.cents],
    from: [contentEarnings],
    recompute: ['features/posts/content-tracker/store.ts#recomputeSiteEarnings'],
    test: POSTS,
  },
]
