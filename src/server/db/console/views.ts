/** A column of a view: what it is in the tables, and what it means. */
type Column = readonly [source: string, meaning: string]

interface ViewDeclaration {
  meaning: string
  /** The table, or what joins several. */
  from: string
  /** Condition for the table's rows; all rows if left out. */
  where?: string
  columns: Readonly<Record<string, Column>>
}

/** Drafts are visible only to their owners, and the reader's role belongs to no user. */
const NO_DRAFTS = "article_id in (select article_id from public.articles where status <> 'draft')"

/**
 * Every view of the Database Interface, with a short description of each column. Nothing else can be read
 * through it: no passwords, sessions, links, settings or encrypted data.
 */
export const CONSOLE_VIEWS = {
  sites: {
    meaning: 'Your sites.',
    from: 'public.sites',
    columns: {
      site_id: ['site_id', 'site ID'],
      code: ['code', 'its two letters'],
      display_name: ['display_name', 'its name'],
      url: ['url', 'its address'],
      sandbox: ['sandbox', 'for testing only'],
      retired_at: ['retired_at', 'when it was retired'],
    },
  },
  users: {
    meaning: 'Users.',
    from: 'public.users',
    columns: {
      user_id: ['id', 'user ID'],
      first_name: ['first_name', 'first name'],
      last_name: ['last_name', 'last name'],
      role_id: ['role_id', 'adm, opm, qa, eng or wrt'],
      active: ['active', 'can sign in'],
      last_sign_in_at: ['last_sign_in_at', 'last sign-in'],
      created_at: ['created_at', 'when the person was added'],
    },
  },
  user_activity: {
    meaning: 'Screen visits; older days are rolled up.',
    from: 'public.visits',
    columns: {
      user_id: ['user_id', 'whose visit'],
      role_id: ['role_id', 'their role at the time'],
      path: ['path', 'the screen'],
      count: ['count', 'visits within the minute or day'],
      created_at: ['created_at', 'first of them'],
      last_at: ['last_at', 'last of them'],
    },
  },
  articles: {
    meaning: 'Articles in every status.',
    from: 'public.articles',
    columns: {
      article_id: ['article_id', 'article ID'],
      title: [
        "case when status <> 'draft' then title end",
        'working title; empty of drafts, which are their owners’',
      ],
      status: ['status', 'draft, requested, returned, approved, published, rejected or canceled'],
      site_id: ['site_id', 'its site'],
      user_id: ['user_id', 'who requested it'],
      qa_user_id: ['qa_user_id', 'who reviewed it last'],
      task_gid: ['gid', 'its task on the board'],
      post_id: ['wordpress_id', 'its post on the site'],
      revises_id: [
        "case when status <> 'draft' then revises_id end",
        'the published article that it updates; empty of drafts',
      ],
      created_at: ['created_at', 'when it was created'],
      updated_at: ['updated_at', 'its last change'],
    },
  },
  article_keywords: {
    meaning: 'Keywords of articles, without drafts.',
    from: 'public.article_keywords',
    where: NO_DRAFTS,
    columns: {
      article_id: ['article_id', 'the article'],
      keyword_id: ['keyword_id', 'the keyword'],
      position: ['position', '0 is the main one'],
    },
  },
  article_products: {
    meaning: 'Products of articles, in order, without drafts.',
    from: 'public.article_products',
    where: NO_DRAFTS,
    columns: {
      article_id: ['article_id', 'the article'],
      position: ['position', 'place in the list'],
      asin: ['asin', 'the product'],
      name: ['name', 'its name in the article'],
      award: ['award', 'its award'],
    },
  },
  article_returns: {
    meaning: 'Returns and rejections by QA, with reasons.',
    from: 'public.article_returns',
    columns: {
      article_id: ['article_id', 'the article'],
      user_id: ['user_id', 'who sent it back'],
      kind: ['kind', 'return or reject'],
      reason: ['reason', 'why'],
      created_at: ['created_at', 'when'],
      answered_at: ['answered_at', 'when its writer answered'],
    },
  },
  article_events: {
    meaning: 'Events of articles.',
    from: 'public.article_events',
    columns: {
      article_id: ['article_id', 'the article'],
      user_id: ['user_id', 'who did it'],
      action: ['action', 'the action'],
      is_self: ['is_self', 'to their own article'],
      created_at: ['created_at', 'when'],
    },
  },
  keywords: {
    meaning: 'Keywords.',
    from: 'public.keywords',
    columns: {
      keyword_id: ['keyword_id', 'keyword ID'],
      keyword: ['keyword', 'the words'],
      is_tracked: ['is_tracked', 'checked every day'],
      tag_ids: ['tag_ids', 'its tags'],
      site_ids: ['site_ids', 'its sites'],
      created_at: ['created_at', 'when it was added'],
    },
  },
  tags: {
    meaning: 'Labels of keywords.',
    from: 'public.tags',
    columns: { tag_id: ['tag_id', 'tag ID'], tag: ['tag', 'the label'] },
  },
  keyword_comments: {
    meaning: 'Comments on keywords.',
    from: 'public.keyword_comments',
    columns: {
      keyword_id: ['keyword_id', 'the keyword'],
      user_id: ['user_id', 'who wrote it'],
      comment: ['content', 'the words'],
      created_at: ['created_at', 'when'],
    },
  },
  publishers: {
    meaning: 'Publishers of shopping guides, including yours.',
    from: 'public.publishers',
    columns: {
      publisher_id: ['publisher_id', 'publisher ID'],
      name: ['name', 'its name'],
      is_ours: ['is_ours', 'one of our sites'],
    },
  },
  stats: {
    meaning: 'Who held a keyword on each day. Large: filter by keyword or a few days.',
    from: 'public.stats',
    columns: {
      keyword_id: ['keyword_id', 'the keyword'],
      day: ['day', 'the day'],
      publisher_id: ['publisher_id', 'who held it'],
      is_winning: ['is_winning', 'whether they won it'],
      story_id: ['story_id', 'with which story'],
    },
  },
  stories: {
    meaning: 'Articles of any publisher, as found.',
    from: 'public.stories',
    columns: {
      story_id: ['story_id', 'story ID'],
      title: ['title', 'its headline'],
      url: ['url', 'its address'],
      published_date: ['published_date', 'as stated on the page'],
      last_day: ['last_day', 'seen last'],
    },
  },
  publisher_days: {
    meaning: 'Keywords held by each publisher on each day.',
    from: 'public.publisher_days',
    columns: {
      day: ['day', 'the day'],
      publisher_id: ['publisher_id', 'the publisher'],
      keywords: ['keywords', 'how many'],
    },
  },
  products: {
    meaning: 'Products that posts recommend.',
    from: 'public.products',
    columns: {
      product_id: ['product_id', 'product ID'],
      asin: ['asin', 'the marketplace’s ID'],
      name: ['name', 'its name'],
      stock: ['stock', 'its stock status'],
      stock_since: ['stock_since', 'since when'],
      scanned_at: ['scanned_at', 'last scan'],
      article_count: ['article_count', 'posts that recommend it'],
      earnings_30d: ['earnings_30d / 100.0', 'earned in the trailing 30 days'],
    },
  },
  product_stocks: {
    meaning: 'Stock changes of products.',
    from: 'public.product_stocks',
    columns: {
      product_id: ['product_id', 'the product'],
      stock: ['stock', 'from then on'],
      created_at: ['created_at', 'when it was noticed'],
    },
  },
  product_prices: {
    meaning: 'Price changes of products.',
    from: 'public.product_prices',
    columns: {
      product_id: ['product_id', 'the product'],
      price: ['cents / 100.0', 'the price'],
      currency: ['currency', 'in which currency'],
      created_at: ['created_at', 'when it was noticed'],
    },
  },
  posts: {
    meaning: 'Followed posts: Copydesk’s, adopted and imported ones.',
    from: 'public.content_posts',
    columns: {
      content_post_id: ['content_post_id', 'post ID in Copydesk'],
      site_id: ['site_id', 'its site'],
      post_id: ['post_id', 'its ID on the site'],
      title: ['title', 'its title'],
      permalink: ['permalink', 'its address'],
      article_id: ['article_id', 'the article that it shows'],
      focus_keyword: ['focus_keyword', 'its keyword on the site'],
      published_at: ['published_at', 'when it was published'],
      modified_at: ['modified_at', 'when it was saved on the site last'],
      text_changed_at: ['text_changed_at', 'when its text was changed last'],
      earnings_30d: ['earnings_30d / 100.0', 'earned in the trailing 30 days'],
      asins: ['asins', 'its products in order'],
      gone_at: ['gone_at', 'when its site no longer had it'],
    },
  },
  post_earnings: {
    meaning: 'Earnings of posts, by week.',
    from: 'public.content_earnings',
    columns: {
      content_post_id: ['content_post_id', 'the post'],
      week_start: ['week_start', 'the Monday'],
      earnings: ['cents / 100.0', 'earned in that week'],
    },
  },
  product_earnings: {
    meaning: 'Earnings of products per post, by week.',
    from: 'public.product_earnings',
    columns: {
      content_post_id: ['content_post_id', 'the post'],
      asin: ['asin', 'the product'],
      week_start: ['week_start', 'the Monday'],
      earnings: ['cents / 100.0', 'earned in that week'],
    },
  },
  post_searches: {
    meaning: 'Search queries of posts, totals for 30, 90, 180 and 360 days.',
    from: 'public.search_totals join public.search_queries using (query_id)',
    columns: {
      content_post_id: ['content_post_id', 'the post'],
      period: ['period', 'number of days'],
      query: ['query', 'the words'],
      clicks: ['clicks', 'clicks from search'],
      impressions: ['impressions', 'impressions in search'],
      position: ['position', 'average position'],
    },
  },
  commission_categories: {
    meaning: 'Commission rates by product category.',
    from: 'public.commission_categories',
    columns: {
      commission_category_id: ['commission_category_id', 'category ID'],
      name: ['name', 'its name'],
      commission: ['rate / 100.0', 'in percent'],
    },
  },
  feature_flags: {
    meaning: 'Flags that are set.',
    from: 'public.feature_flags',
    columns: {
      feature_flag: ['feature_flag', 'its name'],
      type: ['type', 'bool or string'],
      value: ['value', 'its value'],
      updated_at: ['updated_at', 'its last change'],
      archived_at: ['archived_at', 'when it was archived'],
    },
  },
} as const satisfies Readonly<Record<string, ViewDeclaration>>

const VIEWS: readonly (readonly [string, ViewDeclaration])[] = Object.entries(CONSOLE_VIEWS)

/**
 * Where rows are left out, a function with the owner's rights reads them. The planner cannot look into it, so neither a
 * plan's estimates and counts nor the work that a condition causes depend on what the hidden rows hold. It is called in
 * a select list because there it hands out rows one by one; called in FROM, it would store them all first.
 */
const readerOf = (schema: string, name: string) => `${schema}."${name}_rows"`

const readerStatement = (schema: string, name: string, { from, where }: ViewDeclaration) =>
  `create function ${readerOf(schema, name)}() returns setof ${from} language sql stable security definer
   begin atomic select rows.* from ${from} rows where ${where}; end`

/** The statements that make each of them. */
export const viewStatements = (schema: string): readonly string[] =>
  VIEWS.flatMap(([name, view]) => {
    const list = Object.entries<Column>(view.columns).map(([column, [source]]) => `${source} as "${column}"`)
    const isPartial = view.where !== undefined
    const from = isPartial
      ? `(select (called.entry).* from (select ${readerOf(schema, name)}() as entry) called) visible`
      : view.from
    const made = `create view ${schema}."${name}" as select ${list.join(', ')} from ${from}`
    return isPartial ? [readerStatement(schema, name, view), made] : [made]
  })

/** What they mean, for people. */
export const viewMeanings = (): readonly {
  name: string
  meaning: string
  columns: readonly { name: string; meaning: string }[]
}[] =>
  VIEWS.map(([name, { meaning, columns }]) => ({
    name,
    meaning,
    columns: Object.entries<Column>(columns).map(([column, [, of]]) => ({ name: column, meaning: of })),
  }))
