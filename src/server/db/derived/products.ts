import { articleProducts, articles } from '../schema/articles.ts'
import { contentPosts, contentProducts, productEarnings } from '../schema/content.ts'
import { productCounts, productStocks, products } from '../schema/products.ts'
import type { DerivedColumns } from './entry.ts'

const COLUMNS = {
  file: 'features/products/product-library/stored-columns.test.ts',
  title:
    'stored figures of products (recommending articles and awards without drafts, number in each state, since when) match their sources after any writes',
}

export const PRODUCTS: readonly DerivedColumns[] = [
  {
    columns: [products.asin],
    from: [articleProducts, contentProducts],
    trigger: ['article_products_added', 'content_products_written'],
    test: COLUMNS,
  },
  {
    columns: [products.articleCount, products.award],
    from: [articleProducts, articles, contentProducts, contentPosts],
    trigger: [
      'article_draft_changed',
      'article_products_added',
      'article_products_removed',
      'content_post_article_changed',
      'content_products_removed',
      'content_products_written',
      'recompute_article_counts',
    ],
    test: COLUMNS,
  },
  {
    columns: [products.stock, products.stockSince],
    from: [productStocks],
    recompute: [
      'features/products/product-library/stock-store.ts#updateStocks',
      'features/products/products/stock-store.ts#writeStocks',
    ],
    test: COLUMNS,
  },
  {
    columns: [products.earnings30d],
    from: [productEarnings, 'time'],
    recompute: ['features/posts/content-tracker/store.ts#recomputeProductEarnings'],
    run: ['content-tracker.follow-articles'],
    test: {
      file: 'features/posts/content-tracker/stored-columns.test.ts',
      title: 'posts and products match their weeks, products and stock, after any writes',
    },
  },
  {
    columns: [productCounts.products],
    from: [products],
    trigger: ['compact_product_counts', 'products_counted'],
    test: COLUMNS,
  },
]
