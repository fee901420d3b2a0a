import type { ScreenName } from '#shared/access/screens.ts'

/** What each screen is for, in a sentence or two. */
export const SCREEN_SUMMARIES: Partial<Record<ScreenName, string>> = {
  keywords:
    'The tracked keywords with their sites, tags and article status. Each row opens to a calendar of who held the keyword on which day, and to the comments about it.',
  articles:
    'Every requested article, to be filtered by date, user, site and status. A row opens the details with products, validation and rejection notes.',
  pendingArticles:
    'Your articles that wait: drafts, requested and returned ones. QA approves, returns or rejects requests here; requesters edit and resubmit.',
  board: 'The tasks of articles on the built-in board, by section: a board for each site.',
  notices: 'What you were told: mentions, returns, decisions, and what needs your attention.',
  outbox: 'The mail that this workspace wrote and did not send: invitations and reset links.',
  preview:
    'An article as the shopping page that readers will see, collapsed or full, with live prices and stock of its products.',
  post: 'A post of the built-in publishing site: its status, its article, and the button that publishes it.',
  products:
    'The product library by ASIN or name: stock state and its history, provider data, and the articles that use a product.',
  commissionCategories: 'The commission rate of each product category, to be added, changed and removed.',
  contentTracker:
    'Published articles with earnings, clicks of searchers, flags and update notes. A row opens to its products, its earnings history or its notes; the list exports as CSV.',
  reports:
    'Three reports: which publisher won each keyword on each day, how many surfaces each publisher holds, and which products are out of stock, with what that loses and a way to replace them everywhere.',
  gscKeywords:
    'Posts whose keyword differs from what people search for. Compare clicks and impressions, apply the best keyword, ignore a post, and read the log of changes. Beside these: posts that take a query from each other, and queries a few places from the top.',
  keywordOpportunities:
    'Keywords worth writing about, filtered by competition, seasonality, price, units sold and search volume, and queries that people find us by without a page of ours for them.',
  keywordResearch:
    'Search volume and related keywords for a phrase, and the questions that people also ask about it.',
  productSearch: 'A search in the marketplace, sorted and paged, with or without unavailable products.',
  googleSheets:
    'Links between spreadsheets and task boards: each keeps the rows of a sheet and the tasks in step.',
  sheet: 'A built-in sheet: its rows become tasks of a board when its link is synced.',
  changes:
    'What was done to keywords in the last 60 days, by whom, and the way back: every bulk change, upload, edit and toggle can be undone for 30 days.',
  uploadKeywords:
    'Pick a .csv file of keywords and the upload starts at once; a summary then says how many were added and how many repeated.',
  failedJobs:
    'Mails and other work behind the screens that could not be done: what, for whom, why, how often it was tried, and Try again.',
  scan: 'Every connection that the platform relies on and everything that can drift, looked at one by one and each night, with fixes where there are any.',
  sites:
    'The sites with their keyword and article counts, and the webhooks of their task and copy boards. A site is added and changed here, and the posts that it had before are adopted.',
  userActivity: 'Who opened which screen and when, by user, role and date, with a chart of visits per role.',
  featureFlags: 'The switches of features that are being tried: add one, set its value, retire it.',
  dbQuery: 'A read-only console on the database: type a query, run it, export the result.',
  users: 'The people with an account: search, add and edit them, set their role, lock them out.',
  userDetails: 'One person: name, email, role, whether the account is active, and when they last signed in.',
  userAccess:
    "A person's access to each connected system, to be looked up and revoked, one by one or in a run that ends all of it.",
  offboardingRun:
    'How far an offboarding run is, and its report: every account of one person, what was done and found, and what was handed over.',
  accessReview:
    'An access review, and its report: every account on every connected system, whose it is, when it was used last, and whether it was kept or revoked.',
  bot: 'A chat that answers questions about stock, keywords, earnings and pending articles, by commands or in words. Press / for its commands.',
  gameSolutions: "Today's solutions of two word games, Wordle and Heardle, and those of the days to come.",
}
