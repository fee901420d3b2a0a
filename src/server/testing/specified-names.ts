/** What all lists share: the number of rows on all pages, the rows of one page, and the direction of the order. */
export const LIST_NAMES = ['totalCount', 'perPage', 'sortOrder'] as const

/**
 * The names that the specification fixes, or a standard, and that are not in snake case: by the calls whose parameters, bodies and
 * answers have them, and by the schemas that several calls share. A call that takes the filter or the body of a
 * specified call is listed with it.
 */
export const SPECIFIED_NAMES: Readonly<Record<string, string>> = {
  // The shell, access and articles.
  PasskeyCreation:
    'authenticatorSelection displayName excludeCredentials pubKeyCredParams requireResidentKey residentKey userVerification',
  PasskeyAttestation: 'attestationObject clientDataJSON rawId',
  'auth.confirmIdentity factors.finishSignIn factors.signInWithPasskey':
    'authenticatorData clientDataJSON rawId userHandle',
  'auth.signIn factors.beginPasskeySignIn ProviderStep': 'allowCredentials rpId userVerification',
  Health: 'publicHost',
  'auth.changePassword': 'newPassword',
  // Of RFC 8058.
  'notices.unsubscribe': 'List-Unsubscribe',
  'articles.list': 'createdAtBegin createdAtEnd keywordId',
  'articles.resubmit': 'articleReturnId',
  // Counts by the states that the specification spells so.
  StockCounts: 'NOT_SCANNED INVALID_ASIN IN_STOCK OUT_OF_STOCK',
  'ArticleChange NewArticle PreflightBody': 'siteId imageUrl',
  'images.store': 'imageUrl',
  PreviewPost:
    'heroImageUrl authorName authorDescription datePublished introText introCopy outroCopy acceptedAnswer trustStatement',
  ProductPreview: [
    'Images Primary Large URL ItemInfo Title DisplayValue ByLineInfo Brand Offers Listings Price DisplayAmount Amount',
    'Savings DeliveryInfo IsFreeShippingEligible IsPrimeEligible MerchantInfo FeedbackRating FeedbackCount inStock',
  ].join(' '),
  'userActivity.record': 'userId restObject',
  // Of the error format whose message `celebrate request validation failed` clients replace.
  Refusal: 'statusCode',

  // Keywords and analytics.
  'keywords.list keywords.csv': 'createdFrom createdTo articleStatus currentPage',
  KeywordFilter: 'createdFrom createdTo articleStatus',
  'keywordChanges.changeTags': 'tagsToAdd tagsToRemove keywordIds',
  'keywordChanges.prepare': 'keywordIds',
  Action: 'tagsToAdd tagsToRemove',
  ParsedStory: 'publishedDate fullArticleUrl',
  ScannedArticle: 'writerIcon updatedAt heroText',
  ScannedProduct: 'offerBy offerAward priceLimit oldPrice totalRatings',
  ContentRow: 'POST_ID SITE POST_TITLE POST_DATE PERMALINK ARTICLE_URL PRODUCT_LIST EARNINGS FLAGS',
  AvailabilityRow: 'IMAGE_URL AWARD ASIN NAME REVENUE AVAILABILITY',
  WeekEarnings: 'WEEK_START_DATE EARNINGS',
  'contentTracker.content': 'pageInfo',
  'contentTracker.products': 'postId',
  'contentTracker.revenue': 'articleTitle postId',
  'contentTracker.tasks contentTracker.manyTasks': 'articleTitles',
  ExportJob: 'exportId',
  'opportunities.list marketExports.keywords': [
    'includeText excludeText competitionMin competitionMax seasonalityMin seasonalityMax excludeTopBrands',
    'excludeExistingKeywords avgPriceMin avgPriceMax avgUnitsSoldMin avgUnitsSoldMax monthlySearchVolumeMin',
    'monthlySearchVolumeMax monthlyTrendMin monthlyTrendMax monthlyVlmMin monthlyVlmMax opportunityScoreMin',
    'opportunityScoreMax',
  ].join(' '),
  Opportunity: [
    'avgUnitsSold avgPrice estimatedExactSearchVolume monthlyTrend quarterlyTrend opportunityScore isSeasonal',
    'peakWeek combinedAsins',
  ].join(' '),
  'opportunities.products marketExports.products': 'ratingMin reviewsMin sortBy includeText showUnavailable',
  MarketplaceProduct: 'imageUrl estimatedSales estRevenue nReviews nSellers listedAt estimatedListedAt',

  // Operations and administration.
  PostKeywordRow: 'POST_ID SITE_CODE POST_TITLE POST_KEYWORD',
  PostQuery: 'QUERY CLICKS IMPRESSIONS',
  'Product ListedProduct': 'countArticles lastStock',
  ProviderData: 'pageURL',
  Offer: [
    'merchantInfo feedbackRating feedbackCount typeAvailability deliveryInfo amazonFulfilled freeShippingEligible',
    'primeEligible programEligibility primeExclusive primePantry savingBasis',
  ].join(' '),
  StockReportRow: 'ASIN TITLE PERMALINK POST_ID POST_TITLE AVAILABILITY_TYPE',
  'stockReport.list': 'pageInfo',
  'shareOfVoice.winners WinnersFile': 'dateRange siteFilter',
  'shareOfVoice.surfaces shareOfVoice.surfacesXlsx shareOfVoice.hasReport': 'dateRange',
  'userActivity.list': 'userId startDate endDate pageInfo',
  'userActivity.stats userActivity.pathStats userActivity.dayStats': 'userId startDate endDate',
  AccessItem: 'operationId operationName',
  'sites.list ManagedSite': 'keywordsCount articlesCount sitesCount contentWebhook copyboardWebhook',
  'webhooks.tunnel': 'publicHost',
  BotMessage: 'botId createdAt',
  SheetBody: 'siteId googleSheetId asanaBoardId',
  GameSolutions: 'wordleSolution wordleFutureSolutions heardleSolution heardleFutureSolutions',
}

/** The lists that the specification wraps in another way than `nodes` and `totalCount`. */
export const SPECIFIED_LISTS: Readonly<Record<string, string>> = {
  'keywords.list': 'meta data',
  'contentTracker.content': 'pageInfo edges',
  'opportunities.list': 'keywords total_count',
  'opportunities.products opportunities.topProducts': 'data',
  'opportunities.averageUnitsSold opportunities.averagePrice opportunities.searchVolume opportunities.seasonality':
    'data',
  'stockReport.list': 'pageInfo edges',
  'shareOfVoice.winners': 'meta data',
  'userActivity.list': 'data pageInfo',
  'scan.list': 'data total',
}
